import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { EditListingPageQuery } from '#web/__generated__/EditListingPageQuery.graphql.ts';
import { NoSuchListing } from '#web/listings/NoSuchListing.tsx';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { CreateListingSkeleton } from '../CreateListingSkeleton.tsx';
import { EditListing } from './EditListing.tsx';
import styles from './EditListing.module.css';

export const page = definePage<EditListingPageQuery>({
  path: '/dashboard/listings/:id/edit',
  access: 'signedIn',
  query: graphql`
    query EditListingPageQuery($id: ID!) {
      ...AppShell_query
      ...BookingTerms_query
      viewer {
        listing(databaseId: $id) {
          title
          ...EditListing_listing
        }
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  fetchPolicy: 'network-only',
  meta: ({ viewer }) => viewer.listing && { title: `Edit ${viewer.listing.title}` },
  skeleton: (
    <div className={`sections content ${styles.page}`}>
      <CreateListingSkeleton />
    </div>
  ),
  component: EditListingScreen,
});

function EditListingScreen({ data, id }: MemberPageProps<EditListingPageQuery>) {
  const { listing } = data.viewer;
  if (!listing) return <NoSuchListing />;
  const path = `/dashboard/listings/${id}`;
  return (
    <div className={`sections content ${styles.page}`}>
      <header>
        <BackLink to={path}>Back to the Listing</BackLink>
        <h1>Edit Listing</h1>
        <p className="margin-top-2 soft text-18 breaks">
          <Link to={path}>{listing.title}</Link>
        </p>
      </header>
      <GuardedPage>
        <EditListing listing={listing} terms={data} />
      </GuardedPage>
    </div>
  );
}
