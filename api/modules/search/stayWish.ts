import { Prisma } from '#api/generated/prisma/client.ts';
import { addDays, nightsBetween } from '#common/days.ts';
import { weekdays } from '#common/weekdays.ts';
import { nextWeekday, seasonOf } from '../phrases/calendar.ts';
import type { Arrival, Meaning, PriceRange } from '../phrases/meaning.ts';
import { quote, type PriceTerms } from '../pricing/quote.ts';
import type { Narrowing } from './resortFilter.ts';

/**
 * Conditions of a search on a stay, from its filter and the phrases of its text. One stay must meet
 * them all.
 */
export interface StayWish {
  /** Each range must contain the day of arrival, by the hemisphere of the resort. */
  arrivals: { north: Arrival; south: Arrival }[];
  /** The preferred day of arrival; undefined prefers the earliest. */
  wanted: string | undefined;
  oneOfNights: readonly string[] | undefined;
  leastNights: number;
  mostNights: number;
  weekday: number | undefined;
  guests: number | undefined;
  bedrooms: number | undefined;
  isInstant: boolean | undefined;
  weekNumber: number | undefined;
  isForSale: boolean;
  /** Ranges that must each contain the total of the stay, or the price of a night. */
  totals: readonly PriceRange[];
  nightlies: readonly PriceRange[];
}

const usualNights = 7;

const longestStay = 60;

/** Any stay of a week or less. */
export const anyStay: StayWish = {
  arrivals: [],
  wanted: undefined,
  oneOfNights: undefined,
  leastNights: 1,
  mostNights: longestStay,
  weekday: undefined,
  guests: undefined,
  bedrooms: undefined,
  isInstant: undefined,
  weekNumber: undefined,
  isForSale: false,
  totals: [],
  nightlies: [],
};

export function stayWishOf(filter: Narrowing): StayWish | undefined {
  const asked: Meaning = filter.asked ?? {};
  const both = [exactStay(filter), flexibleStay(filter), asked];
  const [weekday, otherWeekday = weekday] = both.flatMap((part) => part.arrivalWeekday ?? []);
  const wish: StayWish = {
    arrivals: both.flatMap(arrivalsOf),
    wanted: both.find(({ flexibleDays }) => flexibleDays !== undefined)?.arrival?.from,
    oneOfNights: asked.oneOfNights,
    leastNights: Math.max(1, ...both.map(({ leastNights = 1 }) => leastNights)),
    mostNights:
      weekday === otherWeekday
        ? Math.min(longestStay, ...both.map(({ mostNights = longestStay }) => mostNights))
        : // Contradictory weekdays match no stay.
          0,
    weekday,
    guests: most(filter.guests, asked.guests),
    bedrooms: most(filter.bedrooms, asked.bedrooms),
    isInstant: filter.isInstant,
    weekNumber: asked.weekNumber,
    isForSale: asked.mode === 'buy',
    totals: [upTo(filter.maxTotalCents, filter.currency), asked.total].filter(isSet),
    nightlies: [upTo(filter.maxNightlyCents, filter.currency), asked.nightly].filter(isSet),
  };
  const asksNothing =
    !filter.hasStay &&
    wish.arrivals.length + wish.totals.length + wish.nightlies.length === 0 &&
    wish.leastNights === 1 &&
    wish.mostNights === longestStay &&
    !wish.isForSale &&
    ![
      wish.weekNumber,
      wish.oneOfNights,
      wish.weekday,
      wish.guests,
      wish.bedrooms,
      wish.isInstant,
    ].some(isSet);
  return asksNothing ? undefined : wish;
}

const isSet = <Value>(value: Value | undefined): value is Value => value !== undefined;

function exactStay({ availableFrom: from, availableTo: to, flexibleDays }: Narrowing): Meaning {
  if (from === undefined || to === undefined) {
    return {};
  }
  const nights = nightsBetween(from, to);
  return {
    arrival: { from, to: from },
    leastNights: nights,
    mostNights: nights,
    ...(flexibleDays !== undefined && { flexibleDays }),
  };
}

function flexibleStay(filter: Narrowing): Meaning {
  const { arrivalFrom: from, arrivalTo: to, season, availableFrom, flexibleDays } = filter;
  const seasonal = season && seasonOf(season.name, season.year);
  return {
    ...(from !== undefined && to !== undefined && { arrival: { from, to } }),
    ...(seasonal && { arrival: seasonal.north, southArrival: seasonal.south }),
    ...(flexibleDays !== undefined && availableFrom === undefined && { flexibleDays }),
    ...(filter.arrivalWeekday && { arrivalWeekday: weekdays.indexOf(filter.arrivalWeekday) + 1 }),
    ...(filter.minNights !== undefined && { leastNights: filter.minNights }),
    ...(filter.maxNights !== undefined && { mostNights: filter.maxNights }),
  };
}

const upTo = (cents: number | undefined, currency = 'USD'): PriceRange | undefined =>
  cents === undefined ? undefined : { most: cents / 100, currency };

