import { lazy, Suspense } from 'react';
import { SectionBoundary } from '../../../ui/basics/SectionBoundary.tsx';
import { useHydrated } from '../../../ui/basics/useHydrated.ts';
import type { SearchState } from '../address/searchState.ts';

const WaysOn = lazy(() => import('./WaysOn.tsx'));

interface WaysOnLaterProps {
  search: SearchState;
}

/** What comes close to a search without results, once that is loaded. */
export function WaysOnLater({ search }: WaysOnLaterProps) {
  return (
    useHydrated() && (
      <SectionBoundary message="Similar results could not be loaded" attempt={search}>
        <Suspense fallback={null}>
          <WaysOn search={search} />
        </Suspense>
      </SectionBoundary>
    )
  );
}
