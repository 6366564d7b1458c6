import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import { loadUpTo } from '../found/nextPageLoader.ts';
import { parseSales, saleVariables } from './saleAddress.ts';

export const buyPageQuery = graphql`
  query buyPageLoaderQuery($query: String, $filter: SaleFilter, $sort: SaleSort, $first: Int) {
    ...AppShell_query
    site {
      title
    }
    ...SaleResults_query @arguments(query: $query, filter: $filter, sort: $sort, first: $first)
    ...SortMenu_query @arguments(query: $query)
    ...SearchChips_query @arguments(query: $query, forSale: true)
    saleFacets(query: $query, filter: $filter) {
      ...SaleFilters_facets
      ...SaleResults_facets
    }
  }
`;

export async function loadBuyPage(
  environment: Environment,
  params: URLSearchParams,
): Promise<PreloadedQuery<buyPageLoaderQuery>> {
  const search = parseSales(params);
  const reference = loadQuery<buyPageLoaderQuery>(environment, buyPageQuery, saleVariables(search));
  await loadUpTo(environment, 'saleListings', reference, search.count);
  return reference;
}
