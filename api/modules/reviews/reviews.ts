import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '../../platform/cursors.ts';

const order = 'NEWEST';

/** Newest first; the id makes it total. */
const newestReviewsFirst = [
  { createdAt: 'desc' },
  { id: 'desc' },
] satisfies Prisma.ReviewOrderByWithRelationInput[];

const oldestReviewsFirst = [
  { createdAt: 'asc' },
  { id: 'asc' },
] satisfies Prisma.ReviewOrderByWithRelationInput[];

const check: z.ZodType<CursorValue[]> = z.tuple([
  // PostgreSQL knows no year 0.
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

export const reviewCursor = (review: { createdAt: Date; id: string }): string =>
  encodeCursor(order, [review.createdAt.toISOString(), review.id]);

/**
 * What to ask Prisma for one page of reviews and one more.
 * @throws {InvalidInputError} naming after or before
 */
export function reviewsPage(page: PageRequest): {
  where: Prisma.ReviewWhereInput;
  orderBy: Prisma.ReviewOrderByWithRelationInput[];
  take: number;
} {
  const forward = page.direction === 'forward';
  const orderBy = forward ? newestReviewsFirst : oldestReviewsFirst;
  const take = page.size + 1;
  if (page.from === undefined) {
    return { where: {}, orderBy, take };
  }
  const [at, id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
  const createdAt = new Date(String(at));
  const step = forward ? 'lt' : 'gt';
  return {
    // The first condition alone bounds the index scan; the second settles equal instants.
    where: {
      createdAt: { [`${step}e`]: createdAt },
      OR: [{ createdAt: { [step]: createdAt } }, { id: { [step]: String(id) } }],
    },
    orderBy,
    take,
  };
}
