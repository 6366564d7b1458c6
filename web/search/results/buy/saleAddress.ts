import type {
  ListingOwnership,
  ListingTenure,
  ListingUse,
  SaleFilter,
  SaleSort,
} from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import { most, pageSize, type SortChoice, type SortOf } from '#web/search/address/searchState.ts';
import { largestPage } from '#web/search/address/searchVariables.ts';
import { listOf, numberOf, textOf } from '#web/search/address/searchUrl.ts';

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

const values = {
  kinds: ['FIXED', 'FLOATING', 'ROTATING', 'POINTS'],
  uses: ['ANNUAL', 'ODD', 'EVEN'],
  tenures: ['DEEDED', 'RIGHT_TO_USE'],
} as const;

export interface SaleConditions extends Record<NumberName, number | null> {
  destinations: readonly string[];
  brands: readonly string[];
  seasons: readonly string[];
  kinds: readonly ListingOwnership[];
  uses: readonly ListingUse[];
  tenures: readonly ListingTenure[];
}

export interface SaleState extends SaleConditions {
  query: string;
  sort: SaleSortValue | null;
  count: number;
}

const mostDollars = 10_000_000;

/** The numbers: name in the URL, bounds, and the server's name, whose amounts are in cents. */
const numbers = {
  priceFrom: ['price-from', 0, mostDollars, 'minPriceCents'],
  priceTo: ['price-to', 0, mostDollars, 'maxPriceCents'],
  feeFrom: ['fee-from', 0, mostDollars, 'minFeeCents'],
  feeTo: ['fee-to', 0, mostDollars, 'maxFeeCents'],
  firstYearTo: ['first-year', 0, mostDollars, 'maxFirstYearCents'],
  weekFrom: ['week-from', 1, 53, 'weekFrom'],
  weekTo: ['week-to', 1, 53, 'weekTo'],
  bedrooms: ['bedrooms', 0, 12, 'bedrooms'],
  firstUseBy: ['first-use', 2000, 2200, 'firstUseBy'],
} as const satisfies Record<string, readonly [string, number, number, keyof SaleFilter]>;

export type NumberName = keyof typeof numbers;

const numberNames = Object.keys(numbers) as NumberName[];

const eachNumber = (valueOf: (name: NumberName) => number | null) =>
  Object.fromEntries(numberNames.map((name) => [name, valueOf(name)])) as Record<
    NumberName,
    number | null
  >;

export const noConditions: SaleConditions = {
  destinations: [],
  brands: [],
  seasons: [],
  kinds: [],
  uses: [],
  tenures: [],
  ...eachNumber(() => null),
};

export const greatest = (name: NumberName): number => numbers[name][2];

const lists = {
  destinations: 'destination',
  brands: 'brand',
  seasons: 'season',
  kinds: 'kind',
  uses: 'use',
  tenures: 'tenure',
} as const;

export function parseSales(params: URLSearchParams): SaleState {
  const sort = saleSortChoices.find(({ value }) => value === params.get('sort'));
  const chosen = <Value extends string>(name: string, all: readonly Value[]): Value[] =>
    all.filter((value) => params.getAll(name).includes(wordOf(value)));
  const found = eachNumber((name) => {
    const [param, least, largest] = numbers[name];
    return numberOf(params, param, least, largest);
  });
  return {
    query: textOf(params),
    sort: sort?.value ?? null,
    destinations: listOf(params, lists.destinations),
    brands: listOf(params, lists.brands),
    seasons: listOf(params, lists.seasons),
    kinds: chosen(lists.kinds, values.kinds),
    uses: chosen(lists.uses, values.uses),
    tenures: chosen(lists.tenures, values.tenures),
    ...found,
    ...inOrder(found, 'priceFrom', 'priceTo'),
    ...inOrder(found, 'feeFrom', 'feeTo'),
    ...inOrder(found, 'weekFrom', 'weekTo'),
    count: numberOf(params, 'n', pageSize, most.count) ?? pageSize,
  };
}

const wordOf = (value: string): string => value.toLowerCase().replaceAll('_', '-');

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

export const salesIdentity = (state: SaleState): string => salesPath({ ...state, count: pageSize });

export const saleVariables = (state: SaleState) => ({
  query: state.query === '' ? null : state.query,
  filter: filterOf(state),
  sort: saleSortChoices.find(({ value }) => value === state.sort)?.sort ?? null,
  first: Math.min(state.count, largestPage),
});

function filterOf(state: SaleConditions): SaleFilter {
  const { destinations, brands, seasons, kinds: ownerships, uses, tenures } = state;
  const chosen = Object.entries({ destinations, brands, seasons, ownerships, uses, tenures });
  const bounds = numberNames.flatMap((name) => {
    const value = state[name];
    const field = numbers[name][3];
    return value === null ? [] : [[field, field.endsWith('Cents') ? value * 100 : value] as const];
  });
  return Object.fromEntries<unknown>([
    ...chosen.filter(([, values]) => values.length > 0),
    ...bounds,
  ]);
}

export const isNarrowed = (state: SaleState): boolean =>
  state.query !== '' || Object.keys(filterOf(state)).length > 0;
