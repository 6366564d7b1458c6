import { Skeleton } from '../ui/layout/Skeleton.tsx';
import styles from './Payouts.module.css';

export function PayoutsSkeleton() {
  return (
    <div className={`content stack one-column gap-5 packed ${styles.page}`} aria-hidden="true">
      <Skeleton width="260px" height="84px" radius="14px" />
      <Skeleton height="150px" radius="24px" />
      <Skeleton height="280px" radius="24px" />
    </div>
  );
}
