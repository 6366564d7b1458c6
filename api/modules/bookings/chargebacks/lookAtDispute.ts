import type {
  BookingMove,
  Chargeback,
  PaymentOperation,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { post, type Amounts } from '#api/modules/ledger/ledger.ts';
import { lookAtPayment } from '#api/modules/payments/events.ts';
import {
  abandonOperation,
  bookingOf,
  lockSubject,
  requirePayments,
} from '#api/modules/payments/operations.ts';
import { disputeOfSale, lossOfSale } from '#api/modules/sales/card/cardOutcome.ts';
import type { DisputeState } from '#api/platform/payments/paymentProvider.ts';
import {
  lockBooking,
  makeMove,
  momentOf,
  type BookingDeps,
  type MovedBooking,
} from '../moves/makeMove.ts';
import { balanceCents, isOpen } from '../moves/moves.ts';
import { applyOutcome } from '../payment/settlePayment.ts';
import { givenBack, sharesTaken } from '../payment/shares.ts';

/**
 * Stores how a dispute stands at the provider: opens its chargeback, or ends it with the decision of
 * the bank. An inquiry, in which the bank has taken nothing, only holds payouts; it can become a
 * chargeback. Safe to repeat, and to call in any order.
 * @param reference the provider's id of the dispute
 * @throws {PaymentUnavailable | PaymentRefused} if the provider can't be asked
 */
export async function lookAtDispute(deps: BookingDeps, reference: string): Promise<void> {
  const provider = requirePayments(deps);
  const state = await provider.readDispute(reference);
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
      kind: { in: ['authorize', 'charge', 'claim'] },
      status: 'succeeded',
    },
  });
  if (!payment) {
    deps.log.error({ dispute: reference }, 'a bank disputes a payment that is not ours');
    return;
  }
  await deps.database.prisma.$transaction(async (transaction) => {
    await lockSubject(transaction, payment);
    const where = { provider_reference: { provider: provider.name, reference } };
    const known = await transaction.chargeback.findUnique({ where });
    if (state.status === 'closed') {
      // An inquiry that nobody heard of left nothing.
      await transaction.chargeback.updateMany({
        where: { provider: provider.name, reference, status: 'inquiry' },
        data: { status: 'closed', decidedAt: deps.clock() },
      });
      return;
    }
    const isNews = !known || (known.status === 'inquiry' && state.status !== 'inquiry');
    const chargeback = isNews ? await open(deps, transaction, payment, state) : known;
    if (chargeback.status === 'open' && (state.status === 'won' || state.status === 'lost')) {
      const end = state.status === 'won' ? win : lose;
      await end(deps, transaction, chargeback, state, payment);
    }
  });
}

async function open(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  payment: PaymentOperation,
  { reference, status, ...state }: DisputeState,
): Promise<Chargeback> {
  const { amountCents, feeCents, reason, openedAt, evidenceDueBy } = state;
  const isInquiry = status === 'inquiry';
  const { id: paymentId, bookingId, saleId, provider, currency } = payment;
  const data = {
    bookingId,
    saleId,
    paymentId,
    provider,
    reference,
    amountCents,
    feeCents,
    currency,
    reason,
    openedAt,
    evidenceDueBy,
    status: isInquiry ? 'inquiry' : 'open',
    // What answered an inquiry does not answer the chargeback.
    evidenceSentAt: null,
    evidenceSentBy: null,
  } as const;
  const chargeback = await transaction.chargeback.upsert({
    where: { provider_reference: { provider, reference } },
    create: data,
    update: data,
  });
  if (!isInquiry) {
    await postOf(deps, transaction, chargeback, 'chargeback', {
      disputed: amountCents,
      provider_fee: feeCents,
      escrow: -amountCents - feeCents,
    });
  }
  await tell(deps, transaction, payment, isInquiry ? 'bank_inquiry' : 'chargeback', chargeback);
  return chargeback;
}

async function win(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  chargeback: Chargeback,
  { feeCents }: DisputeState,
  payment: PaymentOperation,
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
  await tell(deps, transaction, payment, 'chargeback_won', chargeback);
}

/**
 * The bank keeps the money. If nothing is left of what was paid, it is decided, and a stay that has
 * not begun ends.
 */
