import type { Chargeback, PaymentOperation, Prisma } from '#api/generated/prisma/client.ts';
import { post, type Amounts, type Shares } from '#api/modules/ledger/ledger.ts';
import { lookAtPayment } from '#api/modules/payments/events.ts';
import { abandonOperation, requirePayments } from '#api/modules/payments/operations.ts';
import type { DisputeState } from '#api/platform/payments/paymentProvider.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  type BookingDeps,
  type MovedBooking,
} from '../moves/makeMove.ts';
import { isOpen, owesBalance } from '../moves/moves.ts';
import { lossOf } from '../payment/chargebackBalances.ts';
import { applyOutcome, postKept } from '../payment/settlePayment.ts';

const asPayment = { party: 'payment', actorId: null } as const;

/**
 * Stores how a dispute stands at the provider: opens its chargeback, or ends it with the decision of
 * the bank. Safe to repeat, and to call in any order.
 * @param reference the provider's id of the dispute
 * @throws {PaymentUnavailable | PaymentRefused} if the provider can't be asked
 */
export async function lookAtDispute(deps: BookingDeps, reference: string): Promise<void> {
  const provider = requirePayments(deps);
  const state = await provider.readDispute(reference);
  if (state.status === 'inquiry') {
    deps.log.warn({ dispute: reference }, 'a bank asks about a payment; answer it at the provider');
    return;
  }
  // The dispute may be heard of before the payment that it is about.
  await lookAtPayment(
    deps,
    provider,
    { kind: 'dispute', reference: state.payment },
    applyOutcome(deps),
  );
  const payment = await deps.database.prisma.paymentOperation.findFirst({
    where: {
      provider: provider.name,
      providerReference: state.payment,
      kind: { in: ['authorize', 'charge'] },
      status: 'succeeded',
    },
  });
  if (!payment) {
    deps.log.error({ dispute: reference }, 'a bank disputes a payment that is not of a booking');
    return;
  }
  await deps.database.prisma.$transaction(async (transaction) => {
    const booking = await lockBooking(transaction, payment.bookingId);
    const chargeback =
      (await transaction.chargeback.findUnique({
        where: { provider_reference: { provider: provider.name, reference } },
      })) ?? (await open(deps, transaction, booking, payment, state));
    if (chargeback.status === 'open' && state.status !== 'open') {
      const now = await lockBooking(transaction, payment.bookingId);
      await (state.status === 'won' ? win : lose)(deps, transaction, now, chargeback, state);
    }
  });
}

async function open(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  { id: paymentId, provider, currency }: PaymentOperation,
  { reference, amountCents, feeCents, reason, openedAt, evidenceDueBy }: DisputeState,
): Promise<Chargeback> {
  const chargeback = await transaction.chargeback.create({
    data: {
      bookingId: booking.id,
      paymentId,
      provider,
      reference,
      amountCents,
      feeCents,
      currency,
      reason,
      openedAt,
      evidenceDueBy,
    },
  });
  await postOf(deps, transaction, chargeback, 'chargeback', {
    disputed: amountCents,
    provider_fee: feeCents,
    escrow: -amountCents - feeCents,
  });
  await tell(deps, transaction, booking, 'chargeback', chargeback);
  return chargeback;
}

async function win(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  chargeback: Chargeback,
  { feeCents }: DisputeState,
): Promise<void> {
  const { amountCents, feeCents: posted } = chargeback;
  await transaction.chargeback.update({
    where: { id: chargeback.id },
    data: { status: 'won', decidedAt: deps.clock(), feeCents },
  });
  await postOf(deps, transaction, chargeback, 'chargeback_end', {
    disputed: -amountCents,
    provider_fee: feeCents - posted,
    escrow: amountCents - (feeCents - posted),
  });
  await tell(deps, transaction, booking, 'chargeback_won', chargeback);
}

/**
 * The bank keeps the money: what was earned with it is taken back first, then what is still owed to
 * the traveler. If nobody had earned it, the loss divides the price: the traveler has
 * what the bank gave them, and the rest goes to those who earn it. A stay that has not begun ends if
 * nothing is left of its price, or its balance is not paid.
 */
