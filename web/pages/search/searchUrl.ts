import type { PriceTier, ResortSort } from '../../__generated__/searchPageLoaderQuery.graphql.ts';

export const sortChoices = [
  { value: 'price-asc', label: 'Price: Low to High', sort: 'PRICE_LOW_TO_HIGH' },
  { value: 'price-desc', label: 'Price: High to Low', sort: 'PRICE_HIGH_TO_LOW' },
  { value: 'rating', label: 'Highest Rated', sort: 'HIGHEST_RATED' },
  { value: 'reviews', label: 'Most Reviews', sort: 'MOST_REVIEWS' },
] as const satisfies readonly { value: string; label: string; sort: ResortSort }[];

export const priceChoices = [
  { value: 'all', label: 'All Prices', tier: null },
  { value: 'under-100', label: 'Under $100', tier: 'UNDER_100' },
  { value: '100-300', label: '$100 - $300', tier: 'FROM_100_TO_300' },
  { value: '300-plus', label: '$300+', tier: 'FROM_300' },
] as const satisfies readonly { value: string; label: string; tier: PriceTier | null }[];

export interface SearchState {
  /** Trimmed; empty when nothing is searched for. */
  query: string;
  type: string;
  sort: (typeof sortChoices)[number]['value'];
  price: (typeof priceChoices)[number]['value'];
}

const defaultSort = 'rating';
const defaultPrice = 'all';

/** A search as its address says; what it doesn't know it reads as the default. */
export function parseSearch(params: URLSearchParams): SearchState {
  const sort = sortChoices.find(({ value }) => value === params.get('sort'));
  const price = priceChoices.find(({ value }) => value === params.get('price'));
  return {
    query: params.get('q')?.trim() ?? '',
    type: params.get('type') ?? '',
    sort: sort?.value ?? defaultSort,
    price: price?.value ?? defaultPrice,
  };
}

/** The shortest address of a search: defaults stay out of it. */
export function searchPath(state: Partial<SearchState>): string {
  const params = new URLSearchParams();
  if (state.query) params.set('q', state.query);
  if (state.type) params.set('type', state.type);
  if (state.sort && state.sort !== defaultSort) params.set('sort', state.sort);
  if (state.price && state.price !== defaultPrice) params.set('price', state.price);
  const text = params.toString();
  return text === '' ? '/search' : `/search?${text}`;
}

export function searchVariables({ query, sort, price }: SearchState): {
  query: string | null;
  priceTier: PriceTier | null;
  sort: ResortSort;
} {
  return {
    query: query === '' ? null : query,
    priceTier: priceChoices.find(({ value }) => value === price)?.tier ?? null,
    sort: sortChoices.find(({ value }) => value === sort)?.sort ?? 'HIGHEST_RATED',
  };
}
