import { Skeleton } from '../ui/layout/Skeleton.tsx';

export function CreateListingSkeleton() {
  return (
    <div className="stack gap-5">
      <p role="status">Loading resorts...</p>
      <div className="stack gap-5" aria-hidden="true">
        <Skeleton height="220px" radius="24px" />
        <Skeleton height="320px" radius="24px" />
      </div>
    </div>
  );
}
