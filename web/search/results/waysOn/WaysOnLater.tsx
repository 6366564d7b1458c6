import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import type { SearchState } from '#web/search/address/searchState.ts';

const WaysOn = lazy(() =>
  // The message above says the most important part, also without it.
  import('./WaysOn.tsx').catch(() => ({ default: () => null })),
);

interface WaysOnLaterProps {
  search: SearchState;
}

/** What comes close to a search without results, once that is loaded. */
export function WaysOnLater({ search }: WaysOnLaterProps) {
  return (
    useHydrated() && (
      <Suspense fallback={null}>
        <WaysOn search={search} />
      </Suspense>
    )
  );
}
