import { graphql } from 'react-relay/hooks';
import type { OrganizationsPageQuery } from '#web/__generated__/OrganizationsPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { Organizations } from './Organizations.tsx';
import { OrganizationSkeleton } from './OrganizationSkeleton.tsx';

export const page = definePage<OrganizationsPageQuery>({
  path: '/organizations',
  access: 'signedIn',
  query: graphql`
    query OrganizationsPageQuery {
      ...AppShell_query
      viewer {
        ...Organizations_viewer
      }
    }
  `,
  meta: { title: 'Organizations' },
  skeleton: <OrganizationSkeleton />,
  component: ({ data }) => <Organizations viewer={data.viewer} />,
});
