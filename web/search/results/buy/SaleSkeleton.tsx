import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';

export function SaleSkeleton() {
  return (
    <div>
      <p className="medium margin-bottom-4" role="status">
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
