import { Skeleton } from '../../../ui/basics/Skeleton.tsx';
import styles from '../found/Found.module.css';

export function MapSkeleton() {
  return (
    <div>
      <div className={styles.found}>
        <p className={styles.count} role="status">
          Loading the map…
        </p>
      </div>
      <Skeleton height="var(--map-height)" radius="var(--radius-panel)" />
    </div>
  );
}
