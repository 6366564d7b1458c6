import type { PaymentOperation, Prisma } from '#api/generated/prisma/client.ts';
import { formatDays } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import {
  balancesOf,
  post,
  refundAmounts,
  refundOrderAmounts,
  type Amounts,
} from '#api/modules/ledger/ledger.ts';
import { bookingOf, type PaymentOutcome } from '#api/modules/payments/operations.ts';
import { endArrival, endRefusal, type Refunded } from '#api/modules/payments/refundNews.ts';
import { bank, startRefunds } from '#api/modules/payments/refunds.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  type BookingDeps,
  type MovedBooking,
} from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { givenBack, sharesTaken } from './shares.ts';

const of = ({ id: bookingId }: MovedBooking) => ({ bookingId, saleId: null });

/**
 * Orders what a booking gives back by its decision: owed from now on, until it has arrived.
 * @returns ids of the operations to perform; none if nothing is given back
 */
export async function orderRefund(
  deps: Pick<BookingDeps, 'payments' | 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  amountCents = givenBack(booking) - booking.outsideRefundCents,
): Promise<string[]> {
  const operations = await startRefunds(deps, transaction, of(booking), amountCents);
  for (const operation of operations) {
    const amounts = refundOrderAmounts(operation.amountCents);
    await postOf(deps, transaction, operation, 'refund_order', amounts);
  }
  return operations.map(({ id }) => id);
}

/**
 * Stores the end of a refund, or that it came back. What arrives settles what is owed; the rest was
 * given by the provider's dashboard and is taken from whoever had it.
 */
export async function endRefund(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  operation: PaymentOperation,
  outcome: PaymentOutcome,
): Promise<void> {
  const { kind, amountCents, provider } = operation;
  if (kind === 'refund_return') {
    await postOf(deps, transaction, operation, 'refund', refundAmounts(-amountCents));
  }
  if (kind === 'refund_return' || outcome.status !== 'succeeded') {
    await endRefusal(deps, transaction, refundedStay(booking), operation);
    return;
  }
  const owed = await owedTo(transaction, booking);
  if (amountCents > owed) {
    await takeOutside(deps, transaction, booking, operation, amountCents - owed);
  }
  const [reason, from] =
    provider === bank ? (['remittance', 'bank'] as const) : (['refund', 'escrow'] as const);
  await postOf(deps, transaction, operation, reason, refundAmounts(amountCents, from));
  if (operation.isFromDashboard) {
    await tellOutside(deps, transaction, operation);
  }
  await endArrival(deps, transaction, refundedStay(booking), operation, amountCents >= owed);
}

const owedTo = async (
  transaction: Prisma.TransactionClient,
  { id }: MovedBooking,
): Promise<number> => 0 - (await balancesOf(transaction, id)).refund_payable;

async function takeOutside(
  deps: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  operation: PaymentOperation,
  cents: number,
): Promise<void> {
  const { id, refundCents, outsideRefundCents, releasedAt } = booking;
  const data = {
    outsideRefundCents: outsideRefundCents + cents,
    ...(refundCents !== null && { refundCents: refundCents + cents }),
  };
  await transaction.booking.update({ where: { id }, data });
  const isDivided = releasedAt !== null || refundCents !== null;
  const amounts: Amounts = isDivided
    ? { ...sharesTaken(booking, data), refund_payable: -cents }
    : refundOrderAmounts(cents);
  await postOf(deps, transaction, operation, 'refund_order', amounts);
}

/** A booking whose whole price was given back before the stay ends. */
async function tellOutside(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  { bookingId, amountCents: amount, currency }: PaymentOperation,
): Promise<void> {
  const booking = await lockBooking(transaction, bookingOf({ bookingId }));
  const { outsideRefundCents: refundCents, totalPriceCents } = booking;
  const note = `${formatMoney({ amount, currency })} was given back at the payment provider.`;
  const made = { party: 'payment', actorId: null, note } as const;
  const isOver =
    refundCents >= totalPriceCents &&
    isOpen(booking, 'end_by_refund', 'payment', momentOf(deps, booking));
  await (isOver
    ? makeMove(deps, transaction, booking, 'end_by_refund', {
        ...made,
        data: { refundCents, endedBy: 'payment' },
      })
    : makeMove(deps, transaction, booking, 'refund_at_provider', made));
}

const postOf = (
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: operationId, bookingId, currency }: PaymentOperation,
  reason: 'refund_order' | 'refund' | 'remittance',
  amounts: Amounts,
) => post(transaction, { bookingId, reason, operationId, currency, amounts, at: clock() });

/** What a refund of a booking is of. */
export const refundedStay = (booking: MovedBooking): Refunded => ({
  ...of(booking),
  payer: booking.user,
  resortName: booking.resort.name,
  title: formatDays(booking.checkIn, booking.checkOut),
});
