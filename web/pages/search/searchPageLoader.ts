import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { searchPageLoaderQuery } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import type { searchPageLoaderSellQuery } from '../../__generated__/searchPageLoaderSellQuery.graphql.ts';
import { parseSearch, searchVariables } from './searchUrl.ts';

export const searchPageQuery = graphql`
  query searchPageLoaderQuery($query: String, $priceTier: PriceTier, $sort: ResortSort!) {
    ...AppShell_query
    site {
      title
    }
    ...SearchResults_query @arguments(query: $query, priceTier: $priceTier, sort: $sort)
  }
`;

export const sellPageQuery = graphql`
  query searchPageLoaderSellQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      id
    }
  }
`;

export type SearchPageData =
  | { mode: 'search'; reference: PreloadedQuery<searchPageLoaderQuery> }
  | { mode: 'sell'; reference: PreloadedQuery<searchPageLoaderSellQuery> };

export function loadSearchPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): SearchPageData {
  const search = parseSearch(new URL(request.url).searchParams);
  if (search.type === 'sell') {
    const reference = loadQuery<searchPageLoaderSellQuery>(environment, sellPageQuery, {});
    return { mode: 'sell', reference };
  }
  const reference = loadQuery<searchPageLoaderQuery>(
    environment,
    searchPageQuery,
    searchVariables(search),
  );
  return { mode: 'search', reference };
}
