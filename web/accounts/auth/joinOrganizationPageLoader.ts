import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { joinOrganizationPageLoaderQuery } from '#web/__generated__/joinOrganizationPageLoaderQuery.graphql.ts';

export const joinOrganizationPageQuery = graphql`
  query joinOrganizationPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      email
    }
  }
`;

export interface JoinOrganizationPageData {
  reference: PreloadedQuery<joinOrganizationPageLoaderQuery>;
}

export function loadJoinOrganizationPage(environment: Environment): JoinOrganizationPageData {
  return {
    reference: loadQuery<joinOrganizationPageLoaderQuery>(
      environment,
      joinOrganizationPageQuery,
      {},
    ),
  };
}
