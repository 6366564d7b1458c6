import { graphql } from 'react-relay/hooks';
import type { MyListingsPageQuery } from '#web/__generated__/MyListingsPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { MyListings } from './MyListings.tsx';
import { MyListingsSkeleton } from './MyListingsSkeleton.tsx';

export const page = definePage<MyListingsPageQuery>({
  path: '/dashboard/listings',
  access: 'signedIn',
  query: graphql`
    query MyListingsPageQuery {
      ...AppShell_query
      viewer {
        ...MyListings_viewer
      }
    }
  `,
  meta: { title: 'My Listings' },
  skeleton: <MyListingsSkeleton />,
  component: ({ data }) => <MyListings viewer={data.viewer} />,
});
