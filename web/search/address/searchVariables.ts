import type {
  ResortFilter,
  ResortSort,
  Season,
} from '#web/__generated__/searchPageLoaderQuery.graphql.ts';
import type { WeekSort } from '#web/__generated__/weeksPageLoaderQuery.graphql.ts';
import { addDays, addMonths } from '#common/days.ts';
import {
  earliest,
  lowestTotal,
  priceChoices,
  sortChoices,
  weekSortChoices,
  type SearchFilters,
  type SearchState,
} from './searchState.ts';
import { nightsRange, type StayTime } from './stayTime.ts';

export const largestPage = 24;

interface Conditions {
  query: string | null;
  filter: ResortFilter;
}

interface Page<TSort> extends Conditions {
  sort: TSort;
  first: number;
}

export const searchConditions = (state: SearchState): Conditions => ({
  query: state.query === '' ? null : state.query,
  filter: filterVariables(state),
});

export function searchVariables(state: SearchState): Page<ResortSort | null> {
  const { query, filter } = searchConditions(state);
  const isByStay = [earliest, lowestTotal].some(({ value }) => value === state.sort);
  return {
    query,
    // The order leaves out resorts without a stay, and the facets must not count them either.
    filter: isByStay ? { ...filter, hasStay: true } : filter,
    sort: sortChoices.find(({ value }) => value === state.sort)?.sort ?? null,
    first: Math.min(state.count, largestPage),
  };
}

export const mapVariables = (state: SearchState) => {
  const { query, filter, sort } = searchVariables(state);
  return { query, filter, sort, bounds: state.area };
};

export const weekVariables = (state: SearchState): Page<WeekSort | null> => ({
  ...searchConditions(state),
  sort: weekSortChoices.find(({ value }) => value === state.weekSort)?.sort ?? null,
  first: Math.min(state.count, largestPage),
});

export function filterVariables(state: SearchFilters): ResortFilter {
  const tier = priceChoices.find(({ value }) => value === state.price)?.tier;
  return {
    ...(tier && { priceTier: tier }),
    ...(state.destinations.length > 0 && { destinations: state.destinations }),
    ...(state.brands.length > 0 && { brands: state.brands }),
    ...(state.amenities.length > 0 && { amenities: state.amenities }),
    ...timeVariables(state),
    ...(state.total !== null && { maxTotalCents: state.total * 100 }),
    ...(state.guests !== null && { guests: state.guests }),
    ...(state.bedrooms !== null && { bedrooms: state.bedrooms }),
    ...(state.instant && { isInstant: true }),
    ...(state.rating !== null && { minRating: state.rating }),
  };
}

function timeVariables({ from, to, flex, month, season, nights }: StayTime): ResortFilter {
  const [name, year] = season.split('-');
  const range = nightsRange(nights);
  return {
    ...(from !== '' && { availableFrom: from, availableTo: to }),
    ...(flex !== null && { flexibleDays: flex }),
    ...(month !== '' && {
      arrivalFrom: `${month}-01`,
      arrivalTo: addDays(`${addMonths(month, 1)}-01`, -1),
    }),
    ...(year !== undefined && {
      season: { name: name?.toUpperCase() as Season, year: Number(year) },
    }),
    ...(range && { minNights: range.least, maxNights: range.most }),
    ...(nights === 'weekend' && { arrivalWeekday: 'FRIDAY' }),
  };
}

export const guestsAsked = (
  { guests }: SearchFilters,
  inText: readonly (number | null | undefined)[],
): number | null => Math.max(guests ?? 0, ...inText.map((said) => said ?? 0)) || null;

export const isNarrowed = (state: SearchState): boolean =>
  state.query !== '' || Object.keys(filterVariables(state)).length > 0;
