import type { Deps } from '../../context/context.ts';
import {
  Prisma,
  type BookingStatus,
  type ContractVerificationStatus,
  type Listing,
} from '../../generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '../../platform/cappedCount.ts';

/** Whether others see a listing, and why not. */
export type OwnListingStatus =
  'PUBLISHED' | 'OVER' | 'IN_REVIEW' | 'MORE_INFORMATION' | 'REJECTED' | 'EXPIRED' | 'WITHDRAWN';

const statusByContract: Record<ContractVerificationStatus, OwnListingStatus> = {
  // Active and verified, and yet not on offer.
  verified: 'OVER',
  pending: 'IN_REVIEW',
  more_information: 'MORE_INFORMATION',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
};

export const ownStatus = (
  listing: Pick<Listing, 'isActive' | 'contractVerificationStatus' | 'onOffer'>,
): OwnListingStatus =>
  listing.onOffer
    ? 'PUBLISHED'
    : listing.isActive
      ? statusByContract[listing.contractVerificationStatus]
      : 'WITHDRAWN';

/** Stays that bring money: before, during and after. What is only held brings none yet. */
const earningStatuses: BookingStatus[] = ['confirmed', 'completed'];

/** What the bookings of a listing bring its owner, in cents. */
export const earnedCents = (
  bookings: { status: BookingStatus; totalPriceCents: number }[],
): number =>
  bookings
    .filter(({ status }) => earningStatuses.includes(status))
    .reduce((sum, { totalPriceCents }) => sum + totalPriceCents, 0);

/** How many listings there are of some kind. */
export async function countListings(
  { database }: Pick<Deps, 'database'>,
  where: Prisma.ListingWhereInput,
): Promise<CappedCount> {
  return capped(await database.prisma.listing.count({ where, take: countCap + 1 }));
}

/** What all listings of a person bring, in cents. */
export async function listingEarnings(
  { database }: Pick<Deps, 'database'>,
  ownerId: string,
): Promise<number> {
  const [row] = await database.read<{ cents: string | null }>(Prisma.sql`
    SELECT sum(total_price_cents) AS cents
    FROM bookings JOIN listings ON listings.id = listing_id
    WHERE owner_id = ${ownerId}::uuid AND bookings.status IN ('confirmed', 'completed')`);
  return Number(row?.cents ?? 0);
}
