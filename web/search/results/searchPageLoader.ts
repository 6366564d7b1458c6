import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment, GraphQLTaggedNode } from 'relay-runtime';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import type { searchMapPageLoaderListQuery } from '#web/__generated__/searchMapPageLoaderListQuery.graphql.ts';
import type { searchMapPageLoaderQuery } from '#web/__generated__/searchMapPageLoaderQuery.graphql.ts';
import type { searchPageLoaderQuery } from '#web/__generated__/searchPageLoaderQuery.graphql.ts';
import type { sellPageLoaderQuery } from '#web/__generated__/sellPageLoaderQuery.graphql.ts';
import type { weeksPageLoaderQuery } from '#web/__generated__/weeksPageLoaderQuery.graphql.ts';
import type { CompareBar } from '#web/listings/compare/CompareBar.tsx';
import { pageSize, type SearchState } from '../address/searchState.ts';
import { isFlexible } from '../address/stayTime.ts';
import { parseSearch } from '../address/searchUrl.ts';
import { mapVariables, searchVariables, weekVariables } from '../address/searchVariables.ts';
import type { BuyTimeshare } from './buy/BuyTimeshare.tsx';
import type { FlexibleStay } from '../fields/FlexibleStay.tsx';
import type { MapResults } from './map/MapResults.tsx';
import type { SellTimeshare } from './sell/SellTimeshare.tsx';
import type { WeekResults } from './weeks/WeekResults.tsx';

export const searchPageQuery = graphql`
  query searchPageLoaderQuery(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort
    $first: Int
  ) {
    ...AppShell_query
    site {
      title
    }
    ...SearchResults_query @arguments(query: $query, filter: $filter, sort: $sort, first: $first)
    ...SaveSearch_query
    ...SortMenu_query @arguments(query: $query)
    ...SearchChips_query @arguments(query: $query)
    ...FilterPanel_query @arguments(query: $query, filter: $filter)
  }
`;

type ViewData =
  | { mode: 'list'; document: GraphQLTaggedNode; reference: PreloadedQuery<searchPageLoaderQuery> }
  | {
      mode: 'weeks';
      document: GraphQLTaggedNode;
      reference: PreloadedQuery<weeksPageLoaderQuery>;
      WeekResults: typeof WeekResults;
      CompareBar: typeof CompareBar;
    }
  | {
      mode: 'map';
      document: GraphQLTaggedNode;
      reference: PreloadedQuery<searchMapPageLoaderQuery>;
      list: PreloadedQuery<searchMapPageLoaderListQuery>;
      MapResults: typeof MapResults;
    };

/**
 * The results in one view, with the parts that the URL needs besides the list; each in its own
 * file.
 */
export type SearchData = ViewData & { FlexibleStay?: typeof FlexibleStay };

export type SearchPageData =
  | SearchData
  | {
      mode: 'buy';
      reference: PreloadedQuery<buyPageLoaderQuery>;
      BuyTimeshare: typeof BuyTimeshare;
    }
  | {
      mode: 'sell';
      reference: PreloadedQuery<sellPageLoaderQuery>;
      SellTimeshare: typeof SellTimeshare;
    };

export function loadSearchPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): SearchPageData | Promise<SearchPageData> {
  const params = new URL(request.url).searchParams;
  const search = parseSearch(params);
  if (search.type === 'buy') return loadBuy(environment, params);
  if (search.type === 'sell') return loadSell(environment);
  const view = viewLoaders[search.view](environment, search);
  return isFlexible(search) ? withFlexibleStay(view) : view;
}

async function loadBuy(environment: Environment, params: URLSearchParams): Promise<SearchPageData> {
  const [reference, { BuyTimeshare }] = await Promise.all([
    import('./buy/buyPageLoader.ts').then(({ loadBuyPage }) => loadBuyPage(environment, params)),
    import('./buy/BuyTimeshare.tsx'),
  ]);
  return { mode: 'buy', reference, BuyTimeshare };
}

async function loadSell(environment: Environment): Promise<SearchPageData> {
  const [reference, { SellTimeshare }] = await Promise.all([
    import('./sell/sellPageLoader.ts').then(({ loadSellPage }) => loadSellPage(environment)),
    import('./sell/SellTimeshare.tsx'),
  ]);
  return { mode: 'sell', reference, SellTimeshare };
}

/** Adds the fields that the URL uses, so that the server can render them. */
async function withFlexibleStay(view: ViewData | Promise<ViewData>): Promise<SearchData> {
  const [data, { FlexibleStay }] = await Promise.all([view, import('../fields/FlexibleStay.tsx')]);
  return { ...data, FlexibleStay };
}

type ViewLoader = (environment: Environment, search: SearchState) => ViewData | Promise<ViewData>;

const loadList: ViewLoader = (environment, search) => {
  const reference = loadQuery<searchPageLoaderQuery>(
    environment,
    searchPageQuery,
    searchVariables(search),
  );
  const data: ViewData = { mode: 'list', document: searchPageQuery, reference };
  // On return to a page far down, restoring the scroll position requires all results.
  return search.count > pageSize
    ? import('./found/nextPageLoader.ts')
        .then(({ loadUpTo }) => loadUpTo(environment, 'resorts', reference, search.count))
        .then(() => data)
    : data;
};

const loadWeeks: ViewLoader = async (environment, search) => {
  const [loaded, { WeekResults }, { CompareBar }] = await Promise.all([
    import('./weeks/weeksPageLoader.ts').then(({ loadWeeksPage }) =>
      loadWeeksPage(environment, weekVariables(search), search.count),
    ),
    import('./weeks/WeekResults.tsx'),
    import('#web/listings/compare/CompareBar.tsx'),
  ]);
  return { mode: 'weeks', ...loaded, WeekResults, CompareBar };
};

const loadMap: ViewLoader = async (environment, search) => {
  const [loaded, { MapResults }] = await Promise.all([
    import('./map/searchMapPageLoader.ts').then(({ loadSearchMapPage }) =>
      loadSearchMapPage(environment, mapVariables(search)),
    ),
    import('./map/MapResults.tsx'),
  ]);
  return { mode: 'map', ...loaded, MapResults };
};

const viewLoaders: Record<SearchState['view'], ViewLoader> = {
  list: loadList,
  weeks: loadWeeks,
  map: loadMap,
};
