import { Skeleton } from '../../ui/basics/Skeleton.tsx';
import styles from './MyListing.module.css';

export function MyListingSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(520px, 90%)" height="140px" radius="14px" />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Skeleton height="200px" radius="24px" />
          <Skeleton height="320px" radius="24px" />
        </div>
        <div className={styles.column}>
          <Skeleton height="240px" radius="24px" />
          <Skeleton height="240px" radius="24px" />
        </div>
      </div>
    </div>
  );
}
