import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import styles from './found/Found.module.css';

export function SearchPageSkeleton() {
  return (
    <div>
      <div className={styles.found}>
        <p className="medium" role="status">
          Loading results…
        </p>
      </div>
      <ResortGrid isPlaceholder>
        {Array.from({ length: 6 }, (_, index) => (
          <ResortCardSkeleton key={index} />
        ))}
      </ResortGrid>
    </div>
  );
}
