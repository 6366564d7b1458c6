import { Prisma } from '../../generated/prisma/client.ts';
import { InvalidInputError } from '../../platform/errors.ts';

/** Price tiers of SPEC section 5: on the lowest nightly price, in whole US dollars. */
export const priceTiers = {
  UNDER_100: { from: 0, below: 100 },
  FROM_100_TO_300: { from: 100, below: 300 },
  FROM_300: { from: 300, below: undefined },
} as const;

type PriceTier = keyof typeof priceTiers;

/** Conditions that must all hold. Those on dates, guests and bedrooms must hold for one listing. */
export interface ResortFilter {
  priceTier?: PriceTier | null | undefined;
  destination?: string | null | undefined;
  /** One of them. */
  destinations?: readonly string[] | null | undefined;
  brand?: string | null | undefined;
  /** One of them. */
  brands?: readonly string[] | null | undefined;
  /** Each of them must be there. */
  amenities?: readonly string[] | null | undefined;
  isNewAvailability?: boolean | null | undefined;
  /** At least so many stars, 0 to 5. */
  minRating?: number | null | undefined;
  /** First night, YYYY-MM-DD; goes with availableTo. */
  availableFrom?: string | null | undefined;
  /** Day of leaving, YYYY-MM-DD. */
  availableTo?: string | null | undefined;
  /** How many people must fit. */
  guests?: number | null | undefined;
  /** At least so many bedrooms; 0 is a studio. */
  bedrooms?: number | null | undefined;
}

/** A filter with the nights of a holiday, of which the listing must offer one. */
export type Narrowing = ResortFilter & { oneOfNights?: [string, string] | undefined };

const most = { nights: 60, guests: 30, bedrooms: 10, rating: 5, values: 20, characters: 200 };

/** @throws {InvalidInputError} naming every field that cannot be used */
export function checkFilter(filter: ResortFilter | null | undefined): void {
  const problems = filter
    ? [...textProblems(filter), ...numberProblems(filter), ...dateProblems(filter)]
    : [];
  if (problems.length > 0) {
    throw new InvalidInputError(problems);
  }
}

interface Problem {
  field: string;
  message: string;
}

function textProblems(filter: ResortFilter): Problem[] {
  const lists = {
    destination: [filter.destination],
    destinations: filter.destinations ?? [],
    brand: [filter.brand],
    brands: filter.brands ?? [],
    amenities: filter.amenities ?? [],
  };
  return Object.entries(lists).flatMap(([field, values]): Problem[] => {
    if (values.length > most.values) {
      return [{ field, message: `The filter ${field} takes at most ${most.values} values` }];
    }
    const isBad = values.some(
      (value) => value != null && (value.length > most.characters || value.includes('\u0000')),
    );
    return isBad ? [{ field, message: `The filter ${field} is not valid` }] : [];
  });
}

function numberProblems(filter: ResortFilter): Problem[] {
  const ranges = [
    ['minRating', 0, most.rating],
    ['guests', 1, most.guests],
    ['bedrooms', 0, most.bedrooms],
  ] as const;
  return ranges.flatMap(([field, least, greatest]) => {
    const value = filter[field];
    return value != null && !(value >= least && value <= greatest)
      ? [{ field, message: `${field} must be ${least} to ${greatest}` }]
      : [];
  });
}

function dateProblems({ availableFrom, availableTo }: ResortFilter): Problem[] {
  const given = { availableFrom, availableTo };
  const unreadable = Object.entries(given).flatMap(([field, value]) =>
    value != null && !isDate(value)
      ? [{ field, message: `${field} must be a date like 2027-03-05` }]
      : [],
  );
  if (unreadable.length > 0) {
    return unreadable;
  }
  if (availableFrom == null && availableTo == null) {
    return [];
  }
  if (availableFrom == null || availableTo == null) {
    const missing = availableFrom == null ? 'availableFrom' : 'availableTo';
    return [{ field: missing, message: 'availableFrom and availableTo go together' }];
  }
  const nights = (Date.parse(availableTo) - Date.parse(availableFrom)) / 86_400_000;
  if (nights < 1) {
    return [{ field: 'availableTo', message: 'availableTo must be after availableFrom' }];
  }
  return nights > most.nights
    ? [{ field: 'availableTo', message: `A stay may have at most ${most.nights} nights` }]
    : [];
}

