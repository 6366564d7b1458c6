import { Skeleton } from '../../ui/basics/Skeleton.tsx';
import styles from './BookingScreen.module.css';

export function BookingSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(520px, 90%)" height="140px" radius="14px" />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Skeleton height="220px" radius="24px" />
          <Skeleton height="360px" radius="24px" />
        </div>
        <div className={styles.column}>
          <Skeleton height="280px" radius="24px" />
          <Skeleton height="160px" radius="24px" />
        </div>
      </div>
    </div>
  );
}
