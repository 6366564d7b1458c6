import { Skeleton } from '../ui/layout/Skeleton.tsx';
import styles from '../ui/panels/EmptyState.module.css';

/** For pages whose content is one short block. */
export function EmptyPageSkeleton() {
  return (
    <div className={`stack gap-4 centered full ${styles.empty}`} aria-hidden="true">
      <Skeleton width="220px" height="110px" radius="24px" />
      <Skeleton width="320px" height="40px" />
      <Skeleton width="420px" />
    </div>
  );
}
