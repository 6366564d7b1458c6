import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import { keysets } from '#api/platform/database/keyset.ts';
import { readSince } from '#api/platform/database/readSince.ts';

export type ReviewSort = 'NEWEST' | 'HIGHEST' | 'LOWEST';

export const reviewSortKey = { id: true, rating: true, createdAt: true } as const;

const newest = { createdAt: 'timestamptz', id: 'uuid' } as const;
const byRating = { rating: 'integer', ...newest } as const;

export const reviewOrders = keysets({
  NEWEST: ['desc', newest],
  HIGHEST: ['desc', byRating],
  LOWEST: ['desc', byRating, { turned: ['rating'] }],
});

/**
 * Prisma arguments for one page of reviews plus one row.
 * @param updatedSince Only reviews changed at this instant or later.
 * @throws {InvalidInputError} naming after, before or updatedSince
 */
export function reviewsPage(
  request: PageRequest,
  sort: ReviewSort = 'NEWEST',
  updatedSince?: Date | null,
): {
  where: Prisma.ReviewWhereInput;
  orderBy: Prisma.ReviewOrderByWithRelationInput[];
  take: number;
} {
  const { where, ...page } = reviewOrders[sort].prisma(request);
  return { ...page, where: { updatedAt: { gte: readSince(updatedSince) }, ...where } };
}

export interface StarCount {
  stars: number;
  count: number;
}

export async function reviewSummary(
  { database }: Pick<Deps, 'database'>,
  resortId: string,
): Promise<StarCount[]> {
  const rows = await database.read<{ rating: number; count: string }>(Prisma.sql`
    SELECT rating, count(*) AS count FROM reviews WHERE resort_id = ${resortId}::uuid GROUP BY rating`);
  const counts = new Map(rows.map((row) => [row.rating, Number(row.count)]));
  return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: counts.get(stars) ?? 0 }));
}
