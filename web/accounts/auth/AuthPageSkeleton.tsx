import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './AuthPage.module.css';

export function AuthPageSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true">
      <div className={styles.picture} />
      <div className={styles.panel}>
        <Skeleton width="60%" height="48px" />
        <Skeleton width="80%" height="24px" />
        <Skeleton height="52px" radius="999px" />
        <Skeleton height="220px" />
      </div>
    </div>
  );
}
