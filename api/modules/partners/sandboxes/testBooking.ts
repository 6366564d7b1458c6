import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Booking, Listing } from '#api/generated/prisma/client.ts';
import { ConflictError, NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { noRateLimits } from '#api/platform/limits/rateLimits.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { holdStay } from '#api/modules/bookings/checkout/holdStay.ts';
import { moveBooking } from '#api/modules/bookings/moveBooking.ts';
import { payBooking } from '#api/modules/bookings/payment/payBooking.ts';
import { verifyListing } from '#api/modules/publishing/verification.ts';
import { sandboxPeople } from './fillSandbox.ts';
import { requireSandbox } from './sandboxClock.ts';

const bookingInput = z.object({
  listingId: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
  guests: z.int(),
  card: z.string(),
});

/**
 * Books a week of a sandbox as its test traveler. With instant booking it is paid, otherwise the
 * owner has to answer.
 * @param input listingId (plain), checkIn, checkOut (YYYY-MM-DD), guests, card (a number of the
 *   payment sandbox)
 * @throws {InvalidInputError}
 * @throws {NotFoundError} on live data, or if there is no such week
 * @throws {ConflictError} if a night is taken, or the card is declined
 */
export async function createTestBooking(deps: Deps, input: unknown): Promise<Booking> {
  requireSandbox(deps);
  const { card: number, ...stay } = parseInput(bookingInput, input);
  const traveler = await person(deps, sandboxPeople.traveler);
  // First: a refused card number must not hold the nights.
  const card = await deps.paymentSandbox?.takeCard({
    number,
    expiry: `12/${String((deps.clock().getUTCFullYear() + 1) % 100).padStart(2, '0')}`,
    securityCode: '123',
  });
  // No rate limit: the test traveler has the same id in every sandbox, and tokens have their own
  // budget.
  const held = await holdStay({ ...deps, rateLimits: noRateLimits }, traveler, undefined, stay);
  const { booking, operation } = await payBooking(deps, traveler, {
    bookingId: held.id,
    version: held.version,
    guestNames: [`${traveler.firstName} ${traveler.lastName}`],
    method: card?.token,
  });
  if (operation.status === 'failed') {
    await moveBooking(deps, traveler, {
      bookingId: booking.id,
      version: booking.version,
      move: 'abandon',
    });
    throw new ConflictError('card', 'The card was declined');
  }
  return booking;
}

/**
 * Verifies a listing of a sandbox, as the team does with a proof of ownership.
 * @param listingId plain
 * @throws {NotFoundError} on live data, or if the token's account has no such listing
 * @throws {ConflictError} if it is already verified, or was rejected
 */
export async function verifyTestListing(
  deps: Deps,
  account: Viewer | null,
  listingId: string,
): Promise<Listing> {
  requireSandbox(deps);
  const where = { id: idToFind(listingId) };
  const listing = await deps.database.prisma.listing.findUnique({ where });
  if (!listing || listing.ownerId !== account?.id) {
    throw new NotFoundError('There is no such listing');
  }
  return verifyListing(deps, await person(deps, sandboxPeople.team), {
    listingId,
    version: listing.version,
    note: 'Verified by a test token',
  });
}

const person = ({ database }: Pick<Deps, 'database'>, id: string): Promise<Viewer> =>
  database.prisma.user.findUniqueOrThrow({ where: { id } });