function isDate(value: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) {
    return false;
  }
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** The conditions of a filter on a row of resorts; none where it does not narrow. */
export function filterSql(filter: Narrowing): Prisma.Sql[] {
  const tier = filter.priceTier ? priceTiers[filter.priceTier] : undefined;
  const listings = listingConditions(filter);
  return [
    tier && Prisma.sql`price_min >= ${tier.from}`,
    tier?.below !== undefined && Prisma.sql`price_min < ${tier.below}`,
    filter.destination && Prisma.sql`destination = ${filter.destination}`,
    filter.destinations?.length &&
      Prisma.sql`destination = ANY(${[...filter.destinations]}::text[])`,
    filter.brand && Prisma.sql`brand = ${filter.brand}`,
    filter.brands?.length && Prisma.sql`brand = ANY(${[...filter.brands]}::text[])`,
    filter.amenities?.length && Prisma.sql`amenities @> ${[...filter.amenities]}::text[]`,
    filter.isNewAvailability != null &&
      Prisma.sql`is_new_availability = ${filter.isNewAvailability}`,
    filter.minRating && Prisma.sql`rating >= ${filter.minRating}::float8::numeric`,
    listings.length > 0 &&
      Prisma.sql`id IN (SELECT resort_id FROM listings WHERE ${publicListing} AND ${Prisma.join(
        listings,
        ' AND ',
      )})`,
  ].filter((part): part is Prisma.Sql => typeof part === 'object' && part !== null);
}

/** That a row of listings is public. */
export const publicListing = Prisma.sql`is_active AND contract_verification_status = 'verified'`;

/** The conditions of a filter on one row of listings. */
export function listingConditions(filter: Narrowing): Prisma.Sql[] {
  const { availableFrom, availableTo, oneOfNights } = filter;
  return [
    availableFrom && availableTo && freeBetween(availableFrom, availableTo),
    filter.guests != null && Prisma.sql`max_guests >= ${filter.guests}`,
    filter.bedrooms != null && Prisma.sql`bedrooms >= ${filter.bedrooms}`,
    oneOfNights &&
      Prisma.sql`(${Prisma.join(
        oneOfNights.map((night) => freeBetween(night, nextDay(night))),
        ' OR ',
      )})`,
  ].filter((part): part is Prisma.Sql => typeof part === 'object');
}

/** That a listing offers every night of [from, to) and none of them is taken. */
const freeBetween = (from: string, to: string): Prisma.Sql =>
  Prisma.sql`(available_from <= ${from}::text::date AND available_to >= ${to}::text::date
    AND NOT EXISTS (
      SELECT FROM bookings
      WHERE listing_id = listings.id AND status IN ('held', 'confirmed')
        AND check_in < ${to}::text::date AND check_out > ${from}::text::date))`;

const nextDay = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** The same for filters that mean the same. */
export const filterKey = (filter: Narrowing): string =>
  JSON.stringify([
    filter.priceTier,
    filter.destination,
    sorted(filter.destinations),
    filter.brand,
    sorted(filter.brands),
    sorted(filter.amenities),
    filter.isNewAvailability,
    filter.minRating,
    filter.availableFrom,
    filter.availableTo,
    filter.guests,
    filter.bedrooms,
    filter.oneOfNights,
  ]);

const sorted = (values: readonly string[] | null | undefined): string[] =>
  [...(values ?? [])].sort();

/** All of some conditions on a row; true where there are none. */
export const allOf = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...parts], ' AND ');
