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
import type { Moment } from '#api/modules/moves/defineMoves.ts';
import { lockBooking, momentOf, type BookingDeps } from '../moves/makeMove.ts';
import { isOpen, requireSeen, type Timed } from '../moves/moves.ts';
import { depositOf } from '#api/modules/pricing/deposit.ts';
import { isoDay } from '#common/days.ts';
import { chargeWords, startBalance } from './balance.ts';
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
  paysDeposit: z.boolean().nullish(),
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
  device?: Device,
): Promise<PaidBooking> {
  requireSignIn(viewer);
  const { bookingId, version, method, guestNames, message, ...rest } = parseInput(payInput, input);
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
    const depositCents = rest.paysDeposit ? requireDeposit(deps, booking, moment) : null;
    await transaction.booking.update({
      where: { id: booking.id },
      data: { guestNames, message, depositCents },
    });
    await keepDevice(transaction, booking, device, moment.now);
    return startOperation(deps, transaction, {
      kind: booking.isInstant ? 'charge' : 'authorize',
      bookingId: booking.id,
      amountCents: depositCents ?? booking.totalPriceCents,
      currency: booking.currency,
      method,
      savesCard: depositCents !== null,
      ...chargeWords(booking),
    });
  });
  return paidBooking(deps, bookingId, await performOperation(deps, id, applyOutcome(deps)));
}

/**
 * Of the weeks that are kept in place of a cancelled one, the traveler pays one. Locks them until
 * the transaction ends.
 * @throws {ConflictError}
 */
async function requireOnlyWeek(
  transaction: Prisma.TransactionClient,
  { id, rebookingOfId }: Pick<Booking, 'id' | 'rebookingOfId'>,
): Promise<void> {
  if (rebookingOfId === null) {
    return;
  }
  await transaction.$queryRaw`
    SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`other weeks of ${rebookingOfId}`}, 0))`;
  const paid = await transaction.paymentOperation.count({
    where: { booking: { rebookingOfId, id: { not: id } }, status: { not: 'failed' } },
  });
  if (paid > 0) {
    throw new ConflictError(
      'bookingId',
      'You have taken another of the weeks that were kept for you, or are paying for it',
    );
  }
}

function requireDeposit(
  { siteSettings }: Pick<BookingDeps, 'siteSettings'>,
  { totalPriceCents: amount, currency, checkIn }: Booking,
  { today }: Moment,
): number {
  const { depositPercent } = siteSettings.current();
  const deposit = depositOf(depositPercent, { amount, currency }, isoDay(checkIn), today);
  if (deposit === null) {
    throw new ConflictError('paysDeposit', 'This stay has to be paid at once. Load the page again');
  }
  return deposit;
}

type Device = { address: string; userAgent: string | undefined } | undefined;

async function keepDevice(
  transaction: Prisma.TransactionClient,
  { id: bookingId }: Booking,
  device: Device,
  at: Date,
): Promise<void> {
  if (device) {
    const { address, userAgent = 'Unknown' } = device;
    const seen = { address, device: userAgent.slice(0, 300), at };
    await transaction.paymentDevice.upsert({
      where: { bookingId },
      create: { bookingId, ...seen },
      update: seen,
    });
  }
}

const mostBalanceAttempts = 10;

/**
 * Pays what the deposit of the viewer's booking left to pay, with another card or the saved one. A
 * repeated call returns the payment that is under way or complete.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {UnavailableError} if the site takes no payments
 * @throws {ConflictError} if nothing is left to pay, or it is too late
 */
export async function payBalance(
  deps: BookingDeps,
  viewer: Viewer | null,
  input: unknown,
  device?: Device,
): Promise<PaidBooking> {
  requireSignIn(viewer);
  const { bookingId, method } = parseInput(balanceInput, input);
  const { id } = await deps.database.prisma.$transaction(async (transaction) => {
    const booking = await lockBooking(transaction, bookingId);
    requireTraveler(booking, viewer);
    const charges = await transaction.paymentOperation.findMany({
      where: { bookingId: booking.id, isBalance: true },
    });
    const made = charges.find(({ status }) => status !== 'failed');
    if (made) {
      return made;
    }
    const moment = momentOf(deps, booking);
    if (!canPayBalance(booking, moment)) {
      throw new ConflictError('bookingId', 'There is nothing left to pay for this booking');
    }
    if (charges.length >= mostBalanceAttempts) {
      throw new ConflictError('method', 'Too many cards were declined. Please contact us');
    }
    await keepDevice(transaction, booking, device, moment.now);
    return startBalance(deps, transaction, booking, method ?? null, true);
  });
  return paidBooking(deps, bookingId, await performOperation(deps, id, applyOutcome(deps)));
}

const balanceInput = payInput
  .pick({ bookingId: true })
  .extend({ method: payInput.shape.method.nullish() });

/** Whether the traveler can pay the rest now: before the stay, and while no bank disputes the deposit. */
export const canPayBalance = (booking: Timed, moment: Moment): boolean =>
  isOpen(booking, 'pay_balance', 'payment', moment) &&
  booking.chargeback !== 'open' &&
  moment.today < isoDay(booking.checkIn);

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
