import type { PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import type { Deps } from '#api/context/context.ts';
import {
  Prisma,
  type ContractVerificationStatus,
  type Listing,
} from '#api/generated/prisma/client.ts';
import { recordListingEvents } from './listingHistory.ts';

/** The longest waiting first. */
export const queue = keyset('REVIEWS', 'asc', { reviewRequestedAt: 'timestamptz', id: 'uuid' });

/** SQL counterpart of `inQueue('pending')`: listings with a document for the team to review. */
export const waitsForTeam =
  "is_active AND contract_verification_status = 'pending' AND contract_document_url IS NOT NULL";

/** SQL counterpart of `inQueue('more_information')`, for active listings. */
export const waitsForOwner = `(contract_verification_status = 'more_information'
  OR contract_verification_status = 'pending' AND contract_document_url IS NULL)`;

const noProofYet: Prisma.ListingWhereInput = {
  contractVerificationStatus: 'pending',
  contractDocumentUrl: null,
};

/**
 * Condition: an active listing of a member has this status. A pending listing without a document
 * waits for its owner, so it counts as `more_information`.
 */
export function inQueue(status: ContractVerificationStatus): Prisma.ListingWhereInput {
  const members: Prisma.ListingWhereInput = { isActive: true, ownerId: { not: null } };
  switch (status) {
    case 'pending':
      return {
        ...members,
        contractVerificationStatus: status,
        contractDocumentUrl: { not: null },
      };
    case 'more_information':
      return { ...members, OR: [{ contractVerificationStatus: status }, noProofYet] };
    default:
      return { ...members, contractVerificationStatus: status };
  }
}

/** Condition: a listing is hidden until its owner does something. */
export const heldForOwners: Prisma.ListingWhereInput = {
  isActive: true,
  ownerId: { not: null },
  OR: [
    { contractVerificationStatus: { in: ['more_information', 'rejected', 'expired'] } },
    noProofYet,
  ],
};

/**
 * Prisma arguments for one page of the listings that match `wanted`, plus one row; the longest
 * waiting first.
 * @throws {InvalidInputError} naming after or before
 */
export function queuePage(wanted: Prisma.ListingWhereInput, request: PageRequest) {
  const { where, ...page } = queue.prisma(request);
  return { ...page, where: { AND: [wanted, where] } };
}

/**
 * The listing after this one in the team's queue, by time of the request; after the last, the
 * first.
 * @returns Its plain id; null if no other listing waits.
 */
export async function nextInQueue(
  { database }: Pick<Deps, 'database'>,
  { id, reviewRequestedAt }: Pick<Listing, 'id' | 'reviewRequestedAt'>,
): Promise<string | null> {
  const waiting = Prisma.sql`
    SELECT id FROM listings
    WHERE ${Prisma.raw(waitsForTeam)} AND id <> ${id}::uuid`;
  const order = Prisma.sql`ORDER BY review_requested_at, id LIMIT 1`;
  const [row] = await database.read<{ id: string }>(Prisma.sql`
    (${waiting} AND (review_requested_at, id) > (${reviewRequestedAt}, ${id}::uuid) ${order})
    UNION ALL (${waiting} ${order}) LIMIT 1`);
  return row?.id ?? null;
}

/** Puts a listing at the end of the team's queue, hidden until the team verifies it. */
export async function returnToReview(
  transaction: Pick<Prisma.TransactionClient, 'listing' | 'listingEvent'>,
  { listingId, ...event }: ReviewRequest & { listingId: string },
): Promise<void> {
  await returnAllToReview(transaction, [listingId], event);
}

interface ReviewRequest {
  actorId: string;
  note?: string | null | undefined;
}

export async function returnAllToReview(
  transaction: Pick<Prisma.TransactionClient, 'listing' | 'listingEvent'>,
  listingIds: string[],
  request: ReviewRequest,
): Promise<void> {
  await transaction.listing.updateMany({
    where: { id: { in: listingIds } },
    data: {
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
      evidenceEndsOn: null,
      reviewRequestedAt: new Date(),
    },
  });
  await recordListingEvents(
    transaction,
    listingIds.map((listingId) => ({ ...request, listingId, kind: 'review_requested' as const })),
  );
}
