import type { ResortFilter } from '../resorts/resortFilter.ts';

/** Types a stored filter; it was validated before it was stored. */
export const storedFilter = (json: unknown): ResortFilter => json as ResortFilter;

/** Default name of a search: 'Aruba, 2 bedrooms'. */
export function nameOfSearch(query: string, filter: ResortFilter): string {
  const several = (count: number, one: string): string =>
    `${count} ${one}${count === 1 ? '' : 's'}`;
  const parts = [
    query,
    ...(filter.destinations ?? []),
    ...(filter.brands ?? []),
    filter.bedrooms && several(filter.bedrooms, 'bedroom'),
    filter.bedrooms === 0 && 'studios',
    filter.guests && several(filter.guests, 'guest'),
    filter.availableFrom && `${filter.availableFrom} to ${filter.availableTo}`,
    filter.priceTier && priceNames[filter.priceTier],
    filter.minRating && `${filter.minRating} stars or more`,
    ...(filter.amenities ?? []),
    filter.isNewAvailability && 'new availability',
  ].filter((part) => typeof part === 'string' && part !== '');
  const name = parts.join(', ');
  if (name === '') {
    return 'All resorts';
  }
  return name.length <= 100 ? name : `${name.slice(0, 99)}…`;
}

const priceNames = {
  UNDER_100: 'under $100',
  FROM_100_TO_300: '$100 - $300',
  FROM_300: '$300+',
};
