import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { searchMapPageLoaderQuery } from '../../__generated__/searchMapPageLoaderQuery.graphql.ts';

export const searchMapPageQuery = graphql`
  query searchMapPageLoaderQuery($query: String, $filter: ResortFilter) {
    ...AppShell_query
    site {
      title
    }
    ...MapResults_query @arguments(query: $query, filter: $filter)
    ...SaveSearchButton_query
    ...FilterPanel_query @arguments(query: $query, filter: $filter)
    ...SaveSearchButton_query
  }
`;

export function loadSearchMapPage(
  environment: Environment,
  variables: searchMapPageLoaderQuery['variables'],
): PreloadedQuery<searchMapPageLoaderQuery> {
  return loadQuery<searchMapPageLoaderQuery>(environment, searchMapPageQuery, variables);
}
