import { graphql } from 'react-relay/hooks';
import type { MyListingPageQuery } from '#web/__generated__/MyListingPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NoSuchListing } from '../NoSuchListing.tsx';
import { MyListing } from './MyListing.tsx';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';

export const page = definePage<MyListingPageQuery>({
  path: '/dashboard/listings/:id',
  access: 'signedIn',
  query: graphql`
    query MyListingPageQuery($id: ID!) {
      ...AppShell_query
      viewer {
        listing(databaseId: $id) {
          title
          ...MyListing_listing
        }
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  meta: ({ viewer }) => viewer.listing && { title: viewer.listing.title },
  skeleton: (
    <DetailSkeleton
      columns={[
        ['200px', '320px'],
        ['240px', '240px'],
      ]}
    />
  ),
  component: MyListingScreen,
});

function MyListingScreen({ data: { viewer } }: MemberPageProps<MyListingPageQuery>) {
  return viewer.listing ? <MyListing listing={viewer.listing} /> : <NoSuchListing />;
}
