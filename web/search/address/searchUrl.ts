import type { Bounds } from '#web/map/mapGeometry.ts';
import {
  defaultPrice,
  most,
  pageSize,
  priceChoices,
  sortChoices,
  sortOf,
  views,
  weekSortChoices,
  type SearchState,
} from './searchState.ts';
import { readStayTime } from './stayTime.ts';

export function parseSearch(params: URLSearchParams): SearchState {
  const isSort = ({ value }: { value: string }) => value === params.get('sort');
  const price = priceChoices.find(({ value }) => value === params.get('price'));
  const rating = Number(params.get('rating'));
  return {
    query: textOf(params),
    type: params.get('type') ?? '',
    sort: sortChoices.find(isSort)?.value ?? null,
    weekSort: weekSortChoices.find(isSort)?.value ?? null,
    price: price?.value ?? defaultPrice,
    destinations: listOf(params, 'destination'),
    brands: listOf(params, 'brand'),
    amenities: listOf(params, 'amenity'),
    ...readStayTime(params),
    total: numberOf(params, 'total', 1, most.total),
    guests: numberOf(params, 'guests', 1, most.guests),
    bedrooms: numberOf(params, 'bedrooms', 0, most.bedrooms),
    instant: params.get('instant') === '1',
    rating: rating > 0 && rating <= 5 ? rating : null,
    view: views.find((value) => value === params.get('view')) ?? 'list',
    count: numberOf(params, 'n', pageSize, most.count) ?? pageSize,
    area: areaOf(params.get('area')),
  };
}

export const textOf = (params: URLSearchParams): string =>
  (params.get('q') ?? '').trim().slice(0, most.characters).trim();

export const listOf = (params: URLSearchParams, name: string): string[] =>
  [...new Set(params.getAll(name))]
    .filter((value) => value !== '' && value.length <= most.characters)
    .slice(0, most.values);

export function numberOf(
  params: URLSearchParams,
  name: string,
  least: number,
  greatest: number,
): number | null {
  const text = params.get(name) ?? '';
  const value = Number(text);
  return /^\d{1,8}$/.test(text) && value >= least && value <= greatest ? value : null;
}

function areaOf(text: string | null): Bounds | null {
  const numbers = (text ?? '').split(',').map(Number);
  const [south = NaN, west = NaN, north = NaN, east = NaN] = numbers;
  const isArea =
    numbers.length === 4 &&
    south >= -90 &&
    south < north &&
    north <= 90 &&
    west >= -180 &&
    west < east &&
    east <= 180;
  return isArea ? { south, west, north, east } : null;
}

export function searchPath(state: Partial<SearchState>): string {
  const text = searchParams(state).toString();
  return text === '' ? '/search' : `/search?${text}`;
}

export const searchIdentity = (state: SearchState): string =>
  searchPath({ ...state, count: pageSize, area: null });

/**
 * The address that search engines index: the view without text, filters, order or further results.
 */
export function listedAs(search: SearchState) {
  const canonicalPath = searchPath({ view: search.view });
  const { chosen, usual } = sortOf(search);
  const order = chosen === usual ? { sort: null, weekSort: null } : {};
  const path = searchPath({ ...search, ...order, type: '' });
  return { canonicalPath, isUnlisted: path !== canonicalPath };
}

function searchParams(state: Partial<SearchState>): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | null | undefined, usual: unknown = '') => {
    if (value != null && value !== '' && value !== usual) params.set(name, String(value));
  };
  set('q', state.query);
  set('type', state.type);
  set('sort', state.view === 'weeks' ? state.weekSort : state.sort);
  set('price', state.price, defaultPrice);
  state.destinations?.forEach((value) => params.append('destination', value));
  state.brands?.forEach((value) => params.append('brand', value));
  state.amenities?.forEach((value) => params.append('amenity', value));
  set('from', state.from);
  set('to', state.to);
  set('flex', state.flex);
  set('month', state.month);
  set('season', state.season);
  set('nights', state.nights);
  set('total', state.total);
  set('guests', state.guests);
  set('bedrooms', state.bedrooms);
  set('instant', state.instant ? 1 : null);
  set('rating', state.rating);
  set('view', state.view, 'list');
  set('n', state.count, pageSize);
  const { area } = state;
  set('area', area && `${area.south},${area.west},${area.north},${area.east}`);
  return params;
}
