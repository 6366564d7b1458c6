import type {
  ListingOwnership,
  ListingTenure,
  ListingUse,
  SaleSort,
} from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import type { SortChoice, SortOf } from '#web/search/address/searchState.ts';

const saleSortChoices = [
  { value: 'newest', label: 'Newest', sort: 'NEWEST' },
  {
    value: 'price-asc',
    label: 'Price: Low to High',
    sort: 'LOWEST_PRICE',
    asked: 'PRICE_LOW_TO_HIGH',
  },
  {
    value: 'price-desc',
    label: 'Price: High to Low',
    sort: 'HIGHEST_PRICE',
    asked: 'PRICE_HIGH_TO_LOW',
  },
  { value: 'fee', label: 'Lowest Yearly Fee', sort: 'LOWEST_FEE' },
  { value: 'first-year', label: 'Lowest First Year', sort: 'LOWEST_FIRST_YEAR' },
] as const satisfies readonly (SortChoice & { sort: SaleSort })[];

type SaleSortValue = (typeof saleSortChoices)[number]['value'];

export const saleSortOf = ({ sort }: Pick<SaleState, 'sort'>): SortOf<SaleSortValue> => ({
  choices: saleSortChoices,
  usual: 'newest',
  chosen: sort,
});

/** The values of facets with fixed choices, as the server names them. */
const values = {
  kinds: ['FIXED', 'FLOATING', 'ROTATING', 'POINTS'],
  uses: ['ANNUAL', 'ODD', 'EVEN'],
  tenures: ['DEEDED', 'RIGHT_TO_USE'],
} as const;

/** The conditions of a search for sales, besides the text. Amounts are whole dollars. */
export interface SaleConditions {
  destinations: readonly string[];
  brands: readonly string[];
  seasons: readonly string[];
  kinds: readonly ListingOwnership[];
  uses: readonly ListingUse[];
  tenures: readonly ListingTenure[];
  priceFrom: number | null;
  priceTo: number | null;
  feeFrom: number | null;
  feeTo: number | null;
  /** Highest total of the first year. */
  firstYearTo: number | null;
  weekFrom: number | null;
  weekTo: number | null;
  bedrooms: number | null;
  firstUseBy: number | null;
}

export interface SaleState extends SaleConditions {
  /** Trimmed; empty if no text is searched for. */
  query: string;
  sort: SaleSortValue | null;
  /** How many results have been loaded. */
  count: number;
}

export const pageSize = 12;
const most = { count: 1_200, page: 24, values: 20, characters: 200, dollars: 10_000_000 };

export const noConditions: SaleConditions = {
  destinations: [],
  brands: [],
  seasons: [],
  kinds: [],
  uses: [],
  tenures: [],
  priceFrom: null,
  priceTo: null,
  feeFrom: null,
  feeTo: null,
  firstYearTo: null,
  weekFrom: null,
  weekTo: null,
  bedrooms: null,
  firstUseBy: null,
};

/** The names of the numbers in the URL, with their bounds. */
const numbers = {
  priceFrom: ['price-from', 0, most.dollars],
  priceTo: ['price-to', 0, most.dollars],
  feeFrom: ['fee-from', 0, most.dollars],
  feeTo: ['fee-to', 0, most.dollars],
  firstYearTo: ['first-year', 0, most.dollars],
  weekFrom: ['week-from', 1, 53],
  weekTo: ['week-to', 1, 53],
  bedrooms: ['bedrooms', 0, 12],
  firstUseBy: ['first-use', 2000, 2200],
} as const satisfies Partial<Record<keyof SaleConditions, readonly [string, number, number]>>;

type NumberName = keyof typeof numbers;

const numberNames = Object.keys(numbers) as NumberName[];

/** Largest values that a field may hold. */
export const greatest = (name: NumberName): number => numbers[name][2];

const lists = {
  destinations: 'destination',
  brands: 'brand',
  seasons: 'season',
  kinds: 'kind',
  uses: 'use',
  tenures: 'tenure',
} as const;

