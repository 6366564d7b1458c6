import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './SalePage.module.css';

export function SalePageSkeleton() {
  return (
    <div className={`content ${styles.page}`}>
      <div className="visuallyHidden" role="status">
        <h1>Loading…</h1>
      </div>
      <div aria-hidden="true">
        <Skeleton width="120px" height="44px" />
        <div className={`stack gap-2 to-left ${styles.head}`}>
          <Skeleton width="180px" height="32px" radius="999px" />
          <Skeleton width="70%" height="48px" />
          <Skeleton width="50%" height="28px" />
        </div>
        <div className={styles.columns}>
          <div className={`full rounded-panel on-sand ${styles.picture}`}>
            <Skeleton height="100%" radius="24px" />
          </div>
          <div className={`stack gap-5 second-column sticky ${styles.side}`}>
            <Skeleton height="380px" radius="24px" />
          </div>
        </div>
      </div>
    </div>
  );
}
