import { z } from 'zod';
import type { Deps } from '../../../context/context.ts';
import type { Booking, Prisma } from '../../../generated/prisma/client.ts';
import { isoDay, nightsBetween } from '../../../platform/days.ts';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  SignInRequiredError,
} from '../../../platform/errors.ts';
import { idToFind } from '../../../platform/globalId.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Viewer } from '../../../platform/sessions.ts';
import { priceColumns, priceTermsOf } from '../../listings/priceTerms.ts';
import { requirePayments } from '../../payments/operations.ts';
import { quote } from '../../pricing/quote.ts';
import { createHold, nightsOwned, nightsRefused, nightsTaken } from './createHold.ts';
import { lockBooking, makeMove, momentOf, type BookingDeps } from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { lapse } from '../payment/settlePayment.ts';

/** The most nights that one person keeps in checkouts at a time. */
const mostHolds = 3;

const day = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .refine((date) => z.iso.date().safeParse(date).success && date > '1900' && date < '2200', {
      error: `${name} must be a date like 2027-02-13`,
      abort: true,
    });

const holdInput = z.object({
  listingId: z.string({ error: 'Listing is required' }),
  checkIn: day('Check-in'),
  checkOut: day('Check-out'),
  guests: z
    .number({ error: 'Guests is required' })
    .int('Guests must be a whole number')
    .min(1, 'There must be at least one guest')
    .max(30, 'There may be at most 30 guests'),
  seenTotalCents: z.number().int('The total must be in whole cents').nullish(),
  idempotencyKey: z
    .string({ error: 'The idempotency key must be text' })
    .regex(/^[\x21-\x7e]{8,100}$/, 'The idempotency key must have 8 to 100 visible characters')
    .nullish(),
});

type Wanted = z.infer<typeof holdInput>;

type HoldDeps = BookingDeps & Pick<Deps, 'rateLimits'>;

/**
 * Keeps the nights of a stay for the viewer while they pay. A hold of the viewer over some of these
 * nights is replaced; one for exactly this stay is returned.
 * @param input listingId (plain), checkIn, checkOut (YYYY-MM-DD), guests, seenTotalCents (the price
 *   that the caller was shown), idempotencyKey
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {UnavailableError} if the site takes no payments
 * @throws {ConflictError} naming checkIn if a night is taken, bookingId if the viewer has booked or
 *   is paying for one, seenTotalCents if the price is no longer the one that was seen
 */
export async function holdStay(
  deps: HoldDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Booking> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  const wanted = parseInput(holdInput, input);
  requirePayments(deps);
  const nights = nightsBetween(wanted.checkIn, wanted.checkOut);
  if (nights < 1 || nights > 60) {
    const message =
      nights < 1 ? 'Check-out must be after check-in' : 'A stay may have at most 60 nights';
    throw new InvalidInputError([{ field: 'checkOut', message }]);
  }
  await deps.rateLimits.spend('holdByAccount', viewer.id);
  const earlier = await earlierHold(deps.database.prisma, viewer, wanted);
  if (earlier) {
    return earlier;
  }
  // Most of a crowd is turned away here, without waiting for the lock on the listing.
  await requireFree(deps, deps.database.prisma, viewer, wanted);
  try {
    return await deps.database.prisma.$transaction((transaction) =>
      hold(deps, transaction, viewer, wanted),
    );
  } catch (error) {
    throw nightsRefused(error) ?? error;
  }
}

