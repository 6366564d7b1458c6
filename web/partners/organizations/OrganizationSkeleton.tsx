import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './Organization.module.css';

export function OrganizationSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="260px" height="84px" radius="14px" />
      <Skeleton height="150px" radius="24px" />
      <Skeleton height="280px" radius="24px" />
    </div>
  );
}
