import { Suspense, type ReactNode } from 'react';
import { SectionBoundary } from '../ui/layout/SectionBoundary.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { useHydrated } from '../ui/basics/useHydrated.ts';

interface ClientPartProps {
  name: string;
  height: string;
  children: ReactNode;
}

export function ClientPart({ name, height, children }: ClientPartProps) {
  const isHydrated = useHydrated();
  const skeleton = <Skeleton width="100%" height={height} radius="14px" />;
  if (!isHydrated) return skeleton;
  return (
    <SectionBoundary message={`${name} could not be loaded`} attempt={name}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </SectionBoundary>
  );
}
