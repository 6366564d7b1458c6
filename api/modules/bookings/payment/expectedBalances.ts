import {
  LedgerAccount,
  type Booking,
  type Chargeback,
  type GoodwillGift,
  type PaymentOperation,
  type Prisma,
} from '#api/generated/prisma/client.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';
import type { Balances } from '#api/modules/ledger/ledger.ts';
import { bank } from '#api/modules/payments/refunds.ts';
import type { ExpectedBalances } from '#api/modules/reconciliation/ledgerChecks.ts';
import { balanceCents } from '../moves/moves.ts';
import { givenBack, keptShares } from './shares.ts';

/** Cents by kind of operation; refunds that came back are taken off, those of our bank are apart. */
type Moved = Partial<Record<PaymentOperation['kind'] | 'remitted' | 'balance', number>>;

/**
 * The balances that the state of a booking requires: paid by its status, divided once the money is
 * released or the booking has ended, less completed refunds and payouts.
 */
function expectedBalances(
  booking: Booking & {
    gifts: GoodwillGift[];
    chargebacks: (Chargeback & { payment: Pick<PaymentOperation, 'kind'> })[];
    otherWeeks: Pick<Booking, 'subsidyPaidCents'>[];
  },
  moved: Moved,
): Balances {
  const refunded = (moved.refund ?? 0) - (moved.refund_return ?? 0);
  const remitted = moved.remitted ?? 0;
  const paidOut = (moved.transfer ?? 0) - (moved.reversal ?? 0);
  // A payment that arrives after the booking has ended is refunded in full.
  const isPaid =
    isStatusIn('paid', booking.status) ||
    (booking.status === 'cancelled' && booking.refundCents !== null);
  // So is a balance that arrives after the end.
  const late = booking.balancePaidAt === null ? (moved.balance ?? 0) : 0;
  const ordered = givenBack(booking) + late;
  const total = isPaid ? booking.totalPriceCents - balanceCents(booking) + late : ordered;
  const isDivided = booking.releasedAt !== null || booking.refundCents !== null;
  const kept = isDivided && keptShares(booking);
  const host = booking.ownerId === null ? 'provider_payable' : 'owner_payable';
  const balances = Object.fromEntries(
    Object.values(LedgerAccount).map((account) => [account, 0]),
  ) as Balances;
  if (total > 0) {
    balances.escrow = total - refunded - paidOut;
    balances.bank = 0 - remitted;
    balances.refund_payable = refunded + remitted - ordered;
    balances.traveller = isDivided ? 0 : ordered - total;
    balances[host] = paidOut - (kept ? kept.hostCents : 0);
    balances.tax_payable = 0 - (kept ? kept.taxCents : 0);
    balances.service_fee = 0 - (kept ? kept.serviceFeeCents : 0);
  }
  for (const { party, amountCents } of booking.gifts) {
    balances.goodwill += amountCents;
    balances[party === 'owner' ? 'owner_payable' : 'bank'] -= amountCents;
  }
  // What we added for the owner is charged to the one who cancelled the week before.
  const added = [
    booking.subsidyPaidCents,
    ...booking.otherWeeks.map((week) => -week.subsidyPaidCents),
  ];
  for (const cents of added) {
    balances.goodwill += cents;
    balances.owner_payable -= cents;
  }
  balances.escrow += moved.claim ?? 0;
  balances.owner_payable -= moved.claim ?? 0;
  for (const { status, amountCents, feeCents, payment } of booking.chargebacks) {
    if (status === 'inquiry' || status === 'closed') continue;
    balances.provider_fee += feeCents;
    balances.escrow -= feeCents + (status === 'won' ? 0 : amountCents);
    balances.disputed += status === 'open' ? amountCents : 0;
    // The bank gave it to the traveler instead of us.
    const bearer = payment.kind === 'claim' ? 'owner_payable' : 'refund_payable';
    balances[bearer] += status === 'lost' ? amountCents : 0;
  }
  return balances;
}

/** See `ReadExpected`. Stays agreed outside Tideweek have no money here. */
export async function readExpectedBalances(
  transaction: Prisma.TransactionClient,
  which: Prisma.BookingWhereInput,
  limit: number,
): Promise<ExpectedBalances[]> {
  const bookings = await transaction.booking.findMany({
    where: { isProtected: true, ...which },
    orderBy: { id: 'asc' },
    take: limit,
    include: {
      gifts: true,
      paymentOperations: {
        where: { status: 'succeeded' },
        select: { kind: true, provider: true, amountCents: true, isBalance: true },
      },
      chargebacks: { include: { payment: { select: { kind: true } } } },
      otherWeeks: { select: { subsidyPaidCents: true } },
      ledgerTransactions: {
        where: {
          OR: [
            { remittanceId: { not: null } },
            { reason: 'set_off' },
            { providerRecord: { not: null } },
          ],
        },
        select: { entries: true },
      },
    },
  });
  return bookings.map((booking) => {
    const moved: Moved = {};
    for (const { kind, provider, amountCents, isBalance } of booking.paymentOperations) {
      const what = isBalance ? 'balance' : provider === bank ? 'remitted' : kind;
      moved[what] = (moved[what] ?? 0) + amountCents;
    }
    const balances = expectedBalances(booking, moved);
    for (const { account, amountCents } of booking.ledgerTransactions.flatMap(
      ({ entries }) => entries,
    )) {
      balances[account] += amountCents;
    }
    return {
      bookingId: booking.id,
      state: booking.endedBy ? `${booking.status} by ${booking.endedBy}` : booking.status,
      currency: booking.currency,
      balances,
    };
  });
}
