import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { AdminFrame } from './AdminFrame.tsx';

export function AdminSkeleton({ title }: { title: string }) {
  return (
    <AdminFrame title={title}>
      <div aria-hidden="true" style={{ display: 'grid', gap: 'var(--space-5)' }}>
        <Skeleton width="100%" height="96px" radius="24px" />
        <Skeleton width="100%" height="420px" radius="24px" />
      </div>
    </AdminFrame>
  );
}