async function hold(
  deps: HoldDeps,
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Booking> {
  const { checkIn, checkOut, guests } = wanted;
  const listing = await bookable(deps, transaction, viewer, wanted);
  // A concurrent call with the same key has had the lock before.
  const earlier = await earlierHold(transaction, viewer, wanted);
  if (earlier) {
    return earlier;
  }
  const paying = await underPayment(transaction, viewer, wanted);
  if (paying) {
    return paying;
  }
  const own = await clearHolds(
    deps,
    transaction,
    viewer.id,
    { listingId: listing.id, checkIn: new Date(checkIn), checkOut: new Date(checkOut) },
    (booking) => isSameStay(booking, wanted),
  );
  if (own) {
    return own;
  }
  const price = quote(listing.terms, nightsBetween(checkIn, checkOut));
  if (wanted.seenTotalCents != null && wanted.seenTotalCents !== price.totalCents) {
    throw new ConflictError([
      { field: 'seenTotalCents', message: 'The price has changed since you opened the page' },
    ]);
  }
  const booking = await createHold(deps, transaction, listing.terms, {
    resortId: listing.resortId,
    listingId: listing.id,
    userId: viewer.id,
    checkIn: new Date(checkIn),
    checkOut: new Date(checkOut),
    guests,
    isInstant: listing.isInstant,
    cancellationPolicy: listing.cancellationPolicy,
  });
  if (wanted.idempotencyKey) {
    await transaction.idempotencyKey.create({
      data: {
        operation: operationOf(viewer),
        key: wanted.idempotencyKey,
        resultId: booking.id,
      },
    });
  }
  return booking;
}

/** Scoped to the viewer, so that different people can use the same key. */
const operationOf = ({ id }: Viewer): string => `holdStay ${id}`;

/** The booking that an earlier call with the key made; null if there is none. */
async function earlierHold(
  prisma: Pick<Prisma.TransactionClient, 'idempotencyKey' | 'booking'>,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Booking | null> {
  if (wanted.idempotencyKey == null) {
    return null;
  }
  const known = await prisma.idempotencyKey.findUnique({
    where: { operation_key: { operation: operationOf(viewer), key: wanted.idempotencyKey } },
    select: { resultId: true },
  });
  const booking = known && (await prisma.booking.findUnique({ where: { id: known.resultId } }));
  if (booking && !isSameStay(booking, wanted)) {
    throw new ConflictError([
      { field: 'idempotencyKey', message: 'This idempotency key was used for another stay' },
    ]);
  }
  return booking;
}

const isSameStay = (
  booking: Pick<Booking, 'listingId' | 'checkIn' | 'checkOut' | 'guests'>,
  { listingId, checkIn, checkOut, guests }: Wanted,
): boolean =>
  booking.listingId === listingId &&
  isoDay(booking.checkIn) === checkIn &&
  isoDay(booking.checkOut) === checkOut &&
  booking.guests === guests;

/**
 * Whether no other traveler has a night of the stay. The database decides in the end; this is the
 * quick answer.
 * @throws {ConflictError}
 */
async function requireFree(
  { clock }: Pick<HoldDeps, 'clock'>,
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  viewer: Viewer,
  { listingId, checkIn, checkOut }: Wanted,
): Promise<void> {
  const taken = await prisma.$queryRaw<{ isOwn: boolean }[]>`
    SELECT user_id = ${viewer.id}::uuid AS "isOwn" FROM bookings
    WHERE listing_id = ${idToFind(listingId)}::uuid AND takes_nights(status)
      AND check_in < ${checkOut}::date AND check_out > ${checkIn}::date
      AND NOT (status = 'held' AND (held_until <= ${clock()} OR user_id = ${viewer.id}::uuid))`;
  if (taken.length > 0) {
    throw taken.every(({ isOwn }) => isOwn)
      ? nightsOwned('You have booked some of these nights already')
      : nightsTaken();
  }
}

/**
 * The hold of the viewer for exactly this stay whose payment is under way; null if none of these
 * nights is being paid.
 * @throws {ConflictError} if the payment is for another stay with some of these nights
 */
async function underPayment(
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Booking | null> {
  const { listingId, checkIn, checkOut } = wanted;
  const booking = await transaction.booking.findFirst({
    where: {
      userId: viewer.id,
      listingId,
      status: 'held',
      checkIn: { lt: new Date(checkOut) },
      checkOut: { gt: new Date(checkIn) },
      paymentOperations: { some: { status: { in: ['waiting', 'needs_action'] } } },
    },
  });
  if (booking && !isSameStay(booking, wanted)) {
    throw nightsOwned('You are paying for some of these nights in another checkout');
  }
  return booking;
}

/** Locks the listing, so that its terms and its nights stay as they are until the end. */
async function bookable(
  deps: HoldDeps,
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  wanted: Wanted,
) {
  const { listingId, checkIn, guests } = wanted;
  const found = z.uuid().safeParse(listingId).success;
  if (found) {
    await transaction.$queryRaw`
      SELECT FROM listings WHERE id = ${listingId}::uuid FOR NO KEY UPDATE`;
    await requireFree(deps, transaction, viewer, wanted);
  }
  const listing =
    found &&
    (await transaction.listing.findUnique({
      where: { id: listingId, onOffer: true },
      select: {
        ...priceColumns,
        id: true,
        resortId: true,
        ownerId: true,
        maxGuests: true,
        isInstant: true,
        cancellationPolicy: true,
        resort: { select: { ...priceColumns.resort.select, zone: { select: { today: true } } } },
      },
    }));
  if (!listing) {
    throw new NotFoundError('This week is no longer on offer');
  }
  if (listing.ownerId === viewer.id) {
    throw new InvalidInputError([
      { field: 'listingId', message: 'This is your own week: block its nights instead' },
    ]);
  }
  if (checkIn <= isoDay(listing.resort.zone.today)) {
    throw new InvalidInputError([{ field: 'checkIn', message: 'Check-in must be after today' }]);
  }
  if (guests > listing.maxGuests) {
    throw new InvalidInputError([
      { field: 'guests', message: `This week is for at most ${listing.maxGuests} guests` },
    ]);
  }
  return { ...listing, terms: priceTermsOf(listing, deps.siteSettings.current()) };
}

/**
 * Frees nights of holds that are over, so that nothing depends on a job, and the traveler's own holds
 * of these nights. Returns the first of those that is wanted instead.
 * @throws {ConflictError} if the traveler has too many checkouts open
 */
export async function clearHolds(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  userId: string,
  { listingId, checkIn, checkOut }: { listingId: string; checkIn: Date; checkOut: Date },
  isWanted: (booking: Booking) => boolean = () => false,
): Promise<Booking | undefined> {
  const now = deps.clock();
  const idle = {
    status: 'held',
    isProtected: true,
    paymentOperations: { none: { status: { in: ['waiting', 'needs_action'] } } },
  } satisfies Prisma.BookingWhereInput;
  const inTheWay = await transaction.booking.findMany({
    where: {
      ...idle,
      listingId,
      checkIn: { lt: checkOut },
      checkOut: { gt: checkIn },
      OR: [{ heldUntil: { lte: now } }, { userId }],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of inTheWay) {
    const booking = await lockBooking(transaction, id);
    const moment = momentOf(deps, booking);
    if (isOpen(booking, 'lapse', 'clock', moment)) {
      await lapse(deps, transaction, booking);
    } else if (booking.userId === userId && isWanted(booking)) {
      return booking;
    } else if (isOpen(booking, 'abandon', 'traveler', moment) && booking.userId === userId) {
      await makeMove(deps, transaction, booking, 'abandon', {
        party: 'traveler',
        actorId: userId,
        data: { endedBy: 'traveler' },
      });
    }
  }
  const held = await transaction.booking.count({
    where: { userId, status: 'held', isProtected: true, heldUntil: { gt: now } },
  });
  if (held >= mostHolds) {
    throw new ConflictError([
      {
        field: 'listingId',
        message: `You already have ${mostHolds} checkouts open. Finish or leave one of them first`,
      },
    ]);
  }
  return undefined;
}
