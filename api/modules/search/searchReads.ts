import type { ChangePart, Place, PlaceChange, ResortChange } from '#api/platform/cache/changes.ts';
import type { CursorValue } from '#api/platform/database/cursors.ts';
import { readsWhere } from '#api/platform/cache/reads.ts';
import { hasPlaces, priceTiers, stayConditions, type Narrowing } from './resortFilter.ts';
import { resortOrders, type ResortSort } from './resortOrder.ts';
import type { ResortSearch } from './resortSearch.ts';
import { wordsMayDiffer } from './resortText.ts';

/** Records that the answer depends on which resorts or stays the search finds. */
export const readsHits = (search: ResortSearch): void => {
  readsWhere(partsOf(search.filter), (change) => hitsMayDiffer(search, change));
};

/** Records that the answer depends on the stays found, whatever the conditions on them. */
export const readsStays = (search: ResortSearch): void =>
  readsWhere([...partsOf(search.filter), 'stay'], (change) => hitsMayDiffer(search, change));

/** Records that the answer depends on resorts and stays beyond the hits. */
export function readsNearby({ filter }: ResortSearch): void {
  readsWhere(asksStay(filter) ? ['place', 'stay'] : ['place']);
}

/** Whether the hits depend on words of resorts, which include their places. */
const asksWords = ({ text, filter }: ResortSearch): boolean => text !== '' || hasPlaces(filter);

const asksStay = (filter: Narrowing): boolean => stayConditions(filter).length > 0;

const partsOf = (filter: Narrowing): ChangePart[] => [
  'place',
  ...(asksStay(filter) ? (['stay'] as const) : []),
  ...(filter.updatedSince === undefined ? [] : (['row'] as const)),
];

/** The part of a list that the answer depends on, by sort keys in list order. */
export interface ReadRange {
  after?: readonly CursorValue[] | undefined;
  last?: readonly CursorValue[] | undefined;
}

/** Records that the answer depends on a page of a search. Its resorts are recorded by id. */
export function readsPage(search: ResortSearch, sort: ResortSort, range: ReadRange): void {
  const { direction, key } = resortOrders[sort];
  const sign = direction === 'desc' ? -1 : 1;
  const isInRange = (place: Place): boolean => {
    const own = key(place);
    return (
      (!range.after || sign * compareKeys(own, range.after) > 0) &&
      (!range.last || sign * compareKeys(own, range.last) <= 0)
    );
  };
  readsWhere(partsOf(search.filter), ({ part, places }) => {
    if (part === 'stay') {
      return anyOf(places, ({ after }) => mayFind(search.filter, after));
    }
    return (
      part === 'row' ||
      anyOf(
        places,
        (change) =>
          // Changed words may change the reading of the text.
          (asksWords(search) && wordsMayDiffer(change)) ||
          [change.before, change.after].some(
            (place) => place && mayFind(search.filter, place) && isInRange(place),
          ),
      )
    );
  });
}

/** The value of each resort facet, and the filter conditions that the facet ignores. */
const facets: { value(place: Place): string; ignores: readonly (keyof Narrowing)[] }[] = [
  { value: ({ destination }) => destination, ignores: ['destinations'] },
  { value: ({ brand }) => brand, ignores: ['brands'] },
  { value: ({ amenities }) => amenities.join('|'), ignores: [] },
  // Steps of half a star.
  { value: ({ rating }) => String(Math.floor(rating * 2)), ignores: ['minRating'] },
  {
    value: ({ priceMin }) =>
      String(Object.values(priceTiers).findLastIndex(({ from }) => from <= priceMin)),
    ignores: ['priceTier'],
  },
];

export const readsFacets = (search: ResortSearch): void => {
  const isOfStays = asksStay(search.filter);
  const counted = facets.map(({ value, ignores }) => {
    const taken = Object.fromEntries(ignores.map((condition) => [condition, undefined]));
    const filter = { ...search.filter, ...taken };
    return {
      filter,
      valueOf: (place: Place | undefined) =>
        place && mayFind(filter, place) ? value(place) : undefined,
    };
  });
  readsWhere(['place', 'stay'], ({ part, places }) =>
    part === 'stay'
      ? anyOf(places, ({ after }) =>
          // Facets count guests and bedrooms with any filter.
          isOfStays
            ? counted.some(({ filter }) => mayFind(filter, after))
            : mayFind(search.filter, after),
        )
      : anyOf(
          places,
          ({ before, after, wordsDiffer }) =>
            (wordsDiffer && asksWords(search)) ||
            isMoved(before, after) ||
            counted.some(({ valueOf }) => valueOf(before) !== valueOf(after)),
        ),
  );
};

/** Records that the answer depends on the names of destinations, brands and amenities. */
export const readsNames = (): void =>
  readsWhere(['place'], ({ places }) =>
    anyOf(places, ({ before, after }) => namesOf(before) !== namesOf(after)),
  );

const namesOf = (place: Place | undefined): string =>
  JSON.stringify(place && [place.destination, place.brand, place.amenities]);

const isMoved = (before: Place | undefined, after: Place | undefined): boolean =>
  before?.latitude !== after?.latitude || before?.longitude !== after?.longitude;

export const anyOf = (
  places: readonly PlaceChange[] | undefined,
  test: (place: PlaceChange) => boolean,
): boolean => places?.some(test) ?? true;

function hitsMayDiffer(search: ResortSearch, { part, places }: ResortChange): boolean {
  const { filter } = search;
  if (part === 'stay') {
    return anyOf(places, ({ after }) => mayFind(filter, after));
  }
  return (
    part === 'row' ||
    anyOf(
      places,
      ({ before, after, wordsDiffer }) =>
        (wordsDiffer && asksWords(search)) ||
        filter.updatedSince !== undefined ||
        isMoved(before, after) ||
        mayFind(filter, before) !== mayFind(filter, after),
    )
  );
}

/** Whether a filter may find a resort, ignoring the text and conditions on stays. */
function mayFind(filter: Narrowing, place: Place | undefined): boolean {
  if (!place) {
    return false;
  }
  const tier = filter.priceTier && priceTiers[filter.priceTier];
  return (
    place.priceMin >= (tier?.from ?? 0) &&
    place.priceMin < (tier?.below ?? Infinity) &&
    (hasPlaces(filter) || (filter.destinations?.includes(place.destination) ?? true)) &&
    (!filter.brands || filter.brands.includes(place.brand)) &&
    (!filter.amenities || filter.amenities.every((name) => place.amenities.includes(name))) &&
    (filter.isNewAvailability === undefined || filter.isNewAvailability === place.isNew) &&
    place.rating >= Math.max(filter.minRating ?? 0, filter.asked?.minRating ?? 0)
  );
}

function compareKeys(one: readonly CursorValue[], other: readonly CursorValue[]): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? '';
    // Ratings are numbers in announcements, but text in cursors.
    const [a, b] = index < one.length - 1 ? [Number(value), Number(against)] : [value, against];
    if (a !== b) {
      return a < b ? -1 : 1;
    }
  }
  return 0;
}
