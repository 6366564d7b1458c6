import { Skeleton } from '../ui/layout/Skeleton.tsx';
import styles from './CreateListing.module.css';

export function CreateListingSkeleton() {
  return (
    <div className={styles.loading}>
      <p role="status">Loading resorts...</p>
      <div aria-hidden="true">
        <Skeleton height="220px" radius="24px" />
        <Skeleton height="320px" radius="24px" />
      </div>
    </div>
  );
}
