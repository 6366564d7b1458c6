import type { PriceTier, ResortSort } from '#web/__generated__/searchPageLoaderQuery.graphql.ts';
import type { WeekSort } from '#web/__generated__/weeksPageLoaderQuery.graphql.ts';
import { noTime, type StayTime } from './stayTime.ts';

export const earliest = { value: 'earliest', label: 'Earliest First', sort: 'EARLIEST' } as const;
export const lowestTotal = {
  value: 'total',
  label: 'Total: Low to High',
  sort: 'LOWEST_TOTAL',
} as const;

export const sortChoices = [
  { value: 'price-asc', label: 'Price: Low to High', sort: 'PRICE_LOW_TO_HIGH' },
  { value: 'price-desc', label: 'Price: High to Low', sort: 'PRICE_HIGH_TO_LOW' },
  { value: 'rating', label: 'Highest Rated', sort: 'HIGHEST_RATED' },
  { value: 'reviews', label: 'Most Reviews', sort: 'MOST_REVIEWS' },
  lowestTotal,
  earliest,
] as const satisfies readonly { value: string; label: string; sort: ResortSort }[];

export const weekSortChoices = [
  earliest,
  { ...lowestTotal, asked: 'PRICE_LOW_TO_HIGH' },
  {
    value: 'total-desc',
    label: 'Total: High to Low',
    sort: 'HIGHEST_TOTAL',
    asked: 'PRICE_HIGH_TO_LOW',
  },
] as const satisfies readonly (SortChoice & { sort: WeekSort })[];

export interface SortChoice<Value extends string = string> {
  value: Value;
  label: string;
  sort: string;
  /** The order that words such as "cheap" select. */
  asked?: ResortSort;
}

export interface SortOf<Value extends string = string> {
  choices: readonly SortChoice<Value>[];
  usual: Value;
  chosen: Value | null;
}

export const resortSorts = { choices: sortChoices, usual: 'rating' } as const;
export const weekSorts = { choices: weekSortChoices, usual: earliest.value } as const;

/** The order in a text, if the list has it; otherwise undefined. */
export const askedChoice = <Value extends string>(
  choices: readonly SortChoice<Value>[],
  sort: string | null | undefined,
): SortChoice<Value> | undefined =>
  choices.find((choice) => (choice.asked ?? choice.sort) === sort);

export const priceChoices = [
  { value: 'all', label: 'All Prices', tier: null },
  { value: 'under-100', label: 'Under $100', tier: 'UNDER_100' },
  { value: '100-300', label: '$100 - $300', tier: 'FROM_100_TO_300' },
  { value: '300-plus', label: '$300+', tier: 'FROM_300' },
] as const satisfies readonly { value: string; label: string; tier: PriceTier | null }[];

export interface SearchFilters extends StayTime {
  price: (typeof priceChoices)[number]['value'];
  destinations: readonly string[];
  brands: readonly string[];
  amenities: readonly string[];
  total: number | null;
  guests: number | null;
  bedrooms: number | null;
  instant: boolean;
  rating: number | null;
}

export interface MapArea {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export const views = ['list', 'weeks', 'map'] as const;

export interface SearchState extends SearchFilters {
  query: string;
  type: string;
  sort: (typeof sortChoices)[number]['value'] | null;
  weekSort: (typeof weekSortChoices)[number]['value'] | null;
  view: (typeof views)[number];
  count: number;
  /** The part of the map that is shown. Null shows all results. */
  area: MapArea | null;
}

export const pageSize = 12;

export const defaultPrice = 'all';

/** Bounds for values in a URL; the server has the same bounds for filters. */
export const most = {
  count: 1_200,
  values: 20,
  characters: 200,
  guests: 30,
  bedrooms: 10,
  total: 9_999_999,
};

export const noFilters: SearchFilters = {
  ...noTime,
  price: defaultPrice,
  destinations: [],
  brands: [],
  amenities: [],
  total: null,
  guests: null,
  bedrooms: null,
  instant: false,
  rating: null,
};

export const sortOf = ({ view, sort, weekSort }: SearchState): SortOf =>
  view === 'weeks' ? { ...weekSorts, chosen: weekSort } : { ...resortSorts, chosen: sort };
