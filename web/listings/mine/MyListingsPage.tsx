import { graphql } from 'react-relay/hooks';
import type { MyListingsPageQuery } from '#web/__generated__/MyListingsPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { MyListings } from './MyListings.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from '#web/ui/layout/ListPage.module.css';

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

function MyListingsSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(340px, 80%)" height="100px" radius="14px" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height="122px" radius="14px" />
      ))}
    </div>
  );
}
