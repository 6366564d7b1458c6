import type { PriceTier, ResortSort } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import { isDay, nightsBetween } from '../../ui/words/days.ts';

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

/** The filters of a search, besides its text. */
export interface SearchFilters {
  price: (typeof priceChoices)[number]['value'];
  destinations: readonly string[];
  brands: readonly string[];
  amenities: readonly string[];
  /** First night and day of departure, YYYY-MM-DD; both or neither. */
  from: string;
  to: string;
  guests: number | null;
  bedrooms: number | null;
  rating: number | null;
}

/** The center and zoom of a map. */
export interface MapPlace {
  latitude: number;
  longitude: number;
  zoom: number;
}

export interface SearchState extends SearchFilters {
  /** Trimmed; empty if no text is searched for. */
  query: string;
  type: string;
  sort: (typeof sortChoices)[number]['value'];
  view: 'list' | 'map';
  /** How many results have been loaded. */
  count: number;
  /** The view of the map. Null shows all results. */
  at: MapPlace | null;
}

export const pageSize = 12;

/** Maximum page size on the server. */
export const largestPage = 100;

const defaultSort = 'rating';
const defaultPrice = 'all';
const most = { count: 1_200, values: 20, characters: 200, nights: 60, guests: 30, bedrooms: 10 };

export const noFilters: SearchFilters = {
  price: defaultPrice,
  destinations: [],
  brands: [],
  amenities: [],
  from: '',
  to: '',
  guests: null,
  bedrooms: null,
  rating: null,
};

/** Reads the URL of a search; unknown values become defaults. */
export function parseSearch(params: URLSearchParams): SearchState {
  const sort = sortChoices.find(({ value }) => value === params.get('sort'));
  const price = priceChoices.find(({ value }) => value === params.get('price'));
  const stay = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const rating = Number(params.get('rating'));
  return {
    query: (params.get('q') ?? '').trim().slice(0, most.characters).trim(),
    type: params.get('type') ?? '',
    sort: sort?.value ?? defaultSort,
    price: price?.value ?? defaultPrice,
    destinations: listOf(params, 'destination'),
    brands: listOf(params, 'brand'),
    amenities: listOf(params, 'amenity'),
    ...(stayProblem(stay) === null ? stay : { from: '', to: '' }),
    guests: numberOf(params, 'guests', 1, most.guests),
    bedrooms: numberOf(params, 'bedrooms', 0, most.bedrooms),
    rating: rating > 0 && rating <= 5 ? rating : null,
    view: params.get('view') === 'map' ? 'map' : 'list',
    count: numberOf(params, 'n', pageSize, most.count) ?? pageSize,
    at: placeOf(params.get('at')),
  };
}

const listOf = (params: URLSearchParams, name: string): string[] =>
  [...new Set(params.getAll(name))]
    .filter((value) => value !== '' && value.length <= most.characters)
    .slice(0, most.values);

function numberOf(
  params: URLSearchParams,
  name: string,
  least: number,
  greatest: number,
): number | null {
  const text = params.get(name) ?? '';
  const value = Number(text);
  return /^\d{1,4}$/.test(text) && value >= least && value <= greatest ? value : null;
}

function placeOf(text: string | null): MapPlace | null {
  const numbers = (text ?? '').split(',').map(Number);
  const [latitude = NaN, longitude = NaN, zoom = NaN] = numbers;
  const isPlace =
    numbers.length === 3 &&
    Math.abs(latitude) <= 85 &&
    Math.abs(longitude) <= 180 &&
    zoom >= 0 &&
    zoom <= 18;
  return isPlace ? { latitude, longitude, zoom } : null;
}

/** What is wrong with the dates of a stay, as a message; null if they are valid. */
export function stayProblem({ from, to }: Pick<SearchFilters, 'from' | 'to'>): string | null {
  if (!isDay(from) || !isDay(to)) {
    return 'Choose both dates';
  }
  const nights = nightsBetween(from, to);
  if (nights < 1) {
    return 'Check out after you check in';
  }
  return nights > most.nights ? `A stay may have at most ${most.nights} nights` : null;
}

/** The shortest path of a search, without default values. */
export function searchPath(state: Partial<SearchState>): string {
  const text = searchParams(state).toString();
  return text === '' ? '/search' : `/search?${text}`;
}

/** Identifies a search: ignores the number of results and the place on the map. */
export const searchIdentity = (state: SearchState): string =>
  searchPath({ ...state, count: pageSize, at: null });

function searchParams(state: Partial<SearchState>): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | null | undefined, usual: unknown = '') => {
    if (value != null && value !== '' && value !== usual) params.set(name, String(value));
  };
  set('q', state.query);
  set('type', state.type);
  set('sort', state.sort, defaultSort);
  set('price', state.price, defaultPrice);
  state.destinations?.forEach((value) => params.append('destination', value));
  state.brands?.forEach((value) => params.append('brand', value));
  state.amenities?.forEach((value) => params.append('amenity', value));
  set('from', state.from);
  set('to', state.to);
  set('guests', state.guests);
  set('bedrooms', state.bedrooms);
  set('rating', state.rating);
  set('view', state.view, 'list');
  set('n', state.count, pageSize);
  set('at', state.at && `${state.at.latitude},${state.at.longitude},${state.at.zoom}`);
  return params;
}

interface FilterVariables {
  priceTier?: PriceTier;
  destinations?: readonly string[];
  brands?: readonly string[];
  amenities?: readonly string[];
  availableFrom?: string;
  availableTo?: string;
  guests?: number;
  bedrooms?: number;
  minRating?: number;
}

/** The variables of the query; the same for everyone with the same URL. */
export function searchVariables(state: SearchState): {
  query: string | null;
  filter: FilterVariables;
  sort: ResortSort;
  first: number;
} {
  return {
    query: state.query === '' ? null : state.query,
    filter: filterVariables(state),
    sort: sortChoices.find(({ value }) => value === state.sort)?.sort ?? 'HIGHEST_RATED',
    first: Math.min(state.count, largestPage),
  };
}

export function filterVariables(state: SearchFilters): FilterVariables {
  const tier = priceChoices.find(({ value }) => value === state.price)?.tier;
  return {
    ...(tier && { priceTier: tier }),
    ...(state.destinations.length > 0 && { destinations: state.destinations }),
    ...(state.brands.length > 0 && { brands: state.brands }),
    ...(state.amenities.length > 0 && { amenities: state.amenities }),
    ...(state.from !== '' && { availableFrom: state.from, availableTo: state.to }),
    ...(state.guests !== null && { guests: state.guests }),
    ...(state.bedrooms !== null && { bedrooms: state.bedrooms }),
    ...(state.rating !== null && { minRating: state.rating }),
  };
}

/** Whether there is a search text or any filter. */
export const isNarrowed = (state: SearchState): boolean =>
  state.query !== '' || Object.keys(filterVariables(state)).length > 0;
