import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './Checkout.module.css';

export function CheckoutSkeleton() {
  return (
    <div className={`sections content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(420px, 90%)" height="84px" radius="14px" />
      <div className={styles.columns}>
        <Skeleton height="340px" radius="24px" />
        <FormSkeleton />
      </div>
    </div>
  );
}

export const FormSkeleton = () => (
  <div className="stack gap-5 shrink" aria-hidden="true">
    <Skeleton height="180px" radius="24px" />
    <Skeleton height="220px" radius="24px" />
    <Skeleton height="320px" radius="24px" />
  </div>
);
