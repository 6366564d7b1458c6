import type { Listing, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';

/** From the first booked check-in to the last booked check-out. */
interface Span {
  checkIn: Date;
  checkOut: Date;
}

/** The booked nights of listings, by id of the listing; absent without bookings. */
export async function bookedSpans(
  transaction: Pick<Prisma.TransactionClient, 'booking'>,
  listingIds: string[],
): Promise<Map<string, Span>> {
  const booked = await transaction.booking.groupBy({
    by: 'listingId',
    where: { listingId: { in: listingIds }, status: { in: [...bookingStatuses.takesNights] } },
    _min: { checkIn: true },
    _max: { checkOut: true },
  });
  return new Map(
    booked.flatMap(({ listingId, _min: { checkIn }, _max: { checkOut } }) =>
      listingId && checkIn && checkOut ? [[listingId, { checkIn, checkOut }]] : [],
    ),
  );
}

/** @throws {ConflictError} if a booked night would be outside the listing or at another resort */
export function requireBookedNights(
  listing: Pick<Listing, 'resortId'>,
  wanted: Pick<Listing, 'resortId' | 'availableFrom' | 'availableTo'>,
  booked: Span | undefined,
): void {
  if (!booked) {
    return;
  }
  const conflict = (field: string) =>
    new ConflictError(field, 'Nights of this listing are booked and must stay in it');
  if (wanted.resortId !== listing.resortId) {
    throw conflict('resortId');
  }
  if (booked.checkIn < wanted.availableFrom) {
    throw conflict('availableFrom');
  }
  if (booked.checkOut > wanted.availableTo) {
    throw conflict('availableTo');
  }
}
