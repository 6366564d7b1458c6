import { Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { payoutsPageLoaderQuery } from '../__generated__/payoutsPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '../page/PageMeta.tsx';
import { Payouts } from './Payouts.tsx';
import { payoutsPageQuery, type PayoutsPageData } from './payoutsPageLoader.ts';
import { PayoutsSkeleton } from './PayoutsSkeleton.tsx';

export { loadPayoutsPage as loadPage } from './payoutsPageLoader.ts';

export function Page() {
  const data = useLoaderData<PayoutsPageData>();
  return (
    <Suspense fallback={<PayoutsSkeleton />}>
      <LoadedPayouts {...data} />
    </Suspense>
  );
}

function LoadedPayouts({ reference }: PayoutsPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<payoutsPageLoaderQuery>(
    payoutsPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta title={`Payouts | ${site.title}`} canonicalPath="/payouts" />
      {viewer ? <Payouts site={site} viewer={viewer} /> : <Navigate to="/auth" replace />}
    </>
  );
}
