import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from '#web/ui/layout/ListPage.module.css';

export function MyListingsSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(340px, 80%)" height="100px" radius="14px" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height="122px" radius="14px" />
      ))}
    </div>
  );
}
