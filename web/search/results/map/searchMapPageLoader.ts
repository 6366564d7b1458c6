import { graphql, loadQuery } from 'react-relay/hooks';
import type { IEnvironment } from 'relay-runtime';
import type { searchMapPageLoaderListQuery } from '#web/__generated__/searchMapPageLoaderListQuery.graphql.ts';
import type { searchMapPageLoaderQuery } from '#web/__generated__/searchMapPageLoaderQuery.graphql.ts';

export const searchMapPageQuery = graphql`
  query searchMapPageLoaderQuery($query: String, $filter: ResortFilter, $bounds: MapBoundsInput) {
    ...AppShell_query
    site {
      title
    }
    ...MapResults_query @arguments(query: $query, filter: $filter, bounds: $bounds)
    ...SaveSearch_query
    ...SortMenu_query @arguments(query: $query)
    ...SearchChips_query @arguments(query: $query)
    ...FilterPanel_query @arguments(query: $query, filter: $filter)
  }
`;

/** The list beside the map, in a separate query, since it follows the map. */
export const mapListQuery = graphql`
  query searchMapPageLoaderListQuery(
    $query: String
    $filter: ResortFilter
    $bounds: MapBoundsInput
    $sort: ResortSort
  ) {
    ...MapList_query @arguments(query: $query, filter: $filter, bounds: $bounds, sort: $sort)
  }
`;

export function loadSearchMapPage(
  environment: IEnvironment,
  variables: searchMapPageLoaderListQuery['variables'],
) {
  const { query, filter, bounds } = variables;
  return {
    document: searchMapPageQuery,
    reference: loadQuery<searchMapPageLoaderQuery>(environment, searchMapPageQuery, {
      query,
      filter,
      bounds,
    }),
    list: loadQuery<searchMapPageLoaderListQuery>(environment, mapListQuery, variables),
  };
}
