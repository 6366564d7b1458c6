import type { Prisma } from '#api/generated/prisma/client.ts';
import { chargeAmounts, post, releaseAmounts, type Amounts } from '#api/modules/ledger/ledger.ts';
import { bookingOf, startOperation, type ApplyOutcome } from '#api/modules/payments/operations.ts';
import { endReversal } from '#api/modules/payouts/debts.ts';
import { endPayout } from '#api/modules/payouts/payOut.ts';
import { applySaleOutcome } from '#api/modules/sales/card/cardOutcome.ts';
import { refundAll } from '#api/modules/pricing/cancellation.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  type BookingDeps,
  type MovedBooking,
} from '../moves/makeMove.ts';
import { isOpen } from '../moves/moves.ts';
import { endBalance } from './balance.ts';
import { paySubsidy, tellFormerOwner } from '../rebooking/subsidy.ts';
import { endRefund, orderRefund } from './refunds.ts';
import { keptShares, linesOf, ofPaid } from './shares.ts';

/** Divides what is kept of the price, once the booking says what is given back. */
export async function postKept(
  deps: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  reason: 'release' | 'retention',
): Promise<void> {
  const shares = keptShares(booking);
  if (shares.hostCents + shares.taxCents + shares.serviceFeeCents !== 0) {
    await postFor(
      deps,
      transaction,
      booking,
      reason,
      null,
      releaseAmounts(shares, hostOf(booking)),
    );
    await paySubsidy(deps, transaction, booking, shares.hostCents);
  }
}

/** Takes back from owner, tax and fee what a decision gives back of money that was released. */
export async function takeBack(
  deps: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<void> {
  const before = keptShares({ ...booking, refundCents: null });
  const after = keptShares(booking);
  const shares = {
    hostCents: after.hostCents - before.hostCents,
    taxCents: after.taxCents - before.taxCents,
    serviceFeeCents: after.serviceFeeCents - before.serviceFeeCents,
  };
  if (shares.hostCents + shares.taxCents + shares.serviceFeeCents !== 0) {
    const amounts = releaseAmounts(shares, hostOf(booking));
    await postFor(deps, transaction, booking, 'correction', null, amounts);
  }
}

const hostOf = ({ ownerId }: MovedBooking): 'owner' | 'provider' =>
  ownerId === null ? 'provider' : 'owner';

async function postFor(
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: bookingId, currency }: MovedBooking,
  reason: 'charge' | 'claim' | 'release' | 'retention' | 'correction',
  operationId: string | null,
  amounts: Amounts,
): Promise<void> {
  await post(transaction, { bookingId, reason, operationId, currency, amounts, at: clock() });
}

/**
 * Applies the outcome of a payment to its booking or sale: the move, the ledger, and a refund if the money
 * came after the booking had ended. Every outcome is applied once.
 */
export const applyOutcome =
  (deps: BookingDeps): ApplyOutcome =>
  async (transaction, operation, outcome) => {
    if (operation.saleId !== null) {
      await applySaleOutcome(deps, operation.saleId, transaction, operation, outcome);
      return;
    }
    const booking = await lockBooking(transaction, bookingOf(operation));
    const { id: operationId, kind, amountCents } = operation;
    if (outcome.status === 'needs_action') {
      return;
    }
    const hasSucceeded = outcome.status === 'succeeded';
    const asPayment = { party: 'payment', actorId: null } as const;
    if (hasSucceeded && (kind === 'charge' || kind === 'capture')) {
      await postFor(deps, transaction, booking, 'charge', operationId, chargeAmounts(amountCents));
    }
    if (operation.isBalance) {
      await endBalance(deps, transaction, booking, operation, outcome);
      return;
    }
    if (kind === 'claim' && hasSucceeded) {
      const amounts = { escrow: amountCents, owner_payable: -amountCents };
      await postFor(deps, transaction, booking, 'claim', operationId, amounts);
      const data = { claim: 'paid' } as const;
      await makeMove(deps, transaction, booking, 'pay_claim', { ...asPayment, data });
    }
    if (kind === 'refund' || kind === 'refund_return') {
      await endRefund(deps, transaction, booking, operation, outcome);
    }
    if (kind === 'transfer') {
      await endPayout(deps, transaction, booking, operation, outcome);
    }
    if (kind === 'reversal') {
      await endReversal(deps, transaction, operation, outcome);
    }
    const moment = momentOf(deps, booking);
    if (kind === 'authorize' && hasSucceeded) {
      if (isOpen(booking, 'request', 'payment', moment)) {
        await makeMove(deps, transaction, booking, 'request', asPayment);
      } else {
        await startOperation(deps, transaction, { kind: 'void', bookingId: booking.id });
      }
    }
    if ((kind === 'charge' || kind === 'capture') && hasSucceeded) {
      if (isOpen(booking, 'confirm', 'payment', moment)) {
        const data = { confirmedAt: moment.now };
        await makeMove(deps, transaction, booking, 'confirm', { ...asPayment, data });
        await tellFormerOwner(deps, transaction, booking);
      } else {
        await giveBack(deps, transaction, booking);
      }
    }
    if (kind === 'capture' && !hasSucceeded && isOpen(booking, 'fail', 'payment', moment)) {
      await makeMove(deps, transaction, booking, 'fail', {
        ...asPayment,
        note: outcome.message,
        data: { endedBy: 'payment' },
      });
    }
    if ((kind === 'authorize' || kind === 'charge') && !hasSucceeded) {
      // The traveler left the hold while the payment was under way.
      if (isOpen(booking, 'lapse', 'clock', moment)) {
        await lapse(deps, transaction, booking);
      }
    }
  };

async function giveBack(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<void> {
  const { refundCents } = ofPaid(booking, refundAll(linesOf(booking)));
  const data = { refundCents };
  await transaction.booking.update({ where: { id: booking.id }, data });
  await orderRefund(deps, transaction, { ...booking, ...data });
}

export const lapse = (
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
): Promise<MovedBooking> =>
  makeMove(deps, transaction, booking, 'lapse', {
    party: 'clock',
    actorId: null,
    data: { endedBy: 'clock' },
  });
