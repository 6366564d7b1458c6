import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';

export function BookingSkeleton() {
  return (
    <div className={`content ${layout.page}`} aria-hidden="true">
      <Skeleton width="min(520px, 90%)" height="140px" radius="14px" />
      <div className={layout.columns}>
        <div className="stack gap-5 shrink">
          <Skeleton height="220px" radius="24px" />
          <Skeleton height="360px" radius="24px" />
        </div>
        <div className="stack gap-5 shrink">
          <Skeleton height="280px" radius="24px" />
          <Skeleton height="160px" radius="24px" />
        </div>
      </div>
    </div>
  );
}
