import { graphql, loadQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { searchMapPageLoaderQuery } from '../../../__generated__/searchMapPageLoaderQuery.graphql.ts';

export const searchMapPageQuery = graphql`
  query searchMapPageLoaderQuery($query: String, $filter: ResortFilter) {
    ...AppShell_query
    site {
      title
    }
    ...MapResults_query @arguments(query: $query, filter: $filter)
    ...SaveSearchButton_query
    ...SearchChips_query @arguments(query: $query)
    ...FilterPanel_query @arguments(query: $query, filter: $filter)
  }
`;

export const loadSearchMapPage = (
  environment: Environment,
  variables: searchMapPageLoaderQuery['variables'],
) => ({
  document: searchMapPageQuery,
  reference: loadQuery<searchMapPageLoaderQuery>(environment, searchMapPageQuery, variables),
});
