import { Suspense } from 'react';
import { Link, Navigate, useLoaderData, useParams } from 'react-router-dom';
import type { editListingPageLoaderQuery } from '#web/__generated__/editListingPageLoaderQuery.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { NoSuchListing } from '#web/listings/NoSuchListing.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { CreateListingSkeleton } from '../CreateListingSkeleton.tsx';
import { EditListing } from './EditListing.tsx';
import styles from './EditListing.module.css';
import { editListingPageQuery, type EditListingPageData } from './editListingPageLoader.ts';

export { loadEditListingPage as loadPage } from './editListingPageLoader.ts';

export function Page() {
  const data = useLoaderData<EditListingPageData>();
  const { id } = useParams();
  return (
    <Suspense
      key={id}
      fallback={
        <div className={`content ${styles.page}`}>
          <CreateListingSkeleton />
        </div>
      }
    >
      <EditListingScreen {...data} />
    </Suspense>
  );
}

function EditListingScreen({ reference }: EditListingPageData) {
  const { id } = useParams();
  const query = useOwnedPreloadedQuery<editListingPageLoaderQuery>(editListingPageQuery, reference);
  const { site, viewer } = query;
  if (!viewer) return <Navigate to="/auth" replace />;
  if (!viewer.listing) return <NoSuchListing siteTitle={site.title} />;
  const path = `/dashboard/listings/${id}`;
  return (
    <div className={`content ${styles.page}`}>
      <PageMeta title={`Edit ${viewer.listing.title} | ${site.title}`} />
      <header>
        <BackLink to={path}>Back to the Listing</BackLink>
        <h1>Edit Listing</h1>
        <p className={styles.lead}>
          <Link to={path}>{viewer.listing.title}</Link>
        </p>
      </header>
      <GuardedPage>
        <EditListing listing={viewer.listing} terms={query} />
      </GuardedPage>
    </div>
  );
}