/** Reads the URL of a search for sales; unknown values become defaults. */
export function parseSales(params: URLSearchParams): SaleState {
  const sort = saleSortChoices.find(({ value }) => value === params.get('sort'));
  const names = (name: string): string[] =>
    [...new Set(params.getAll(name))]
      .filter((value) => value !== '' && value.length <= most.characters)
      .slice(0, most.values);
  const chosen = <Value extends string>(name: string, all: readonly Value[]): Value[] =>
    all.filter((value) => params.getAll(name).includes(wordOf(value)));
  const found = Object.fromEntries(
    numberNames.map((name) => [name, numberOf(params, numbers[name])]),
  ) as Pick<SaleConditions, NumberName>;
  return {
    query: (params.get('q') ?? '').trim().slice(0, most.characters).trim(),
    sort: sort?.value ?? null,
    destinations: names(lists.destinations),
    brands: names(lists.brands),
    seasons: names(lists.seasons),
    kinds: chosen(lists.kinds, values.kinds),
    uses: chosen(lists.uses, values.uses),
    tenures: chosen(lists.tenures, values.tenures),
    ...found,
    ...inOrder(found, 'priceFrom', 'priceTo'),
    ...inOrder(found, 'feeFrom', 'feeTo'),
    ...inOrder(found, 'weekFrom', 'weekTo'),
    count: numberOf(params, ['n', pageSize, most.count]) ?? pageSize,
  };
}

const wordOf = (value: string): string => value.toLowerCase().replaceAll('_', '-');

function numberOf(
  params: URLSearchParams,
  [name, least, largest]: readonly [name: string, least: number, largest: number],
): number | null {
  const text = params.get(name) ?? '';
  const value = Number(text);
  return /^\d{1,8}$/.test(text) && value >= least && value <= largest ? value : null;
}

/** Swaps a reversed range. */
function inOrder<From extends NumberName, To extends NumberName>(
  found: Pick<SaleConditions, NumberName>,
  from: From,
  to: To,
) {
  const [least, largest] = [found[from], found[to]];
  const isReversed = least !== null && largest !== null && least > largest;
  return isReversed
    ? ({ [from]: largest, [to]: least } as Record<From | To, number>)
    : ({} as Record<never, never>);
}

export function salesPath(state: Partial<SaleState>): string {
  const params = new URLSearchParams();
  if (state.query) params.set('q', state.query);
  params.set('type', 'buy');
  if (state.sort) params.set('sort', state.sort);
  for (const name of ['destinations', 'brands', 'seasons'] as const) {
    state[name]?.forEach((value) => params.append(lists[name], value));
  }
  for (const name of ['kinds', 'uses', 'tenures'] as const) {
    state[name]?.forEach((value) => params.append(lists[name], wordOf(value)));
  }
  for (const name of numberNames) {
    const value = state[name];
    if (value != null) params.set(numbers[name][0], String(value));
  }
  if (state.count && state.count !== pageSize) params.set('n', String(state.count));
  return `/search?${params}`;
}

/** Identifies a search: ignores the number of results. */
export const salesIdentity = (state: SaleState): string => salesPath({ ...state, count: pageSize });

/** The variables of the query; the same for everyone with the same URL. */
export const saleVariables = (state: SaleState) => ({
  query: state.query === '' ? null : state.query,
  filter: filterOf(state),
  sort: saleSortChoices.find(({ value }) => value === state.sort)?.sort ?? null,
  first: Math.min(state.count, most.page),
});

const cents = (dollars: number): number => dollars * 100;

function filterOf(state: SaleConditions) {
  return {
    ...(state.destinations.length > 0 && { destinations: state.destinations }),
    ...(state.brands.length > 0 && { brands: state.brands }),
    ...(state.seasons.length > 0 && { seasons: state.seasons }),
    ...(state.kinds.length > 0 && { ownerships: state.kinds }),
    ...(state.uses.length > 0 && { uses: state.uses }),
    ...(state.tenures.length > 0 && { tenures: state.tenures }),
    ...(state.priceFrom !== null && { minPriceCents: cents(state.priceFrom) }),
    ...(state.priceTo !== null && { maxPriceCents: cents(state.priceTo) }),
    ...(state.feeFrom !== null && { minFeeCents: cents(state.feeFrom) }),
    ...(state.feeTo !== null && { maxFeeCents: cents(state.feeTo) }),
    ...(state.firstYearTo !== null && { maxFirstYearCents: cents(state.firstYearTo) }),
    ...(state.weekFrom !== null && { weekFrom: state.weekFrom }),
    ...(state.weekTo !== null && { weekTo: state.weekTo }),
    ...(state.bedrooms !== null && { bedrooms: state.bedrooms }),
    ...(state.firstUseBy !== null && { firstUseBy: state.firstUseBy }),
  };
}

/** Whether there is a search text or any condition. */
export const isNarrowed = (state: SaleState): boolean =>
  state.query !== '' || Object.keys(filterOf(state)).length > 0;
