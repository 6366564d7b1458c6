import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from './MapResults.module.css';

export function MapSkeleton() {
  return (
    <div className={`stack gap-5 at-top ${styles.split}`}>
      <p className={styles.found} role="status">
        Loading the map…
      </p>
      <div className={styles.side}>
        <Skeleton height="100%" radius="var(--radius-panel)" />
      </div>
    </div>
  );
}
