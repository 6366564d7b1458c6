import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { CursorValue } from '#api/platform/database/cursors.ts';

export const resortSorts = [
  'PRICE_LOW_TO_HIGH',
  'PRICE_HIGH_TO_LOW',
  'HIGHEST_RATED',
  'MOST_REVIEWS',
] as const;

export type ResortSort = (typeof resortSorts)[number];

export interface ResortSortKey {
  id: string;
  priceMin: number;
  rating: { toString(): string };
  reviewCount: number;
}

/** Ranges of the first column of a sort key; the index of words is divided by them. */
export interface ResortZones {
  /** First letter of the range's words in `resort_zone_words`. */
  letter: string;
  of: (value: Prisma.Sql) => Prisma.Sql;
  start: (zone: Prisma.Sql) => Prisma.Sql;
  /** Smaller ranges of the same numbers, if the index has them. */
  finer?: ResortZones;
}

interface SortColumn {
  sql: Prisma.Sql;
  type: Prisma.Sql;
}

export interface ResortOrder {
  direction: 'asc' | 'desc';
  /** Columns of the sort key with their types; an index of the same columns serves each order. */
  columns: readonly [SortColumn, ...SortColumn[]];
  zones: ResortZones;
  prisma: Prisma.ResortOrderByWithRelationInput[];
  key(resort: ResortSortKey): CursorValue[];
  check: z.ZodType<CursorValue[]>;
}

const price = { sql: Prisma.sql`price_min`, type: Prisma.sql`integer` };
const rating = { sql: Prisma.sql`rating`, type: Prisma.sql`numeric` };
const reviews = { sql: Prisma.sql`review_count`, type: Prisma.sql`integer` };
const id = { sql: Prisma.sql`id`, type: Prisma.sql`uuid` };

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

const whole = z.number().int().min(0).max(2_147_483_647);
const stars = z.string().regex(/^\d(\.\d{1,2})?$/);

/** The orders of SPEC section 2, each ending in the id so that it is total. */
export const resortOrders: Record<ResortSort, ResortOrder> = {
  PRICE_LOW_TO_HIGH: {
    direction: 'asc',
    columns: [price, id],
    zones: priceZones,
    prisma: [{ priceMin: 'asc' }, { id: 'asc' }],
    key: (resort) => [resort.priceMin, resort.id],
    check: z.tuple([whole, z.uuid()]),
  },
  PRICE_HIGH_TO_LOW: {
    direction: 'desc',
    columns: [price, id],
    zones: priceZones,
    prisma: [{ priceMin: 'desc' }, { id: 'desc' }],
    key: (resort) => [resort.priceMin, resort.id],
    check: z.tuple([whole, z.uuid()]),
  },
  HIGHEST_RATED: {
    direction: 'desc',
    columns: [rating, reviews, id],
    zones: ratingZones,
    prisma: [{ rating: 'desc' }, { reviewCount: 'desc' }, { id: 'desc' }],
    key: (resort) => [resort.rating.toString(), resort.reviewCount, resort.id],
    check: z.tuple([stars, whole, z.uuid()]),
  },
  MOST_REVIEWS: {
    direction: 'desc',
    columns: [reviews, id],
    zones: reviewZones,
    prisma: [{ reviewCount: 'desc' }, { id: 'desc' }],
    key: (resort) => [resort.reviewCount, resort.id],
    check: z.tuple([whole, z.uuid()]),
  },
};
