import { Suspense } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { comparePageLoaderQuery } from '../__generated__/comparePageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { EmptyPageSkeleton } from '../page/EmptyPageSkeleton.tsx';
import { PageMeta } from '../page/PageMeta.tsx';
import { readCompared } from './compareAddress.ts';
import { Comparison } from './Comparison.tsx';
import { comparePageQuery, type ComparePageData } from './comparePageLoader.ts';

export { loadComparePage as loadPage } from './comparePageLoader.ts';

export function Page() {
  const { reference } = useLoaderData<ComparePageData>();
  return (
    <Suspense fallback={<EmptyPageSkeleton />}>
      <Compare reference={reference} />
    </Suspense>
  );
}

function Compare({ reference }: ComparePageData) {
  const { site, comparedListings } = useOwnedPreloadedQuery<comparePageLoaderQuery>(
    comparePageQuery,
    reference,
  );
  const { search } = useLocation();
  const { kind, ids } = readCompared(new URLSearchParams(search));
  return (
    <>
      <PageMeta
        title={`Compare Timeshares | ${site.title}`}
        description="Up to four timeshare weeks side by side, for rent or for sale: what you get, when you may use it and what it costs."
        canonicalPath="/compare"
      />
      <Comparison
        listings={comparedListings.filter((listing) => listing != null)}
        kind={kind}
        asked={ids.length}
      />
    </>
  );
}
