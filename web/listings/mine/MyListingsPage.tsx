import { Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { myListingsPageLoaderQuery } from '#web/__generated__/myListingsPageLoaderQuery.graphql.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { MyListings } from './MyListings.tsx';
import { myListingsPageQuery, type MyListingsPageData } from './myListingsPageLoader.ts';
import { MyListingsSkeleton } from './MyListingsSkeleton.tsx';

export { loadMyListingsPage as loadPage } from './myListingsPageLoader.ts';

export function Page() {
  const data = useLoaderData<MyListingsPageData>();
  return (
    <Suspense fallback={<MyListingsSkeleton />}>
      <MyListingsScreen {...data} />
    </Suspense>
  );
}

function MyListingsScreen({ reference }: MyListingsPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<myListingsPageLoaderQuery>(
    myListingsPageQuery,
    reference,
  );
  return (
    <>
      <PageMeta title={`My Listings | ${site.title}`} canonicalPath="/dashboard/listings" />
      {viewer ? <MyListings viewer={viewer} /> : <Navigate to="/auth" replace />}
    </>
  );
}
