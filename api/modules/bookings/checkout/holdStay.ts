import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import { earlierResult, keepResult } from '#api/platform/database/keyedCalls.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { idempotencyKey, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireVerified } from '#api/modules/access/requireVerified.ts';
import { priceColumns, priceTermsOf } from '#api/modules/listings/priceTerms.ts';
import { isInstantStay, leadDays } from '#api/modules/listings/leadDays.ts';
import { resortToday } from '#api/modules/listings/listings.ts';
import { requirePayments } from '#api/modules/payments/operations.ts';
import { quote } from '#api/modules/pricing/quote.ts';
import { createHold, nightsOwned, nightsRefused, nightsTaken } from './createHold.ts';
import { lockBooking, makeMove, momentOf, type BookingDeps } from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { lapse } from '../payment/settlePayment.ts';

const mostHolds = 3;

/** Minutes after the deadline of an unpaid hold without a new hold of the same nights. */
const pauseMinutes = 60;

/** Consecutive expired holds excused before the pause. Leaving the checkout starts it at once. */
const secondChances = 1;

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
  idempotencyKey,
});

type Wanted = z.infer<typeof holdInput>;

type HoldDeps = BookingDeps & Pick<Deps, 'rateLimits'>;

/**
 * Keeps the nights of a stay for the viewer while they pay. A hold of the viewer over some of these
 * nights is replaced and keeps its deadline; a hold for exactly this stay is returned. After an
 * unpaid hold the person has to wait before they may hold these nights again.
 * @param address of the caller; undefined for calls that are not counted by address
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer's address is not verified
 * @throws {UnavailableError} if the site takes no payments
 * @throws {ConflictError} naming checkIn if a night is taken, bookingId if the viewer has booked
 *   these nights or is paying for them, seenTotalCents if the price has changed
 */
export async function holdStay(
  deps: HoldDeps,
  person: Viewer | null,
  address: string | undefined,
  input: unknown,
): Promise<Booking> {
  const viewer = requireVerified(person);
  const wanted = parseInput(holdInput, input);
  requirePayments(deps);
  const nights = nightsBetween(wanted.checkIn, wanted.checkOut);
  if (nights < 1 || nights > 60) {
    const message =
      nights < 1 ? 'Check-out must be after check-in' : 'A stay may have at most 60 nights';
    throw new InvalidInputError('checkOut', message);
  }
  await deps.rateLimits.spend('holdByAccount', viewer.id);
  const earlier = await earlierHold(deps.database.prisma, viewer, wanted);
  if (earlier) {
    return earlier;
  }
  // Turns most of a crowd away before they queue for the lock on the listing.
  await requireFree(deps, deps.database.prisma, viewer, wanted);
  if (address !== undefined) {
    await countHold(deps, viewer, address, wanted);
  }
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
  // A concurrent call with the same key may have had the lock before.
  const earlier = await earlierHold(transaction, viewer, wanted);
  if (earlier) {
    return earlier;
  }
  const paying = await underPayment(transaction, viewer, wanted);
  if (paying) {
    return paying;
  }
  const cleared = await clearHolds(
    deps,
    transaction,
    viewer.id,
    { listingId: listing.id, checkIn: new Date(checkIn), checkOut: new Date(checkOut) },
    (booking) => isSameStay(booking, wanted),
  );
  if (cleared.wanted) {
    return cleared.wanted;
  }
  if (!cleared.replacedUntil && !deps.sandbox) {
    await requirePause(deps, transaction, viewer, wanted);
  }
  const site = deps.siteSettings.current();
  const price = quote(listing.terms, nightsBetween(checkIn, checkOut));
  if (wanted.seenTotalCents != null && wanted.seenTotalCents !== price.totalCents) {
    throw new ConflictError('seenTotalCents', 'The price has changed since you opened the page');
  }
  const booking = await createHold(deps, transaction, listing.terms, {
    resortId: listing.resortId,
    listingId: listing.id,
    userId: viewer.id,
    checkIn: new Date(checkIn),
    checkOut: new Date(checkOut),
    guests,
    isInstant: isInstantStay(listing, checkIn, site),
    cancellationPolicy: listing.cancellationPolicy,
    certificateLeadDays: leadDays(listing, site),
    ...(cleared.replacedUntil && { heldUntil: cleared.replacedUntil }),
  });
  await keepResult(transaction, operationOf(viewer), wanted.idempotencyKey, booking.id);
  return booking;
}

/** Scoped to the viewer, so that different people can use the same key. */
const operationOf = ({ id }: Viewer): string => `holdStay ${id}`;