async function lose(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  chargeback: Chargeback,
  { feeCents }: DisputeState,
): Promise<void> {
  const { amountCents, feeCents: posted } = chargeback;
  const isDivided = booking.releasedAt !== null || booking.refundCents !== null;
  const earned = await earnedOf(transaction, booking.id);
  const { shares, travelerCents } = lossOf(earned, amountCents);
  const now = deps.clock();
  await transaction.chargeback.update({
    where: { id: chargeback.id },
    data: { status: 'lost', decidedAt: now, feeCents, travelerCents },
  });
  await postOf(deps, transaction, chargeback, 'chargeback_end', {
    disputed: -amountCents,
    [isDivided ? 'refund_payable' : 'traveller']: travelerCents,
    [booking.ownerId === null ? 'provider_payable' : 'owner_payable']: shares.hostCents,
    tax_payable: shares.taxCents,
    service_fee: shares.serviceFeeCents,
    provider_fee: feeCents - posted,
    escrow: posted - feeCents,
  });
  const back = booking.outsideRefundCents + amountCents;
  const endsStay =
    (back >= booking.totalPriceCents || owesBalance(booking)) &&
    isOpen(booking, 'end_by_bank', 'payment', momentOf(deps, booking));
  const data = {
    // No refund is ordered for what the bank gave.
    ...(!isDivided && { refundCents: back, outsideRefundCents: back, releasedAt: now }),
    ...(endsStay && { endedBy: 'payment' as const }),
  };
  const move = endsStay ? 'end_by_bank' : 'chargeback_lost';
  const after = await makeMove(deps, transaction, booking, move, {
    ...asPayment,
    data,
    told: { disputed: chargeback },
  });
  if (!isDivided) {
    await postKept(deps, transaction, after, 'retention');
  }
  if (endsStay) {
    await abandonOperation(deps, transaction, booking.id);
  }
}

const tell = (
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  booking: MovedBooking,
  move: 'chargeback' | 'chargeback_won',
  disputed: Chargeback,
) => makeMove(deps, transaction, booking, move, { ...asPayment, told: { disputed } });

async function postOf(
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: chargebackId, bookingId, currency }: Chargeback,
  reason: 'chargeback' | 'chargeback_end',
  amounts: Amounts,
): Promise<void> {
  const about = { bookingId, chargebackId, operationId: null, currency, at: clock() };
  await post(transaction, { ...about, reason, amounts });
}

/** What host, tax office and we have earned of a booking, less earlier losses. */
async function earnedOf(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  bookingId: string,
): Promise<Shares> {
  const [earned] = await transaction.$queryRaw<Shares[]>`
    SELECT coalesce(-sum(amount_cents) FILTER (
             WHERE account IN ('owner_payable', 'provider_payable')), 0)::float8 AS "hostCents",
           coalesce(-sum(amount_cents) FILTER (WHERE account = 'tax_payable'), 0)::float8
             AS "taxCents",
           coalesce(-sum(amount_cents) FILTER (WHERE account = 'service_fee'), 0)::float8
             AS "serviceFeeCents"
    FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
    WHERE booking_id = ${bookingId}::uuid
      AND reason NOT IN ('payout', 'reversal', 'set_off', 'remittance', 'goodwill')`;
  if (!earned) {
    throw new Error('Sums without groups have one row');
  }
  return earned;
}

/**
 * Asks the provider how each open chargeback stands: an event may have been lost, and a bank decides
 * by itself once its time is over.
 */
export async function lookAtOpenDisputes(deps: BookingDeps): Promise<void> {
  const { payments, database, log } = deps;
  if (!payments) {
    return;
  }
  const open = await database.prisma.chargeback.findMany({
    where: { status: 'open', provider: payments.name },
    orderBy: { openedAt: 'asc' },
    take: 1_000,
    select: { reference: true },
  });
  for (const { reference } of open) {
    try {
      await lookAtDispute(deps, reference);
    } catch (error) {
      log.error({ dispute: reference, err: error }, 'a dispute could not be looked at');
    }
  }
}