async function lose(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  chargeback: Chargeback,
  { feeCents }: DisputeState,
  payment: PaymentOperation,
): Promise<void> {
  const { amountCents, feeCents: posted } = chargeback;
  const now = deps.clock();
  await transaction.chargeback.update({
    where: { id: chargeback.id },
    data: { status: 'lost', decidedAt: now, feeCents },
  });
  const { data, amounts, isWhole } = await lossOf(transaction, payment, amountCents, now);
  await postOf(deps, transaction, chargeback, 'chargeback_end', {
    disputed: -amountCents,
    provider_fee: feeCents - posted,
    escrow: posted - feeCents,
    ...amounts,
  });
  const booking = isWhole && (await lockBooking(transaction, bookingOf(payment)));
  const isEnd = booking && isOpen(booking, 'end_by_bank', 'payment', momentOf(deps, booking));
  await tell(deps, transaction, payment, isEnd ? 'end_by_bank' : 'chargeback_lost', chargeback, {
    ...data,
    ...(isEnd && { endedBy: 'payment' }),
  });
  if (isEnd) {
    await abandonOperation(deps, transaction, booking.id);
  }
}

async function lossOf(
  transaction: Prisma.TransactionClient,
  { kind, bookingId, saleId }: PaymentOperation,
  amountCents: number,
  now: Date,
): Promise<Loss> {
  if (saleId !== null) {
    const amounts = await lossOfSale(transaction, { amountCents }, saleId);
    return { data: {}, amounts, isWhole: false };
  }
  const booking = await lockBooking(transaction, bookingOf({ bookingId }));
  return kind === 'claim' ? lossOfClaim(amountCents) : lossOfPrice(booking, amountCents, now);
}

interface Loss {
  data: Prisma.BookingUncheckedUpdateInput;
  amounts: Amounts;
  isWhole: boolean;
}

const lossOfClaim = (amountCents: number): Loss => ({
  data: { claim: 'taken_back' },
  amounts: { owner_payable: amountCents },
  isWhole: false,
});

/**
 * The bank has given the money to the traveler, so it counts as given back: taken from those who
 * earned it, or from the price before that is divided.
 */
function lossOfPrice(booking: MovedBooking, amountCents: number, now: Date): Loss {
  const { totalPriceCents, outsideRefundCents, refundCents, releasedAt } = booking;
  const paidCents = totalPriceCents - balanceCents(booking);
  const cents = Math.min(amountCents, paidCents - givenBack(booking));
  const back = givenBack(booking) + cents;
  const isWhole = back === paidCents;
  const isDivided = releasedAt !== null || refundCents !== null;
  const given = {
    outsideRefundCents: outsideRefundCents + cents,
    ...((isWhole || refundCents !== null) && { refundCents: back }),
  };
  return {
    data: { ...given, ...(isWhole && !isDivided && { releasedAt: now }) },
    amounts: {
      ...(isDivided ? sharesTaken(booking, given) : { traveller: cents }),
      // The traveler has this twice: from us before, and now from the bank.
      refund_payable: amountCents - cents,
    },
    isWhole,
  };
}

type Said = Extract<BookingMove, `chargeback${string}` | 'bank_inquiry' | 'end_by_bank'>;

async function tell(
  deps: BookingDeps,
  transaction: Prisma.TransactionClient,
  { kind, bookingId, saleId }: PaymentOperation,
  move: Said,
  disputed: Chargeback,
  data: Prisma.BookingUncheckedUpdateInput = {},
): Promise<void> {
  if (saleId !== null) {
    const said = move === 'chargeback_won' || move === 'chargeback_lost' ? move : 'chargeback';
    await disputeOfSale(deps, transaction, saleId, said, disputed);
    return;
  }
  const booking = await lockBooking(transaction, bookingOf({ bookingId }));
  await makeMove(deps, transaction, booking, move, {
    party: 'payment',
    actorId: null,
    data,
    note: kind === 'claim' ? 'This is about the payment for the damage.' : null,
    told: { disputed },
  });
}

async function postOf(
  { clock }: Pick<BookingDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  { id: chargebackId, bookingId, saleId, currency }: Chargeback,
  reason: 'chargeback' | 'chargeback_end',
  amounts: Amounts,
): Promise<void> {
  const about = { bookingId, saleId, chargebackId, operationId: null, currency, at: clock() };
  await post(transaction, { ...about, reason, amounts });
}

/**
 * Asks the provider how each open chargeback and inquiry stands: an event may have been lost, and a bank decides
 * by itself once its time is over.
 */
export async function lookAtOpenDisputes(deps: BookingDeps): Promise<void> {
  const { payments, database, log } = deps;
  if (!payments) {
    return;
  }
  const open = await database.prisma.chargeback.findMany({
    where: { status: { in: ['open', 'inquiry'] }, provider: payments.name },
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
