import { Suspense } from 'react';
import { Navigate, useLoaderData, useParams } from 'react-router-dom';
import type { myListingPageLoaderQuery } from '#web/__generated__/myListingPageLoaderQuery.graphql.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { MyListing } from './MyListing.tsx';
import { myListingPageQuery, type MyListingPageData } from './myListingPageLoader.ts';
import { MyListingSkeleton } from './MyListingSkeleton.tsx';
import { NoSuchListing } from '../NoSuchListing.tsx';

export { loadMyListingPage as loadPage } from './myListingPageLoader.ts';

export function Page() {
  const data = useLoaderData<MyListingPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<MyListingSkeleton />}>
      <MyListingScreen {...data} />
    </Suspense>
  );
}

function MyListingScreen({ reference }: MyListingPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<myListingPageLoaderQuery>(
    myListingPageQuery,
    reference,
  );
  if (!viewer) return <Navigate to="/auth" replace />;
  if (!viewer.listing) return <NoSuchListing siteTitle={site.title} />;
  return (
    <>
      <PageMeta title={`${viewer.listing.title} | ${site.title}`} />
      <MyListing listing={viewer.listing} />
    </>
  );
}
