import styles from './ResortCard.module.css';
import { Skeleton } from '../ui/layout/Skeleton.tsx';

export function ResortCardSkeleton() {
  return (
    <div
      className={`flex column full-height relative clip card ${styles.card}`}
      data-testid="resort-card-skeleton"
    >
      <Skeleton ratio="3 / 2" radius="0" />
      <div className="flex column gap-6px grow padding-4">
        <Skeleton width="80%" height="24px" />
        <Skeleton width="55%" />
        <Skeleton width="65%" />
        <Skeleton width="60%" />
        <div className={styles.foot}>
          <Skeleton width="120px" height="40px" />
        </div>
      </div>
    </div>
  );
}
