import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import foundStyles from '../found/Found.module.css';
import styles from './Buy.module.css';

export function SaleSkeleton() {
  return (
    <div>
      <p className={`${foundStyles.count} ${styles.count}`} role="status">
        Loading results…
      </p>
      <ResortGrid isPlaceholder>
        {Array.from({ length: 6 }, (_, index) => (
          <ResortCardSkeleton key={index} />
        ))}
      </ResortGrid>
    </div>
  );
}
