import { z } from 'zod';
import type { ContractVerificationStatus, Listing, Prisma } from '../../generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '../../platform/cursors.ts';
import { recordListingEvent } from './listingHistory.ts';

const order = 'REVIEWS';

const check: z.ZodType<CursorValue[]> = z.tuple([
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

export const queueCursor = (listing: Pick<Listing, 'reviewRequestedAt' | 'id'>): string =>
  encodeCursor(order, [listing.reviewRequestedAt.toISOString(), listing.id]);

/**
 * What to ask Prisma for one page of listings of these statuses and one more: those that have waited
 * longest first. Withdrawn ones don't wait.
 * @throws {InvalidInputError} naming after or before
 */
export function queuePage(
  statuses: ContractVerificationStatus[],
  page: PageRequest,
): {
  where: Prisma.ListingWhereInput;
  orderBy: Prisma.ListingOrderByWithRelationInput[];
  take: number;
} {
  const forward = page.direction === 'forward';
  const direction = forward ? 'asc' : 'desc';
  const where: Prisma.ListingWhereInput = {
    isActive: true,
    contractVerificationStatus: statuses.length === 1 ? statuses[0] : { in: statuses },
  };
  if (page.from !== undefined) {
    const [instant, id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
    const at = new Date(String(instant));
    const step = forward ? 'gt' : 'lt';
    // The first condition alone bounds the index scan; the second settles equal instants.
    where.reviewRequestedAt = { [`${step}e`]: at };
    where.OR = [{ reviewRequestedAt: { [step]: at } }, { id: { [step]: String(id) } }];
  }
  return {
    where,
    orderBy: [{ reviewRequestedAt: direction }, { id: direction }],
    take: page.size + 1,
  };
}

/** Puts a listing at the end of the queue of the team; until they verify it nobody else sees it. */
export async function returnToReview(
  transaction: Pick<Prisma.TransactionClient, 'listing' | 'listingEvent'>,
  event: { listingId: string; actorId: string; note?: string | null | undefined },
): Promise<void> {
  await transaction.listing.update({
    where: { id: event.listingId },
    data: {
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
      evidenceEndsOn: null,
      reviewRequestedAt: new Date(),
    },
    select: { id: true },
  });
  await recordListingEvent(transaction, { ...event, kind: 'review_requested' });
}
