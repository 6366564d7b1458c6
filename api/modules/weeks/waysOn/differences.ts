import { addDays, nightsBetween } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import type { Arrival, PriceRange } from '#api/modules/phrases/meaning.ts';
import { priceTiers, type Narrowing } from '#api/modules/search/resortFilter.ts';
import type { StayWish } from '#api/modules/search/stayWish.ts';
import { plural } from '#common/numbers.ts';

export interface NearPlace {
  location: string;
  /** Undefined in the searched place, or if its position is unknown. */
  miles: number | undefined;
}

export interface ResortFacts extends NearPlace {
  rating: number;
  amenities: readonly string[];
  brand: string;
  priceMin: number;
}

export interface StayFacts {
  checkIn: string;
  nights: number;
  totalCents: number;
  nightlyCents: number;
  currency: string;
  maxGuests: number;
  bedrooms: number | null;
  isInstant: boolean;
  isSouth: boolean;
}

export function stayDifferences(wish: StayWish, stay: StayFacts): string[] {
  const { totalCents, nightlyCents, currency, maxGuests, bedrooms } = stay;
  return [
    arrivalDifference(wish, stay),
    wish.guests !== undefined && maxGuests < wish.guests && `sleeps ${maxGuests}`,
    wish.bedrooms !== undefined && (bedrooms ?? -1) < wish.bedrooms && bedroomsOf(bedrooms),
    wish.isInstant === true && !stay.isInstant && 'on request',
    wish.isInstant === false && stay.isInstant && 'booked at once',
    isBeyond(wish.totals, totalCents, currency) &&
      `${formatMoney({ amount: totalCents, currency })} in all`,
    isBeyond(wish.nightlies, nightlyCents, currency) &&
      `${formatMoney({ amount: nightlyCents, currency })} a night`,
  ].filter((text) => text !== false);
}

export function resortDifferences(filter: Narrowing, resort: ResortFacts): string[] {
  const missing = filter.amenities?.filter((amenity) => !resort.amenities.includes(amenity)) ?? [];
  const minRating = Math.max(filter.minRating ?? 0, filter.asked?.minRating ?? 0);
  const tier = filter.priceTier && priceTiers[filter.priceTier];
  return [
    resort.miles !== undefined && awayOf(resort),
    missing.length > 0 && `without ${list.format(missing)}`,
    resort.rating < minRating &&
      (resort.rating === 0 ? 'not rated yet' : `${resort.rating.toFixed(1)} stars`),
    filter.brands && !filter.brands.includes(resort.brand) && resort.brand,
    tier &&
      (resort.priceMin < tier.from || resort.priceMin >= (tier.below ?? Infinity)) &&
      `from ${formatMoney({ amount: resort.priceMin * 100, currency: 'USD' })} a night`,
  ].filter((text) => typeof text === 'string');
}

const list = new Intl.ListFormat('en-US', { type: 'disjunction' });

const awayOf = ({ location, miles = 0 }: NearPlace): string =>
  miles < 1 ? `in ${location}` : `${plural(Math.round(miles), 'mile')} away, in ${location}`;

const bedroomsOf = (bedrooms: number | null): string =>
  bedrooms === null
    ? 'bedrooms not stated'
    : bedrooms === 0
      ? 'a studio'
      : plural(bedrooms, 'bedroom');

const isBeyond = (ranges: readonly PriceRange[], cents: number, currency: string): boolean =>
  ranges.some(
    (range) =>
      range.currency !== currency ||
      cents > (range.most ?? Infinity) * 100 ||
      cents < (range.least ?? 0) * 100,
  );

function arrivalDifference(wish: StayWish, stay: StayFacts): string | false {
  const { checkIn, nights, isSouth } = stay;
  const wanted = wantedArrivals(wish, nights)?.[isSouth ? 'south' : 'north'];
  const early = wanted ? nightsBetween(checkIn, wanted.from) : 0;
  const late = wanted ? nightsBetween(wanted.to, checkIn) : 0;
  if (early > 0) return `${spanOf(early)} earlier`;
  if (late > 0) return `${spanOf(late)} later`;
  const weekday = new Date(checkIn).getUTCDay() || 7;
  return (
    wish.weekday !== undefined &&
    weekday !== wish.weekday &&
    `from ${weekdays.format(Date.parse(checkIn))}`
  );
}

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** The requested days of arrival, by hemisphere; undefined for any day. */
export function wantedArrivals(
  { arrivals, oneOfNights }: StayWish,
  nights: number,
): { north: Arrival; south: Arrival } | undefined {
  const nightsAsked = [...(oneOfNights ?? [])].sort();
  const [first, last] = [nightsAsked[0], nightsAsked.at(-1)];
  const all = [
    ...arrivals,
    ...(first !== undefined && last !== undefined
      ? [bothSides({ from: addDays(first, 1 - nights), to: last })]
      : []),
  ];
  const common = (side: 'north' | 'south'): Arrival =>
    all
      .map((range) => range[side])
      .reduce((one, other) => ({
        from: one.from > other.from ? one.from : other.from,
        to: one.to < other.to ? one.to : other.to,
      }));
  return all.length === 0 ? undefined : { north: common('north'), south: common('south') };
}

const bothSides = (range: Arrival): { north: Arrival; south: Arrival } => ({
  north: range,
  south: range,
});

/** A number of days in words: "a day", "3 days", "2 weeks", "about 5 weeks". */
export function spanOf(days: number): string {
  const about = (count: number, unit: string, isExact: boolean): string =>
    `${isExact ? '' : 'about '}${count === 1 ? 'a' : count} ${unit}${count === 1 ? '' : 's'}`;
  if (days % 7 === 0 && days < 61) return about(days / 7, 'week', true);
  if (days < 14) return about(days, 'day', true);
  if (days < 61) return about(Math.round(days / 7), 'week', false);
  return days < 335
    ? about(Math.round(days / 30.44), 'month', false)
    : about(Math.max(1, Math.round(days / 365.25)), 'year', false);
}
