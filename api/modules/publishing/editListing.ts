import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Listing, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError } from '#api/platform/errors.ts';
import { optionalWords, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail } from '../mail/outbox.ts';
import {
  isWithdrawnByTeam,
  recordListingEvent,
  recordListingEvents,
} from '../listings/listingHistory.ts';
import {
  changedFields,
  columnsOf,
  materialFields,
  patched,
  readListing,
  requireFittingWeek,
} from '../listings/listingInput.ts';
import { listingReference } from '../listings/listingReference.ts';
import { listingMail, listingInReview } from '../listings/listingMails.ts';
import {
  lockOwnListing,
  requireNotOver,
  requireVersion,
  resortOf,
} from '../listings/ownListing.ts';
import { bookedSpans, requireBookedNights } from './bookedNights.ts';
import { mayMove } from './verificationMoves.ts';
import { returnToReview } from '../listings/verificationQueue.ts';
import { signedIn } from '../access/signedIn.ts';

type EditDeps = Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl'>;

const target = z.object({
  listingId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
  reference: listingReference.nullish(),
});

/**
 * Changes the given fields of a listing of the viewer's. Changing a field that the contract proves
 * (`materialFields`) returns the listing to review. A past first night may stay; a new first night
 * must be in the future.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is someone else's
 * @throws {ConflictError} if it has changed meanwhile, or booked nights would be left outside
 */
export async function updateListing(
  deps: EditDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const owner = signedIn(viewer);
  const { listingId, version, reference } = parseInput(target, input);
  await deps.rateLimits.spend('listingByAccount', owner.id);
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockOwnListing(transaction, owner.id, listingId);
    const wanted = readListing(patched(listing, input), listing);
    const resort = await resortOf(transaction, wanted.resortId);
    requireFittingWeek(wanted, resort, listing);
    const columns = {
      ...columnsOf(wanted),
      ...(reference !== undefined && { ownerReference: reference }),
    };
    requireVersion(listing, version);
    const changed = changedFields(listing, columns);
    if (changed.length === 0) {
      return listing;
    }
    const booked = await bookedSpans(transaction, [listing.id]);
    requireBookedNights(listing, columns, booked.get(listing.id));
    const needsReview = reviewedFields(listing).some((field) => changed.includes(field));
    await transaction.listing.update({ where: { id: listingId }, data: columns });
    await recordListingEvent(transaction, { listingId, actorId: owner.id, kind: 'edited' });
    if (needsReview) {
      await returnToReview(transaction, { listingId, actorId: owner.id });
      await queueMail(
        transaction,
        listingInReview(
          deps,
          recipientOf(owner),
          listingMail(deps, { ...columns, id: listingId, resort }),
        ),
      );
    }
    return transaction.listing.findUniqueOrThrow({ where: { id: listingId } });
  });
}

/** Fields whose change sends the listing to review; empty while it is in review. */
export const reviewedFields = ({
  contractVerificationStatus: status,
}: Pick<Listing, 'contractVerificationStatus'>): (typeof materialFields)[number][] =>
  mayMove(status, 'pending', 'owner') ? [...materialFields] : [];

/**
 * Withdraws a listing of the viewer's. Booked stays are kept. Idempotent.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError | RateLimitedError}
 */
export async function withdrawListing(
  deps: EditDeps,
  viewer: Viewer | null,
  listingId: string,
): Promise<Listing> {
  return setActive(deps, signedIn(viewer), listingId, false);
}

/** Withdraws every listing of a person, in the transaction that closes the account. */
export async function withdrawListingsOf(
  transaction: Prisma.TransactionClient,
  ownerId: string,
): Promise<void> {
  const withdrawn = await transaction.listing.updateManyAndReturn({
    where: { ownerId, isActive: true },
    data: { isActive: false },
    select: { id: true },
  });
  await recordListingEvents(
    transaction,
    withdrawn.map(({ id }) => ({ listingId: id, actorId: ownerId, kind: 'withdrawn' as const })),
  );
}

/**
 * Relists a withdrawn listing of the viewer's. A verified listing is public at once. Idempotent.
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is someone else's, or the team withdrew it
 * @throws {InvalidInputError} if its dates are over
 */
export async function relistListing(
  deps: EditDeps,
  viewer: Viewer | null,
  listingId: string,
): Promise<Listing> {
  return setActive(deps, signedIn(viewer), listingId, true);
}

async function setActive(
  deps: EditDeps,
  owner: Viewer,
  listingId: string,
  isActive: boolean,
): Promise<Listing> {
  await deps.rateLimits.spend('listingByAccount', owner.id);
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockOwnListing(transaction, owner.id, listingId);
    if (listing.isActive === isActive) {
      return listing;
    }
    if (isActive) {
      await requireNotOver(transaction, listing);
      if (await isWithdrawnByTeam(transaction, listing)) {
        throw new ForbiddenError('Our team took this listing off the site. Please write to us');
      }
    }
    await transaction.listing.update({ where: { id: listingId }, data: { isActive } });
    await recordListingEvent(transaction, {
      listingId,
      actorId: owner.id,
      kind: isActive ? 'relisted' : 'withdrawn',
    });
    return transaction.listing.findUniqueOrThrow({ where: { id: listingId } });
  });
}

const reviewInput = z.object({
  listingId: z.string(),
  note: optionalWords('Note'),
});

/**
 * Requests another review after a rejection, a question or expired evidence.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is someone else's
 * @throws {ConflictError} if it is already verified or in review
 */
export async function requestReview(
  deps: EditDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Listing> {
  const owner = signedIn(viewer);
  const { listingId, note } = parseInput(reviewInput, input);
  await deps.rateLimits.spend('listingByAccount', owner.id);
  return deps.database.prisma.$transaction(async (transaction) => {
    const listing = await lockOwnListing(transaction, owner.id, listingId);
    const status = listing.contractVerificationStatus;
    if (status === 'verified' || !mayMove(status, 'pending', 'owner')) {
      throw new ConflictError(
        'listingId',
        status === 'verified'
          ? 'This listing is verified already'
          : 'This listing is in review already',
      );
    }
    await returnToReview(transaction, { listingId, actorId: owner.id, note });
    const resort = await resortOf(transaction, listing.resortId);
    const values = listingMail(deps, { ...listing, resort });
    await queueMail(transaction, listingInReview(deps, recipientOf(owner), values));
    return transaction.listing.findUniqueOrThrow({ where: { id: listingId } });
  });
}
