import type { ReactNode } from 'react';
import styles from './AuthPage.module.css';

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.picture} aria-hidden="true">
        <img src="/pictures/hero-small.svg" alt="" width="900" height="1100" />
      </div>
      <div className={styles.panel}>{children}</div>
    </div>
  );
}
