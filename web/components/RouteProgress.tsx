import { useNavigation } from 'react-router-dom';
import styles from './RouteProgress.module.css';

export function RouteProgress() {
  const isMoving = useNavigation().state !== 'idle';
  return isMoving ? (
    <div className={styles.bar} role="progressbar" aria-label="Loading page" />
  ) : null;
}
