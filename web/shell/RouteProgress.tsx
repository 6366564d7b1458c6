import { useLocation, useNavigation } from 'react-router-dom';
import styles from './RouteProgress.module.css';
import { useNextLocation } from '../page/useNextLocation.ts';

export function RouteProgress() {
  const { key } = useLocation();
  const { next } = useNextLocation();
  const isMoving = useNavigation().state !== 'idle' || next.key !== key;
  return isMoving ? (
    <div className={styles.bar} role="progressbar" aria-label="Loading page" />
  ) : null;
}
