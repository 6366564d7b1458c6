import { Skeleton } from '../ui/layout/Skeleton.tsx';
import styles from './DashboardPage.module.css';

export function DashboardPageSkeleton() {
  return (
    <div className="content stack one-column gap-5 packed page-space" aria-hidden="true">
      <Skeleton width="min(460px, 80%)" height="64px" />
      <Skeleton width="300px" height="46px" radius="999px" />
      <div className={styles.cards}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height="200px" radius="24px" />
        ))}
      </div>
    </div>
  );
}
