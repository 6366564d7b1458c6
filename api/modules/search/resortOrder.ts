import { Prisma } from '#api/generated/prisma/client.ts';
import { keysets } from '#api/platform/database/keyset.ts';

export interface ResortSortKey {
  id: string;
  priceMin: number;
  rating: { toString(): string };
  reviewCount: number;
}

/** Ranges of the first column of a sort key; the index of words is divided by them. */
export interface ResortZones {
  letter: string;
  of: (value: Prisma.Sql) => Prisma.Sql;
  start: (zone: Prisma.Sql) => Prisma.Sql;
  /** Smaller ranges of the same numbers, if the index has them. */
  finer?: ResortZones;
}

const of = (value: Prisma.Sql): Prisma.Sql => Prisma.sql`resort_zone(${value})`;
const lowestWhole = (zone: Prisma.Sql): Prisma.Sql => Prisma.sql`resort_zone_start(${zone})`;

const finePrices: ResortZones = {
  letter: 'f',
  of: (value) => Prisma.sql`resort_fine_zone(${value})`,
  start: (zone) => Prisma.sql`resort_fine_zone_start(${zone})`,
};
export const priceZones: ResortZones = { letter: 'p', of, start: lowestWhole, finer: finePrices };
const reviewZones: ResortZones = { letter: 'n', of, start: lowestWhole };
const ratingZones: ResortZones = {
  letter: 'r',
  of,
  start: (zone) => Prisma.sql`${zone} / 20.0`,
};

const byPrice = { priceMin: 'integer', id: 'uuid' } as const;

/** The orders of SPEC section 2; an index of the same columns serves each. */
export const resortOrders = keysets({
  PRICE_LOW_TO_HIGH: ['asc', byPrice],
  PRICE_HIGH_TO_LOW: ['desc', byPrice],
  HIGHEST_RATED: ['desc', { rating: 'numeric', reviewCount: 'integer', id: 'uuid' }],
  MOST_REVIEWS: ['desc', { reviewCount: 'integer', id: 'uuid' }],
});

export type ResortSort = keyof typeof resortOrders;

export const resortSorts = Object.keys(resortOrders) as ResortSort[];

export const zonesOf: Record<ResortSort, ResortZones> = {
  PRICE_LOW_TO_HIGH: priceZones,
  PRICE_HIGH_TO_LOW: priceZones,
  HIGHEST_RATED: ratingZones,
  MOST_REVIEWS: reviewZones,
};
