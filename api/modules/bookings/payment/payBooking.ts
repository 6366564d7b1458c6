import { z } from 'zod';
import type { Booking, PaymentOperation, Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError } from '#api/platform/errors.ts';
import { optionalWords, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import {
  performAtOnce,
  performOperation,
  startOperation,
} from '#api/modules/payments/operations.ts';
import { lockBooking, momentOf, requireSeen, type BookingDeps } from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { requireOnlyWeek } from '../rebooking/otherWeeks.ts';
import { guestNames } from './guestNames.ts';
import { applyOutcome } from './settlePayment.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

const mostAttempts = 5;

export const payInput = z.object({
  bookingId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
  guestNames,
  message: optionalWords('Message'),
  method: z
    .string({ error: 'A card is required' })
    .regex(/^[\x21-\x7e]{1,200}$/, 'A card is required'),
});

export interface PaidBooking {
  booking: Booking;
  operation: PaymentOperation;
}

/**
 * Pays the viewer's hold. With instant booking the price is charged, otherwise it is reserved until
 * the owner answers. After a declined card the hold remains for another try. A repeated call
 * returns the payment that is under way or complete, because the first response may have been lost.
 * @param device from where it is paid, kept as evidence for the payer's bank
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {UnavailableError} if the site takes no payments
 * @throws {ConflictError} if the hold is over or has changed
 */
export async function payBooking(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
  device?: { address: string; userAgent: string | undefined },
): Promise<PaidBooking> {
  requireSignIn(viewer);
  const { bookingId, version, method, guestNames, message } = parseInput(payInput, input);
  const { id } = await deps.database.prisma.$transaction(async (transaction) => {
    const booking = await lockBooking(transaction, bookingId);
    requireTraveler(booking, viewer);
    const open = await transaction.paymentOperation.findFirst({
      where: { bookingId: booking.id, status: { in: ['waiting', 'needs_action'] } },
    });
    if (open) {
      return open;
    }
    const paid = booking.version !== version && (await paymentOf(transaction, booking));
    if (paid) {
      return paid;
    }
    requireSeen(booking, version);
    await requireOnlyWeek(transaction, booking);
    const moment = momentOf(deps, booking);
    if (booking.status !== 'held' || isOpen(booking, 'lapse', 'clock', moment)) {
      throw new ConflictError(
        'bookingId',
        booking.status === 'held' || booking.status === 'expired'
          ? 'The time to pay is over, and the nights are free again. Choose your dates again'
          : 'This booking is paid already',
      );
    }
    requireAttempt(await transaction.paymentOperation.count({ where: { bookingId: booking.id } }));
    await transaction.booking.update({
      where: { id: booking.id },
      data: { guestNames, message },
    });
    if (device) {
      const { address, userAgent = 'Unknown' } = device;
      const seen = { address, device: userAgent.slice(0, 300), at: moment.now };
      await transaction.paymentDevice.upsert({
        where: { bookingId: booking.id },
        create: { bookingId: booking.id, ...seen },
        update: seen,
      });
    }
    return startOperation(deps, transaction, {
      kind: booking.isInstant ? 'charge' : 'authorize',
      bookingId: booking.id,
      amountCents: booking.totalPriceCents,
      currency: booking.currency,
      method,
      description: `${booking.resort.name}, ${booking.id.slice(-8)}`,
      receiptEmail: booking.user.email,
    });
  });
  return paidBooking(deps, bookingId, await performOperation(deps, id, applyOutcome(deps)));
}

/**
 * Queries the payment provider for the state of the viewer's payment, for example after the
 * traveler confirmed it with their bank.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError}
 * @throws {ConflictError} without a payment
 */
export async function checkPayment(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PaidBooking> {
  requireSignIn(viewer);
  const { bookingId } = parseInput(payInput.pick({ bookingId: true }), input);
  const operation = await deps.database.prisma.$transaction(async (transaction) => {
    const booking = await lockBooking(transaction, bookingId);
    requireTraveler(booking, viewer);
    return transaction.paymentOperation.findFirst({
      where: { bookingId: booking.id, kind: { in: ['authorize', 'charge', 'claim'] } },
      orderBy: { createdAt: 'desc' },
    });
  });
  if (!operation) {
    throw new ConflictError('bookingId', 'Nothing has been paid yet');
  }
  return paidBooking(deps, bookingId, await performAtOnce(deps, operation.id, applyOutcome(deps)));
}

export function requireAttempt(attempts: number): void {
  if (attempts >= mostAttempts) {
    throw new ConflictError('method', 'Too many cards were declined. Please contact us');
  }
}

const paymentOf = (
  transaction: Prisma.TransactionClient,
  { id: bookingId, status }: Booking,
): Promise<PaymentOperation | null> | null =>
  status === 'pending' || status === 'confirmed'
    ? transaction.paymentOperation.findFirst({
        where: { bookingId, kind: { in: ['authorize', 'charge'] }, status: 'succeeded' },
      })
    : null;

export function requireTraveler(booking: Booking, viewer: Viewer): void {
  if (booking.userId !== viewer.id) {
    throw new ForbiddenError('Only the traveler can pay a booking');
  }
}

export async function paidBooking(
  deps: BookingDeps,
  bookingId: string,
  operation: PaymentOperation,
): Promise<PaidBooking> {
  const booking = await deps.database.prisma.booking.findUniqueOrThrow({
    where: { id: bookingId },
  });
  return { booking, operation };
}
