import { graphql } from 'react-relay/hooks';
import type { MySubmissionsPageQuery } from '#web/__generated__/MySubmissionsPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import styles from '#web/ui/layout/ListPage.module.css';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { PropertyList } from '../cards/PropertyList.tsx';

export const page = definePage<MySubmissionsPageQuery>({
  path: '/dashboard/submissions',
  access: 'signedIn',
  query: graphql`
    query MySubmissionsPageQuery {
      ...AppShell_query
      viewer {
        ...PropertyList_viewer
      }
    }
  `,
  meta: { title: 'My Submissions' },
  skeleton: (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(340px, 80%)" height="100px" radius="14px" />
      <Skeleton height="240px" radius="14px" />
    </div>
  ),
  component: ({ data }) => (
    <div className={`content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>My Submissions</h1>
      </header>
      <PropertyList
        viewer={data.viewer}
        empty={
          <EmptyState
            title="Nothing submitted yet"
            link={{ to: '/search?type=sell', label: 'Submit a Property', variant: 'main' }}
            text="Tell our team what you own. They help you to sell it or rent it out."
          />
        }
      />
    </div>
  ),
});
