import styles from './ListPage.module.css';
import { Skeleton } from './Skeleton.tsx';

export function PanelsSkeleton() {
  return (
    <div className={`sections content ${styles.page}`} aria-hidden="true">
      <Skeleton width="260px" height="84px" radius="14px" />
      <Skeleton height="150px" radius="24px" />
      <Skeleton height="280px" radius="24px" />
    </div>
  );
}
