import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from '#web/ui/layout/ListPage.module.css';

export function BookingListSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="260px" height="84px" radius="14px" />
      <Skeleton width="min(520px, 100%)" height="54px" radius="999px" />
      <div className={styles.rows}>
        <Skeleton height="122px" radius="14px" />
        <Skeleton height="122px" radius="14px" />
        <Skeleton height="122px" radius="14px" />
      </div>
    </div>
  );
}
