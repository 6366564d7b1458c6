import { Link } from 'react-router-dom';
import styles from './Logo.module.css';

export function Logo({ title }: { title: string }) {
  return (
    <Link
      to="/"
      className={`inline shrink undecorated ${styles.logo}`}
      aria-label={`${title} home`}
    >
      <svg className="rigid" width="38" height="38" viewBox="0 0 38 38" aria-hidden="true">
        <circle cx="19" cy="19" r="19" className={styles.disc} />
        <circle cx="25.5" cy="13" r="4" className={styles.sun} />
        <path
          d="M5 23c3.5-5.4 7-5.4 10.5 0s7 5.4 10.5 0 4.6-4.4 7-3"
          className={styles.wave}
          fill="none"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      <span className="shrink breaks">{title}</span>
    </Link>
  );
}
