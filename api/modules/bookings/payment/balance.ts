import type { PaymentOperation, Prisma } from '#api/generated/prisma/client.ts';
import { startOperation, type PaymentOutcome } from '#api/modules/payments/operations.ts';
import { makeMove, momentOf, type BookingDeps, type MovedBooking } from '../moves/makeMove.ts';
import { balanceCents, isOpen } from '../moves/moves.ts';
import { orderRefund } from './refunds.ts';

type Starting = [deps: BookingDeps, transaction: Prisma.TransactionClient, booking: MovedBooking];

/** What the payer's bank shows about a charge of a booking. */
export const chargeWords = ({ id, resort, user }: MovedBooking) => ({
  description: `${resort.name}, ${id.slice(-8)}`,
  receiptEmail: user.email,
});

/** Charges the balance to the card that the deposit has saved, without the traveler. */
export const takeBalance = (...given: Starting) => startBalance(...given, null, false);

/**
 * Starts the charge of what the deposit left to pay.
 * @param method a card from the browser; null for the saved card
 * @param isPayerThere whether the traveler can confirm it with their bank now
 */
export async function startBalance(
  ...[deps, transaction, booking, method, isPayerThere]: [
    ...Starting,
    method: string | null,
    isPayerThere: boolean,
  ]
): Promise<PaymentOperation> {
  const { id: bookingId, currency } = booking;
  const { providerReference } = await transaction.paymentOperation.findFirstOrThrow({
    where: {
      bookingId,
      kind: { in: ['authorize', 'charge'] },
      isBalance: false,
      status: 'succeeded',
    },
  });
  return startOperation(deps, transaction, {
    kind: 'charge',
    isBalance: true,
    bookingId,
    amountCents: balanceCents(booking),
    currency,
    method: method ?? { savedBy: providerReference ?? '', isPayerThere },
    ...chargeWords(booking),
  });
}

/**
 * Stores the end of a charge of the balance. What is paid after the booking has ended is given back;
 * a call that got lost is no refusal, and is made again.
 */
export async function endBalance(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  { amountCents, isAbandoned }: PaymentOperation,
  outcome: PaymentOutcome,
): Promise<void> {
  const now = deps.clock();
  const can = (move: 'pay_balance' | 'refuse_balance') =>
    isOpen(booking, move, 'payment', momentOf(deps, booking));
  const asPayment = { party: 'payment', actorId: null } as const;
  if (outcome.status === 'succeeded') {
    if (can('pay_balance')) {
      const data = { balancePaidAt: now };
      await makeMove(deps, transaction, booking, 'pay_balance', { ...asPayment, data });
    } else {
      await orderRefund(deps, transaction, booking, amountCents);
    }
    return;
  }
  if (outcome.status === 'needs_action' || isAbandoned || !can('refuse_balance')) {
    return;
  }
  if (outcome.code === 'no_answer') {
    await takeBalance(deps, transaction, booking);
    return;
  }
  const data = { balanceRefusedAt: now };
  await makeMove(deps, transaction, booking, 'refuse_balance', { ...asPayment, data });
}