async function earlierHold(
  prisma: Pick<Prisma.TransactionClient, 'idempotencyKey' | 'booking'>,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Booking | null> {
  const id = await earlierResult(prisma, operationOf(viewer), wanted.idempotencyKey);
  const booking = id ? await prisma.booking.findUnique({ where: { id } }) : null;
  if (booking && !isSameStay(booking, wanted)) {
    throw new ConflictError('idempotencyKey', 'This idempotency key was used for another stay');
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
 * Quick check that no other traveler has a night of the stay; the constraint of the database
 * decides in the end.
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
 * The viewer's hold for exactly this stay if its payment is under way; null if none of these nights
 * is being paid.
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

/**
 * Counts a new hold by the caller's address, and by address and owner of the week: accounts are
 * free, so a count by account would not bind. Replacing the viewer's own hold is not counted.
 */
async function countHold(
  { database, rateLimits, clock }: HoldDeps,
  viewer: Viewer,
  address: string,
  { listingId, checkIn, checkOut }: Wanted,
): Promise<void> {
  const { prisma } = database;
  const id = idToFind(listingId);
  const replaced = await prisma.booking.count({
    where: {
      ...overlapping(viewer.id, id, checkIn, checkOut),
      status: 'held',
      heldUntil: { gt: clock() },
    },
  });
  const listing = await prisma.listing.findUnique({ where: { id }, select: { ownerId: true } });
  if (replaced > 0 || !listing) {
    return;
  }
  await rateLimits.spend('holdByAddress', address);
  if (listing.ownerId !== null) {
    await rateLimits.spend('holdByOwnerAndAddress', { name: listing.ownerId, address });
  }
}

/**
 * Refuses a viewer who recently held some of these nights without paying. Holds that replaced each
 * other share a deadline and count as one.
 * @throws {ConflictError}
 */
async function requirePause(
  { clock }: Pick<HoldDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  { listingId, checkIn, checkOut }: Wanted,
): Promise<void> {
  const now = clock().getTime();
  const unpaid = await transaction.booking.findMany({
    where: {
      ...overlapping(viewer.id, listingId, checkIn, checkOut),
      status: { in: ['expired', 'cancelled'] },
      offerOfId: null,
      rebookingOfId: null,
      heldUntil: { gt: new Date(now - pauseMinutes * 60_000) },
      events: { none: { move: { in: ['request', 'confirm'] } } },
    },
    distinct: ['heldUntil'],
    orderBy: [{ heldUntil: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }],
    select: { heldUntil: true, endedBy: true },
  });
  const wasLeft = unpaid.some(({ endedBy }) => endedBy === 'traveler');
  const last = unpaid.at(-1)?.heldUntil;
  if (last && (wasLeft || unpaid.length > secondChances)) {
    const minutes = Math.ceil((last.getTime() - now) / 60_000) + pauseMinutes;
    throw new ConflictError(
      'checkOut',
      `You have just held these nights without paying for them, so others may book them first. You can hold them again in ${minutes} minutes, or choose other nights`,
    );
  }
}

const overlapping = (userId: string, listingId: string, checkIn: string, checkOut: string) =>
  ({
    userId,
    listingId,
    isProtected: true,
    checkIn: { lt: new Date(checkOut) },
    checkOut: { gt: new Date(checkIn) },
  }) satisfies Prisma.BookingWhereInput;

/** Locks the listing, so that its terms and nights don't change before the transaction ends. */
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
        resort: {
          select: {
            ...priceColumns.resort.select,
            ...resortToday.select,
            certificateLeadDays: true,
          },
        },
      },
    }));
  if (!listing) {
    throw new NotFoundError('This week is no longer on offer');
  }
  if (listing.ownerId === viewer.id) {
    throw new InvalidInputError('listingId', 'This is your own week: block its nights instead');
  }
  if (checkIn <= isoDay(listing.resort.zone.today)) {
    throw new InvalidInputError('checkIn', 'Check-in must be after today');
  }
  if (guests > listing.maxGuests) {
    throw new InvalidInputError('guests', `This week is for at most ${listing.maxGuests} guests`);
  }
  return { ...listing, terms: priceTermsOf(listing, deps.siteSettings.current()) };
}

/**
 * Frees the nights of expired holds, so that nothing depends on a job, and of the traveler's own
 * holds of these nights. Locks the traveler's holds: concurrent calls could otherwise both pass the
 * limit.
 * @returns a hold that already fits the request, or the deadline of the replaced holds
 * @throws {ConflictError} if the traveler has too many checkouts open
 */
export async function clearHolds(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  userId: string,
  { listingId, checkIn, checkOut }: { listingId: string; checkIn: Date; checkOut: Date },
  isWanted: (booking: Booking) => boolean = () => false,
): Promise<{ wanted?: Booking; replacedUntil?: Date }> {
  await transaction.$queryRaw`
    SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`holds of ${userId}`}, 0))`;
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
  let replacedUntil: Date | undefined;
  for (const { id } of inTheWay) {
    const booking = await lockBooking(transaction, id);
    const moment = momentOf(deps, booking);
    if (isOpen(booking, 'lapse', 'clock', moment)) {
      await lapse(deps, transaction, booking);
    } else if (booking.userId === userId && isWanted(booking)) {
      return { wanted: booking };
    } else if (isOpen(booking, 'abandon', 'traveler', moment) && booking.userId === userId) {
      await makeMove(deps, transaction, booking, 'abandon', {
        party: 'traveler',
        actorId: userId,
        data: { endedBy: 'traveler' },
      });
      const until = booking.heldUntil ?? now;
      // The time of a week that was kept in place of a cancelled one is for that stay alone.
      if (booking.rebookingOfId === null) {
        replacedUntil = replacedUntil && replacedUntil < until ? replacedUntil : until;
      }
    }
  }
  const held = await transaction.booking.count({
    where: {
      userId,
      status: 'held',
      isProtected: true,
      rebookingOfId: null,
      heldUntil: { gt: now },
    },
  });
  if (held >= mostHolds) {
    throw new ConflictError(
      'listingId',
      `You already have ${mostHolds} checkouts open. Finish or leave one of them first`,
    );
  }
  return replacedUntil ? { replacedUntil } : {};
}
