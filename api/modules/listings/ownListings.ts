import type { Deps } from '#api/context/context.ts';
import {
  Prisma,
  type Booking,
  type ContractVerificationStatus,
  type Listing,
} from '#api/generated/prisma/client.ts';
import { sumByCurrency, type Money } from '#common/money.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { bookingStatuses, isStatusIn } from '#common/bookingStatuses.ts';

export type OwnListingStatus =
  | 'PUBLISHED'
  | 'OVER'
  | 'IN_REVIEW'
  | 'MORE_INFORMATION'
  | 'REJECTED'
  | 'EXPIRED'
  | 'WITHDRAWN';

const statusByContract: Record<ContractVerificationStatus, OwnListingStatus> = {
  // Active and verified but not on offer, so its last night has passed.
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

/**
 * The owner's earnings from bookings: one sum per currency, largest first.
 * @param currency Of the listing; used for a sum of 0 if there are no earnings.
 */
export function earned(
  bookings: Pick<
    Booking,
    'status' | 'totalPriceCents' | 'nightsCents' | 'cleaningCents' | 'currency'
  >[],
  currency: string,
): Money[] {
  const sums = sumByCurrency(
    bookings
      .filter(({ status }) => isStatusIn('earning', status))
      .map(({ totalPriceCents, nightsCents, cleaningCents, currency: paid }) => ({
        // Tax and service fee come on top for the traveler and are not the owner's.
        amount:
          nightsCents === null || cleaningCents === null
            ? totalPriceCents
            : nightsCents + cleaningCents,
        currency: paid,
      })),
  );
  return sums.length > 0 ? sums : [{ amount: 0, currency }];
}

export async function countListings(
  { database }: Pick<Deps, 'database'>,
  where: Prisma.ListingWhereInput,
): Promise<CappedCount> {
  return capped(await database.prisma.listing.count({ where, take: countCap + 1 }));
}

export async function listingEarnings(
  { database }: Pick<Deps, 'database'>,
  ownerId: string,
): Promise<Money[]> {
  return database.read<Money>(Prisma.sql`
    SELECT sum(coalesce(nights_cents + cleaning_cents, total_price_cents))::float8 AS amount, currency
    FROM bookings
    WHERE owner_id = ${ownerId}::uuid AND status = ANY(${bookingStatuses.earning}::"BookingStatus"[])
    GROUP BY currency
    ORDER BY amount DESC`);
}
