import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { developersPageLoaderQuery } from '#web/__generated__/developersPageLoaderQuery.graphql.ts';

export const developersPageQuery = graphql`
  query developersPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    resorts(first: 1) {
      edges {
        node {
          databaseId
        }
      }
    }
    listings(first: 1) {
      edges {
        node {
          databaseId
        }
      }
    }
    saleListings(first: 1) {
      edges {
        node {
          databaseId
        }
      }
    }
  }
`;

export function loadDevelopersPage(
  environment: Environment,
): PreloadedQuery<developersPageLoaderQuery> {
  return loadQuery<developersPageLoaderQuery>(environment, developersPageQuery, {});
}