function arrivalsOf({ arrival, southArrival, flexibleDays = 0 }: Meaning): StayWish['arrivals'] {
  if (!arrival) {
    return [];
  }
  const widened = ({ from, to }: Arrival): Arrival => ({
    from: addDays(from, -flexibleDays),
    to: addDays(to, flexibleDays),
  });
  return [{ north: widened(arrival), south: widened(southArrival ?? arrival) }];
}

const most = (...values: (number | undefined)[]): number | undefined => {
  const known = values.filter(isSet);
  return known.length === 0 ? undefined : Math.max(...known);
};

/**
 * Nights of a stay in a free stretch of this length.
 * @param fewest The owner's minimum nights.
 */
export const nightsOfStay = (
  { leastNights, mostNights }: Pick<StayWish, 'leastNights' | 'mostNights'>,
  free: number,
  fewest = 1,
): number =>
  Math.max(fewest, Math.min(Math.max(leastNights, Math.min(usualNights, mostNights)), free));

/** A free stretch of a listing, with the listing's columns that a wish can use. */
export interface Stretch extends PriceTerms {
  startsOn: string;
  endsOn: string;
  minNights: number;
  maxGuests: number;
  bedrooms: number | null;
  isInstant: boolean;
  /** The first arrival that paying confirms, if `isInstant`. */
  instantFrom: string;
  weekNumber: number | null;
  isForSale: boolean;
  isSouth: boolean;
}

/** Whether a stay in this stretch meets a wish; the same as `staySql` for a row. */
export function hasStay(wish: StayWish, stretch: Stretch): boolean {
  const { startsOn, endsOn, minNights, pricePerNightCents } = stretch;
  const free = nightsBetween(startsOn, endsOn);
  const nights = nightsOfStay(wish, free, minNights);
  const ranges = wish.arrivals.map(({ north, south }) => (stretch.isSouth ? south : north));
  const first = [startsOn, ...ranges.map(({ from }) => from)].reduce(later);
  const last = [addDays(endsOn, -nights), ...ranges.map(({ to }) => to)].reduce(earlier);
  const [checkIn] = (
    wish.oneOfNights?.map((night) => ({
      from: later(first, addDays(night, 1 - nights)),
      to: earlier(last, night),
    })) ?? [{ from: first, to: last }]
  )
    .map(({ from, to }) => ({
      from: wish.weekday === undefined ? from : nextWeekday(from, wish.weekday),
      to,
    }))
    .filter(({ from, to }) => from <= to)
    .map(({ from, to }) =>
      wish.wanted === undefined || wish.weekday !== undefined
        ? from
        : later(from, earlier(to, wish.wanted)),
    )
    .sort();
  const isWithin = (cents: number, ranges: readonly PriceRange[]): boolean =>
    ranges.every(
      ({ least = 0, most: highest = Infinity, currency }) =>
        currency === stretch.currency && cents >= least * 100 && cents <= highest * 100,
    );
  return (
    free >= wish.leastNights &&
    Math.max(wish.leastNights, minNights) <= wish.mostNights &&
    checkIn !== undefined &&
    stretch.maxGuests >= (wish.guests ?? 0) &&
    (wish.bedrooms === undefined || (stretch.bedrooms ?? -1) >= wish.bedrooms) &&
    (wish.isInstant === undefined ||
      wish.isInstant === (stretch.isInstant && checkIn >= stretch.instantFrom)) &&
    (wish.weekNumber === undefined || stretch.weekNumber === wish.weekNumber) &&
    (stretch.isForSale || !wish.isForSale) &&
    isWithin(pricePerNightCents, wish.nightlies) &&
    (wish.totals.length === 0 || isWithin(quote(stretch, nights).totalCents, wish.totals))
  );
}

export interface StaySql {
  /** Conditions on the row and on `latitude` of its resort. */
  conditions: Prisma.Sql[];
  nights: Prisma.Sql;
  total: Prisma.Sql;
  checkIn: Prisma.Sql;
  /** First and last possible arrival, without regard to `oneOfNights`. */
  first: Prisma.Sql;
  last: Prisma.Sql;
}

const date = (day: string): Prisma.Sql => Prisma.sql`${day}::date`;

