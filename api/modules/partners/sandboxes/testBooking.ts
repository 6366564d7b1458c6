import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Booking, Listing, Review } from '#api/generated/prisma/client.ts';
import { ConflictError, NotFoundError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { noRateLimits } from '#api/platform/limits/rateLimits.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { holdStay } from '#api/modules/bookings/checkout/holdStay.ts';
import { moveBooking } from '#api/modules/bookings/moveBooking.ts';
import { payBooking } from '#api/modules/bookings/payment/payBooking.ts';
import { createReview } from '#api/modules/reviews/reviewWriting.ts';
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
 * @throws {InvalidInputError}
 * @throws {NotFoundError} on live data, or if there is no such week
 * @throws {ConflictError} if a night is taken, or the card is declined
 */
export async function createTestBooking(deps: Deps, input: unknown): Promise<Booking> {
  requireSandbox(deps);
  const { card, ...stay } = parseInput(bookingInput, input);
  const traveler = await person(deps, sandboxPeople.traveler);
  // First: a refused card number must not hold the nights.
  const method = await cardToken(deps, card);
  const held = await holdStay(unlimited(deps), traveler, undefined, stay);
  return payHold(deps, traveler, held, method);
}

async function cardToken(deps: Deps, number: string): Promise<string | undefined> {
  const card = await deps.paymentSandbox?.takeCard({
    number,
    expiry: `12/${String((deps.clock().getUTCFullYear() + 1) % 100).padStart(2, '0')}`,
    securityCode: '123',
  });
  return card?.token;
}

/** The test traveler has the same id in every sandbox, and tokens have their own budget. */
const unlimited = (deps: Deps): Deps => ({ ...deps, rateLimits: noRateLimits });

async function payHold(
  deps: Deps,
  traveler: Viewer,
  held: Booking,
  method: string | undefined,
): Promise<Booking> {
  const { booking, operation } = await payBooking(deps, traveler, {
    bookingId: held.id,
    version: held.version,
    guestNames: [`${traveler.firstName} ${traveler.lastName}`],
    method,
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

const moveInput = z.object({
  bookingId: z.string(),
  by: z.enum(['traveler', 'team']),
  move: z.string(),
  reason: z.string().nullish(),
  refundCents: z.number().nullish(),
  claimCents: z.number().nullish(),
  card: z.string().nullish(),
});

/**
 * Makes a move of the test traveler or of the team in a booking of a sandbox. An offer that the
 * traveler takes is paid at once.
 * @returns the booking; after a taken offer, the new one
 * @throws {InvalidInputError | ForbiddenError}
 * @throws {NotFoundError} on live data, or if the traveler has no such booking with the account
 * @throws {ConflictError} if the move is not open now, or the card is declined
 */
export async function moveTestBooking(
  deps: Deps,
  account: Viewer | null,
  input: unknown,
): Promise<Booking> {
  const { by, card, ...wanted } = parseInput(moveInput, input);
  const { version } = await requireTestBooking(deps, account, wanted.bookingId);
  const mover = await person(deps, sandboxPeople[by]);
  const move = () => moveBooking(deps, mover, { ...wanted, version });
  if (wanted.move !== 'take_offer') {
    return move();
  }
  const method = await cardToken(deps, card ?? '4242424242424242');
  const { id: offerOfId } = await move();
  const held = await deps.database.prisma.booking.findFirstOrThrow({
    where: { offerOfId, status: 'held' },
  });
  return payHold(deps, mover, held, method);
}

const reviewInput = z.object({
  bookingId: z.string(),
  rating: z.number(),
  title: z.string(),
  content: z.string(),
});

/**
 * Reviews a stay of a sandbox as its test traveler.
 * @throws {InvalidInputError}
 * @throws {NotFoundError} on live data, or if the traveler has no such booking with the account
 * @throws {ConflictError} if the stay is not over, or reviewed
 */
export async function reviewTestStay(
  deps: Deps,
  account: Viewer | null,
  input: unknown,
): Promise<Review> {
  const { bookingId, ...words } = parseInput(reviewInput, input);
  const { resortId } = await requireTestBooking(deps, account, bookingId);
  const traveler = await person(deps, sandboxPeople.traveler);
  return createReview(unlimited(deps), traveler, { ...words, resortId, bookingId });
}

async function requireTestBooking(
  deps: Deps,
  account: Viewer | null,
  bookingId: string,
): Promise<Booking> {
  requireSandbox(deps);
  const booking = await deps.database.prisma.booking.findFirst({
    where: {
      id: idToFind(bookingId),
      ownerId: account?.id ?? '',
      userId: sandboxPeople.traveler,
    },
  });
  requireFound(booking, 'There is no such test booking');
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
