import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import type { SearchState } from '#web/search/address/searchState.ts';

const WaysOn = lazy(() =>
  // Without it, the message above is still useful.
  import('./WaysOn.tsx').catch(() => ({ default: () => null })),
);

export function WaysOnLater({ search }: { search: SearchState }) {
  return (
    useHydrated() && (
      <Suspense fallback={null}>
        <WaysOn search={search} />
      </Suspense>
    )
  );
}
