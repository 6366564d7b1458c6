import { z } from 'zod';
import type { Listing, Prisma } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { resortToday } from './listings.ts';

/**
 * Reads a listing and locks it until the transaction ends.
 * @throws {NotFoundError}
 */
export async function lockListing(
  transaction: Prisma.TransactionClient,
  listingId: string,
): Promise<Listing> {
  if (z.uuid().safeParse(listingId).success) {
    // FOR UPDATE: new bookings wait too, because of their foreign key.
    await transaction.$queryRaw`SELECT FROM listings WHERE id = ${listingId}::uuid FOR UPDATE`;
    const listing = await transaction.listing.findUnique({ where: { id: listingId } });
    if (listing) {
      return listing;
    }
  }
  throw new NotFoundError('Listing not found');
}

/**
 * `lockListing` for a listing that must belong to this person.
 * @throws {NotFoundError}
 * @throws {ForbiddenError} if it belongs to someone else
 */
export async function lockOwnListing(
  transaction: Prisma.TransactionClient,
  ownerId: string,
  listingId: string,
): Promise<Listing> {
  const listing = await lockListing(transaction, listingId);
  if (listing.ownerId !== ownerId) {
    throw new ForbiddenError('Only its owner can change a listing');
  }
  return listing;
}

/** @throws {ConflictError} if the listing has changed since the caller read it */
export function requireVersion(listing: Listing, version: number): void {
  if (listing.version !== version) {
    throw new ConflictError(
      'version',
      'This listing has changed since you opened it. Load it again',
    );
  }
}

/**
 * Timeshares for sale need no nights ahead.
 * @throws {InvalidInputError} if no night of the listing is ahead at its resort
 */
export async function requireNotOver(
  prisma: Pick<Prisma.TransactionClient, 'resort'>,
  listing: Pick<Listing, 'resortId' | 'availableTo' | 'isForSale'>,
): Promise<void> {
  const { zone } = await resortOf(prisma, listing.resortId);
  if (listing.availableTo <= zone.today && !listing.isForSale) {
    throw new InvalidInputError(
      'availableTo',
      'These dates are over. Change them before you list the week again',
    );
  }
}

const ruleFields = { id: true, name: true, weekRule: true, ...resortToday.select } as const;

/** `resortOf` for several resorts, by id. Unknown ids are left out. */
export async function resortsOf(prisma: Pick<Prisma.TransactionClient, 'resort'>, ids: string[]) {
  const resorts = await prisma.resort.findMany({
    where: { id: { in: ids } },
    select: ruleFields,
  });
  return new Map(resorts.map((resort) => [resort.id, resort]));
}

/**
 * Reads a resort's name, week rule and current day for the rules of listings.
 * @throws {InvalidInputError} naming resortId, if there is no such resort
 */
export async function resortOf(prisma: Pick<Prisma.TransactionClient, 'resort'>, id: string) {
  const resort = await prisma.resort.findUnique({ where: { id }, select: ruleFields });
  if (!resort) {
    throw new InvalidInputError('resortId', 'Resort not found');
  }
  return resort;
}
