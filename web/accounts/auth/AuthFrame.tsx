import type { ReactNode } from 'react';
import styles from './AuthPage.module.css';

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={`stack grow ${styles.page}`}>
      <div className={`relative clip on-teal ${styles.picture}`} aria-hidden="true">
        <img
          className="full full-height absolute"
          src="/pictures/hero-small.svg"
          alt=""
          width="900"
          height="1100"
        />
      </div>
      <div className={`stack gap-4 full ${styles.panel}`}>{children}</div>
    </div>
  );
}
