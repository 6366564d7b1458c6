import { Link } from 'react-router-dom';
import { Icon } from '../basics/Icon.tsx';
import styles from './BackLink.module.css';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.link}>
      <Icon name="arrowLeft" size={20} />
      {children}
    </Link>
  );
}
