import { z } from 'zod';
import type { Listing, Prisma } from '../../generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../platform/errors.ts';
import { resortToday } from './listings.ts';

/** A listing as it is now, which nobody else changes until the transaction ends. */
export async function lockListing(
  transaction: Prisma.TransactionClient,
  listingId: string,
): Promise<Listing> {
  if (z.uuid().safeParse(listingId).success) {
    // Bookings refer to the row, so they wait too.
    await transaction.$queryRaw`SELECT FROM listings WHERE id = ${listingId}::uuid FOR UPDATE`;
    const listing = await transaction.listing.findUnique({ where: { id: listingId } });
    if (listing) {
      return listing;
    }
  }
  throw new NotFoundError('Listing not found');
}

/**
 * A listing of this person, locked.
 * @throws {NotFoundError}
 * @throws {ForbiddenError} when it is someone else's
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

/** A plain id to look for; where it can't be one, one that nothing has. */
export const idToFind = (id: string): string =>
  z.uuid().safeParse(id).success ? id : '00000000-0000-0000-0000-000000000000';

/** @throws {ConflictError} when the listing is not as the caller saw it */
export function requireVersion(listing: Listing, version: number): void {
  if (listing.version !== version) {
    throw new ConflictError([
      {
        field: 'version',
        message: 'This listing has changed since you opened it. Load it again',
      },
    ]);
  }
}

/** @throws {InvalidInputError} when no night of the listing is ahead at its resort */
export async function requireNotOver(
  prisma: Pick<Prisma.TransactionClient, 'resort'>,
  listing: Pick<Listing, 'resortId' | 'availableTo'>,
): Promise<void> {
  const { zone } = await resortOf(prisma, listing.resortId);
  if (listing.availableTo <= zone.today) {
    throw new InvalidInputError([
      {
        field: 'availableTo',
        message: 'These dates are over. Change them before you list the week again',
      },
    ]);
  }
}

/**
 * What the rules of a listing ask of its resort: name, rule of the weeks, and the day it is there.
 * @throws {InvalidInputError} naming resortId, where there is none
 */
export async function resortOf(prisma: Pick<Prisma.TransactionClient, 'resort'>, id: string) {
  const resort = await prisma.resort.findUnique({
    where: { id },
    select: { name: true, weekRule: true, ...resortToday.select },
  });
  if (!resort) {
    throw new InvalidInputError([{ field: 'resortId', message: 'Resort not found' }]);
  }
  return resort;
}
