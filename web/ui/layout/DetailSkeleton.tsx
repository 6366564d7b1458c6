import layout from './DetailPage.module.css';
import { Skeleton } from './Skeleton.tsx';

/** Stands in for a heading above two columns of panels with these heights. */
export function DetailSkeleton({ columns }: { columns: readonly (readonly string[])[] }) {
  return (
    <div className={`content ${layout.page}`} aria-hidden="true">
      <Skeleton width="min(520px, 90%)" height="140px" radius="14px" />
      <div className={layout.columns}>
        {columns.map((heights, column) => (
          <div key={column} className="stack gap-5 shrink">
            {heights.map((height, index) => (
              <Skeleton key={index} height={height} radius="24px" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
