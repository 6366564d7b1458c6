import { graphql, loadQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { weeksPageLoaderQuery } from '#web/__generated__/weeksPageLoaderQuery.graphql.ts';
import { loadUpTo } from '../found/nextPageLoader.ts';

export const weeksPageQuery = graphql`
  query weeksPageLoaderQuery($query: String, $filter: ResortFilter, $sort: WeekSort, $first: Int) {
    ...AppShell_query
    site {
      title
    }
    ...WeekResults_query @arguments(query: $query, filter: $filter, sort: $sort, first: $first)
    ...SaveSearch_query
    ...SortMenu_query @arguments(query: $query)
    ...SearchChips_query @arguments(query: $query)
    ...FilterPanel_query @arguments(query: $query, filter: $filter)
  }
`;

/** @param count How many weeks the URL shows; one query returns the first of them. */
export async function loadWeeksPage(
  environment: Environment,
  variables: weeksPageLoaderQuery['variables'],
  count: number,
) {
  const reference = loadQuery<weeksPageLoaderQuery>(environment, weeksPageQuery, variables);
  await loadUpTo(environment, 'weeks', reference, count);
  return { document: weeksPageQuery, reference };
}
