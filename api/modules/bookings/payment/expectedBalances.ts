import {
  LedgerAccount,
  type Booking,
  type GoodwillGift,
  type PaymentOperation,
  type Prisma,
} from '#api/generated/prisma/client.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';
import type { Balances } from '#api/modules/ledger/ledger.ts';
import type { ExpectedBalances } from '#api/modules/reconciliation/ledgerChecks.ts';
import { withChargebacks, type CountedChargeback } from './chargebackBalances.ts';
import { bank } from './refunds.ts';
import { balanceCents } from '../moves/moves.ts';
import { givenBack, keptShares } from './shares.ts';

/** Cents by kind of operation; refunds that came back are taken off, those of our bank are apart. */
type Moved = Partial<Record<PaymentOperation['kind'] | 'remitted' | 'balance', number>>;

/**
 * The balances that the state of a booking requires: paid by its status, divided once the money is
 * released or the booking has ended, less completed refunds and payouts.
 */
function expectedBalances(
  booking: Booking & { gifts: GoodwillGift[]; chargebacks: CountedChargeback[] },
  moved: Moved,
): Balances {
  const refunded = (moved.refund ?? 0) - (moved.refund_return ?? 0);
  const remitted = moved.remitted ?? 0;
  const paidOut = (moved.transfer ?? 0) - (moved.reversal ?? 0);
  // A payment that arrives after the booking has ended is refunded in full.
  const isPaid =
    isStatusIn('paid', booking.status) ||
    (booking.status === 'cancelled' && booking.refundCents !== null);
  // So is a balance.
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
  const earned = kept || { hostCents: 0, taxCents: 0, serviceFeeCents: 0 };
  return withChargebacks(balances, booking.chargebacks, earned, host);
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
      chargebacks: true,
      ledgerTransactions: {
        where: { OR: [{ remittanceId: { not: null } }, { reason: 'set_off' }] },
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
