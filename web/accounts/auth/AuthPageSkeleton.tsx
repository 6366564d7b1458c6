import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './AuthPage.module.css';

export function AuthPageSkeleton() {
  return (
    <div className={`stack grow ${styles.page}`} aria-hidden="true">
      <div className={`relative clip on-teal ${styles.picture}`} />
      <div className={`stack gap-4 full ${styles.panel}`}>
        <Skeleton width="60%" height="48px" />
        <Skeleton width="80%" height="24px" />
        <Skeleton height="52px" radius="999px" />
        <Skeleton height="220px" />
      </div>
    </div>
  );
}