export function staySql(wish: StayWish): StaySql {
  const { leastNights, mostNights, weekday, oneOfNights, guests, bedrooms } = wish;
  const usual = nightsOfStay(wish, longestStay);
  const shortOf =
    leastNights === usual
      ? Prisma.sql`${Prisma.raw(String(usual))}`
      : Prisma.sql`least(${Prisma.raw(String(usual))}, ends_on - starts_on)`;
  // No stay is longer than its stretch, nor than `mostNights`.
  const nights = mostNights === usual ? shortOf : Prisma.sql`greatest(min_nights, ${shortOf})`;
  const earliest = Prisma.sql`greatest(${Prisma.join([
    Prisma.sql`starts_on`,
    ...wish.arrivals.map((range) => bySide(range, 'from')),
  ])})`;
  const last = Prisma.sql`least(${Prisma.join([
    Prisma.sql`ends_on - ${nights}`,
    ...wish.arrivals.map((range) => bySide(range, 'to')),
  ])})`;
  const onDay = (from: Prisma.Sql): Prisma.Sql =>
    weekday === undefined ? from : onWeekday(from, Prisma.raw(String(weekday)));
  // First and last possible arrival for each of `oneOfNights`.
  const ranges = oneOfNights?.map((night) => ({
    first: onDay(Prisma.sql`greatest(${earliest}, ${date(night)} - ${nights} + 1)`),
    last: Prisma.sql`least(${last}, ${date(night)})`,
  })) ?? [{ first: onDay(earliest), last }];
  const arrivals = ranges.map((range) => ({
    isPossible: Prisma.sql`${range.first} <= ${range.last}`,
    checkIn:
      wish.wanted === undefined || weekday !== undefined
        ? range.first
        : Prisma.sql`greatest(${range.first}, least(${range.last}, ${date(wish.wanted)}))`,
  }));
  const checkIn = Prisma.sql`least(${Prisma.join(
    arrivals.map((one) => Prisma.sql`CASE WHEN ${one.isPossible} THEN ${one.checkIn} END`),
  )})`;
  return {
    conditions: [
      ...wish.arrivals.flatMap((range) => [
        Prisma.sql`starts_on <= ${date(later(range.north.to, range.south.to))}`,
        Prisma.sql`ends_on >= ${date(addDays(earlier(range.north.from, range.south.from), leastNights))}`,
      ]),
      ...(leastNights > 1 ? [Prisma.sql`ends_on - starts_on >= ${leastNights}::int`] : []),
      Prisma.sql`(${Prisma.join(
        arrivals.map(({ isPossible }) => isPossible),
        ' OR ',
      )})`,
      ...(mostNights < leastNights ? [Prisma.sql`FALSE`] : []),
      ...(mostNights < longestStay ? [Prisma.sql`min_nights <= ${mostNights}::int`] : []),
      ...(guests === undefined ? [] : [Prisma.sql`max_guests >= ${guests}`]),
      ...(bedrooms === undefined ? [] : [Prisma.sql`free_stretches.bedrooms >= ${bedrooms}`]),
      ...(wish.isInstant === undefined
        ? []
        : [Prisma.sql`${isInstantSql('free_stretches', checkIn)} = ${wish.isInstant}::boolean`]),
      ...ownersPart(wish),
      ...wish.nightlies.flatMap((range) => priceSql(range, Prisma.sql`price_per_night_cents`)),
      ...wish.totals.flatMap((range) => priceSql(range, totalSql(nights))),
    ],
    nights,
    total: totalSql(nights),
    checkIn,
    first: onDay(earliest),
    last: weekday === undefined ? last : beforeWeekday(last, Prisma.raw(String(weekday))),
  };
}

/** Whether paying confirms a stay of a table with `is_instant` and `resort_id`. */
export function isInstantSql(table: string, checkIn: Prisma.Sql): Prisma.Sql {
  const row = Prisma.raw(table);
  return Prisma.sql`(${row}.is_instant AND ${checkIn} >= (
    SELECT instant_arrivals.first FROM instant_arrivals
    WHERE instant_arrivals.resort_id = ${row}.resort_id))`;
}

export const totalSql = (nights: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`stay_total_cents(
    ${nights}, price_per_night_cents, cleaning_fee_cents, tax_bps, service_fee_bps)`;

function ownersPart({ weekNumber, isForSale }: StayWish): Prisma.Sql[] {
  const parts = [
    ...(weekNumber === undefined ? [] : [Prisma.sql`week_number = ${weekNumber}`]),
    ...(isForSale ? [Prisma.sql`is_for_sale`] : []),
  ];
  return parts.length === 0
    ? []
    : [
        Prisma.sql`EXISTS (SELECT FROM listings
          WHERE listings.id = free_stretches.listing_id AND ${Prisma.join(parts, ' AND ')})`,
      ];
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

export const isSameOnBothSides = ({ north, south }: StayWish['arrivals'][number]): boolean =>
  north.from === south.from && north.to === south.to;

const bySide = (range: { north: Arrival; south: Arrival }, end: keyof Arrival): Prisma.Sql =>
  range.north[end] === range.south[end]
    ? date(range.north[end])
    : Prisma.sql`CASE WHEN latitude < 0 THEN ${date(range.south[end])} ELSE ${date(range.north[end])} END`;

/** The first date with this weekday on or after a day. */
const onWeekday = (day: Prisma.Sql, weekday: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${day} + (${weekday} - extract(isodow FROM ${day})::int + 7) % 7)`;

/** The last date with this weekday on or before a day. */
const beforeWeekday = (day: Prisma.Sql, weekday: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${day} - (extract(isodow FROM ${day})::int - ${weekday} + 7) % 7)`;

/** Prices are in whole units of their currency. */
function priceSql({ least, most: highest, currency }: PriceRange, cents: Prisma.Sql): Prisma.Sql[] {
  const inCents = (value: number): number => Math.round(value * 100);
  return [
    Prisma.sql`currency = ${currency}`,
    ...(least === undefined ? [] : [Prisma.sql`${cents} >= ${inCents(least)}::bigint`]),
    ...(highest === undefined ? [] : [Prisma.sql`${cents} <= ${inCents(highest)}::bigint`]),
  ];
}
