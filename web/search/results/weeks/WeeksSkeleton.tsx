import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from '../found/Found.module.css';

export function WeeksSkeleton() {
  return (
    <div>
      <div className={styles.found}>
        <p className="medium" role="status">
          Loading weeks…
        </p>
      </div>
      <div className={`stack gap-4 ${styles.rows}`} aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height="var(--week-height)" radius="var(--radius-card)" />
        ))}
      </div>
    </div>
  );
}
