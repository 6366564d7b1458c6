import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { BookingMove, BookingParty, Prisma } from '#api/generated/prisma/client.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';
import { isoDay } from '#common/days.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { windowOf, type Moment } from '#api/modules/moves/defineMoves.ts';
import { ruleOf } from './moves.ts';
import { tellMove, type ToldFacts } from './tellMove.ts';

export type BookingDeps = Pick<
  Deps,
  | 'database'
  | 'siteSettings'
  | 'publicUrl'
  | 'payments'
  | 'clock'
  | 'log'
  | 'storage'
  | 'virusScanner'
  | 'sandbox'
>;

const person = { id: true, firstName: true, lastName: true, email: true, closedAt: true } as const;

export const moved = {
  user: { select: person },
  resort: { select: { name: true, certificateEmail: true, zone: { select: { today: true } } } },
  owner: { select: person },
  listing: { select: { title: true } },
} as const satisfies Prisma.BookingInclude;

export type MovedBooking = Prisma.BookingGetPayload<{ include: typeof moved }>;

/**
 * Reads a booking and locks it until the transaction ends.
 * @throws {NotFoundError}
 */
export async function lockBooking(
  transaction: Prisma.TransactionClient,
  bookingId: string,
): Promise<MovedBooking> {
  if (z.uuid().safeParse(bookingId).success) {
    await transaction.$executeRaw`SELECT lock_booking(${bookingId}::uuid)`;
    const booking = await transaction.booking.findUnique({
      where: { id: bookingId },
      include: moved,
    });
    if (booking) {
      return booking;
    }
  }
  throw new NotFoundError('Booking not found');
}

export const momentOf = (
  { clock }: Pick<Deps, 'clock'>,
  { resort }: { resort: { zone: { today: Date } } },
): Moment => ({ now: clock(), today: isoDay(resort.zone.today) });

/** The window of a claim, beside which a reported problem may have a window. */
export function claimWindowOf(hours: number, now: Date) {
  const { isTold: claimIsTold, answerBy: claimAnswerBy } = windowOf(hours, now);
  return { claimIsTold, claimAnswerBy };
}

/** The window that a move opens now, if it opens one. */
export function openedBy(move: BookingMove, now: Date) {
  const { opens } = ruleOf(move);
  return opens ? (opens.isOfClaim ? claimWindowOf : windowOf)(opens.hours, now) : {};
}

interface Made {
  party: BookingParty;
  actorId: string | null;
  note?: string | null;
  told?: ToldFacts;
  data?: Prisma.BookingUncheckedUpdateInput;
}

/**
 * Writes a move: status, history and mail, in the transaction that locked the booking. The caller
 * has checked that the move is open. The database refuses the same move twice.
 */
export async function makeMove(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl' | 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  move: BookingMove,
  { party, actorId, note = null, told = {}, data = {} }: Made,
): Promise<MovedBooking> {
  const { to } = ruleOf(move);
  const after = await transaction.booking.update({
    where: { id: booking.id },
    data: {
      ...data,
      ...(to !== null && { status: to }),
      // A window ends with the booking.
      ...(isStatusIn('ended', to ?? '') && { isTold: true, answerBy: null }),
      ...openedBy(move, deps.clock()),
    },
    include: moved,
  });
  const { id: eventId } = await transaction.bookingEvent.create({
    data: {
      bookingId: booking.id,
      move,
      party,
      actorId,
      note,
      status: after.status,
      at: deps.clock(),
    },
  });
  await tellMove(deps, transaction, after, move, { party, note, eventId, ...told });
  return after;
}
