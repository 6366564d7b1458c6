import { graphql, loadQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { searchPageLoaderQuery } from '#web/__generated__/searchPageLoaderQuery.graphql.ts';
import { pageSize, type SearchState } from '../address/searchState.ts';
import { isFlexible } from '../address/stayTime.ts';
import { parseSearch } from '../address/searchUrl.ts';
import { mapVariables, searchVariables, weekVariables } from '../address/searchVariables.ts';
import type { FlexibleStay } from '../fields/FlexibleStay.tsx';

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

type ViewData = Awaited<ReturnType<(typeof viewLoaders)[SearchState['view']]>>;

/** The results in one view, with the parts that the URL needs besides the list. */
export type SearchData = ViewData & { FlexibleStay?: typeof FlexibleStay };

export type SearchPageData = SearchData | Awaited<ReturnType<typeof loadBuy | typeof loadSell>>;

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

async function loadBuy(environment: Environment, params: URLSearchParams) {
  const [reference, { BuyTimeshare }] = await Promise.all([
    import('./buy/buyPageLoader.ts').then(({ loadBuyPage }) => loadBuyPage(environment, params)),
    import('./buy/BuyTimeshare.tsx'),
  ]);
  return { mode: 'buy' as const, reference, BuyTimeshare };
}

async function loadSell(environment: Environment) {
  const [reference, { SellTimeshare }] = await Promise.all([
    import('./sell/sellPageLoader.ts').then(({ loadSellPage }) => loadSellPage(environment)),
    import('./sell/SellTimeshare.tsx'),
  ]);
  return { mode: 'sell' as const, reference, SellTimeshare };
}

/** Adds the fields that the URL uses, so that the server can render them. */
async function withFlexibleStay(view: ViewData | Promise<ViewData>): Promise<SearchData> {
  const [data, { FlexibleStay }] = await Promise.all([view, import('../fields/FlexibleStay.tsx')]);
  return { ...data, FlexibleStay };
}

function loadList(environment: Environment, search: SearchState) {
  const reference = loadQuery<searchPageLoaderQuery>(
    environment,
    searchPageQuery,
    searchVariables(search),
  );
  const data = { mode: 'list' as const, document: searchPageQuery, reference };
  // On return to a page far down, restoring the scroll position requires all results.
  return search.count > pageSize
    ? import('./found/nextPageLoader.ts')
        .then(({ loadUpTo }) => loadUpTo(environment, 'resorts', reference, search.count))
        .then(() => data)
    : data;
}

async function loadWeeks(environment: Environment, search: SearchState) {
  const [loaded, { WeekResults }, { CompareBar }] = await Promise.all([
    import('./weeks/weeksPageLoader.ts').then(({ loadWeeksPage }) =>
      loadWeeksPage(environment, weekVariables(search), search.count),
    ),
    import('./weeks/WeekResults.tsx'),
    import('#web/listings/compare/CompareBar.tsx'),
  ]);
  return { mode: 'weeks' as const, ...loaded, WeekResults, CompareBar };
}

async function loadMap(environment: Environment, search: SearchState) {
  const [loaded, { MapResults }] = await Promise.all([
    import('./map/searchMapPageLoader.ts').then(({ loadSearchMapPage }) =>
      loadSearchMapPage(environment, mapVariables(search)),
    ),
    import('./map/MapResults.tsx'),
  ]);
  return { mode: 'map' as const, ...loaded, MapResults };
}

const viewLoaders = { list: loadList, weeks: loadWeeks, map: loadMap };
