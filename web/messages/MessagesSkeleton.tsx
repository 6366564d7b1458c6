import { Skeleton } from '../ui/layout/Skeleton.tsx';
import styles from './ThreadList.module.css';

export function MessagesSkeleton() {
  return (
    <div className={`sections content page-room ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(340px, 80%)" height="100px" radius="14px" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height="104px" radius="14px" />
      ))}
    </div>
  );
}
