import { fetchQuery, graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment, GraphQLResponse } from 'relay-runtime';
import type { searchMapPageLoaderQuery } from '../../__generated__/searchMapPageLoaderQuery.graphql.ts';
import type { searchPageLoaderMoreQuery } from '../../__generated__/searchPageLoaderMoreQuery.graphql.ts';
import type { searchPageLoaderQuery } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import type { sellPageLoaderQuery } from '../../__generated__/sellPageLoaderQuery.graphql.ts';
import type { MapResults } from './MapResults.tsx';
import { loadSearchMapPage } from './searchMapPageLoader.ts';
import {
  largestPage,
  pageSize,
  parseSearch,
  searchVariables,
  type SearchState,
} from './searchUrl.ts';
import { loadSellPage } from './sellPageLoader.ts';
import type { SellTimeshare } from './SellTimeshare.tsx';

export const searchPageQuery = graphql`
  query searchPageLoaderQuery(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort!
    $first: Int
  ) {
    ...AppShell_query
    site {
      title
    }
    ...SearchResults_query @arguments(query: $query, filter: $filter, sort: $sort, first: $first)
    ...SaveSearchButton_query
    ...FilterPanel_query @arguments(query: $query, filter: $filter)
    ...SaveSearchButton_query
  }
`;

/** Results after the first page, if the URL asks for more than the server returns at once. */
const moreResultsQuery = graphql`
  query searchPageLoaderMoreQuery(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort!
    $first: Int
    $after: String
  ) {
    resorts(query: $query, filter: $filter, sort: $sort, first: $first, after: $after)
      @connection(key: "SearchResults_resorts", filters: ["query", "filter", "sort"]) {
      edges {
        node {
          id
          ...ResortCard_resort
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`;

export type SearchPageData =
  | { mode: 'list'; reference: PreloadedQuery<searchPageLoaderQuery> }
  | {
      mode: 'map';
      reference: PreloadedQuery<searchMapPageLoaderQuery>;
      /** Loaded for the map only. */
      MapResults: typeof MapResults;
    }
  | {
      mode: 'sell';
      reference: PreloadedQuery<sellPageLoaderQuery>;
      /** Loaded with its forms, only for selling. */
      SellTimeshare: typeof SellTimeshare;
    };

export function loadSearchPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): SearchPageData | Promise<SearchPageData> {
  const search = parseSearch(new URL(request.url).searchParams);
  if (search.type === 'sell') {
    const reference = loadSellPage(environment);
    return import('./SellTimeshare.tsx').then((module) => ({
      mode: 'sell',
      reference,
      SellTimeshare: module.SellTimeshare,
    }));
  }
  const { query, filter, ...list } = searchVariables(search);
  if (search.view === 'map') {
    const reference = loadSearchMapPage(environment, { query, filter });
    return import('./MapResults.tsx').then((module) => ({
      mode: 'map',
      reference,
      MapResults: module.MapResults,
    }));
  }
  const reference = loadQuery<searchPageLoaderQuery>(environment, searchPageQuery, {
    query,
    filter,
    ...list,
  });
  const data: SearchPageData = { mode: 'list', reference };
  // The person returns to a place far down: scrolling there requires all results.
  return search.count > pageSize
    ? loadUpTo(environment, reference, search).then(
        () => data,
        () => data,
      )
    : data;
}

/** Waits until the store has the number of results in the URL. */
async function loadUpTo(
  environment: Environment,
  reference: PreloadedQuery<searchPageLoaderQuery>,
  search: SearchState,
): Promise<void> {
  const { first, ...variables } = searchVariables(search);
  let page = pageInfoOf(await reference.source?.toPromise());
  let loaded = first;
  while (page?.hasNextPage && loaded < search.count) {
    const size = Math.min(largestPage, search.count - loaded);
    const more = await fetchQuery<searchPageLoaderMoreQuery>(environment, moreResultsQuery, {
      ...variables,
      first: size,
      after: page.endCursor,
    }).toPromise();
    page = more?.resorts.pageInfo;
    loaded += size;
  }
}

interface PageInfo {
  readonly endCursor: string | null | undefined;
  readonly hasNextPage: boolean;
}

function pageInfoOf(response: GraphQLResponse | undefined): PageInfo | undefined {
  if (response === undefined || !('data' in response)) return undefined;
  const { resorts } = (response.data ?? {}) as { resorts?: { pageInfo?: PageInfo } };
  return resorts?.pageInfo;
}
