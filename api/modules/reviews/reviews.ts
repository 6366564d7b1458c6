import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type Review } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { readSince } from '#api/platform/database/readSince.ts';

export type ReviewSort = 'NEWEST' | 'HIGHEST' | 'LOWEST';

export const reviewSortKey = { id: true, rating: true, createdAt: true } as const;

type ReviewSortKey = Pick<Review, keyof typeof reviewSortKey>;

type Direction = 'asc' | 'desc';

/** The columns of each order; the id makes it total. */
const orders: Record<ReviewSort, [keyof ReviewSortKey, Direction][]> = {
  NEWEST: [
    ['createdAt', 'desc'],
    ['id', 'desc'],
  ],
  HIGHEST: [
    ['rating', 'desc'],
    ['createdAt', 'desc'],
    ['id', 'desc'],
  ],
  LOWEST: [
    ['rating', 'asc'],
    ['createdAt', 'desc'],
    ['id', 'desc'],
  ],
};

export const reviewKey = (sort: ReviewSort): string[] => orders[sort].map(([column]) => column);

const valueChecks: Record<keyof ReviewSortKey, z.ZodType<CursorValue>> = {
  rating: z.number().int().min(1).max(5),
  // PostgreSQL has no year 0.
  createdAt: z.iso.datetime().refine((instant) => instant >= '0001'),
  id: z.uuid(),
};

/** An opaque cursor, valid only for the order it was made for. */
export const reviewCursor = (review: ReviewSortKey, sort: ReviewSort = 'NEWEST'): string =>
  encodeCursor(
    sort,
    orders[sort].map(([column]) => {
      const value = review[column];
      return value instanceof Date ? value.toISOString() : value;
    }),
  );

/**
 * Prisma arguments for one page of reviews plus one row.
 * @param updatedSince Only reviews changed at this instant or later.
 * @throws {InvalidInputError} naming after, before or updatedSince
 */
export function reviewsPage(
  page: PageRequest,
  sort: ReviewSort = 'NEWEST',
  updatedSince?: Date | null,
): {
  where: Prisma.ReviewWhereInput;
  orderBy: Prisma.ReviewOrderByWithRelationInput[];
  take: number;
} {
  const forward = page.direction === 'forward';
  const columns = orders[sort].map(([column, direction]): [keyof ReviewSortKey, Direction] => [
    column,
    (direction === 'asc') === forward ? 'asc' : 'desc',
  ]);
  const orderBy = columns.map(([column, direction]) => ({ [column]: direction }));
  const take = page.size + 1;
  const changed = { updatedAt: { gte: readSince(updatedSince) } };
  if (page.from === undefined) {
    return { where: changed, orderBy, take };
  }
  const shape = columns.map(([column]) => valueChecks[column]);
  const check = z
    .array(z.union([z.string(), z.number()]))
    .refine(
      (values) =>
        values.length === shape.length &&
        shape.every((part, index) => part.safeParse(values[index]).success),
    );
  const values = decodeCursor(sort, page.from, forward ? 'after' : 'before', check);
  return { where: { ...changed, ...beyond(columns, values) }, orderBy, take };
}

/** Condition for the rows after the given values in the order of the given columns. */
function beyond(
  columns: [keyof ReviewSortKey, Direction][],
  values: CursorValue[],
): Prisma.ReviewWhereInput {
  const [first, ...others] = columns;
  if (!first) {
    return {};
  }
  const [column, direction] = first;
  const value = column === 'createdAt' ? new Date(String(values[0])) : values[0];
  const step = direction === 'asc' ? 'gt' : 'lt';
  if (others.length === 0) {
    return { [column]: { [step]: value } };
  }
  return {
    // The first condition alone bounds the index scan; the rest resolves ties.
    [column]: { [`${step}e`]: value },
    OR: [{ [column]: { [step]: value } }, beyond(others, values.slice(1))],
  };
}

export interface StarCount {
  stars: number;
  count: number;
}

/** Numbers of reviews of a resort with 5, 4, 3, 2 and 1 stars, in this order. */
export async function reviewSummary(
  { database }: Pick<Deps, 'database'>,
  resortId: string,
): Promise<StarCount[]> {
  const rows = await database.read<{ rating: number; count: string }>(Prisma.sql`
    SELECT rating, count(*) AS count FROM reviews WHERE resort_id = ${resortId}::uuid GROUP BY rating`);
  const counts = new Map(rows.map((row) => [row.rating, Number(row.count)]));
  return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: counts.get(stars) ?? 0 }));
}
