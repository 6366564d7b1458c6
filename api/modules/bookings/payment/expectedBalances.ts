import {
  LedgerAccount,
  type Booking,
  type PaymentKind,
  type Prisma,
} from '#api/generated/prisma/client.ts';
import type { Balances } from '#api/modules/ledger/ledger.ts';
import { refundShares } from '#api/modules/pricing/cancellation.ts';
import type { ExpectedBalances } from '#api/modules/reconciliation/ledgerChecks.ts';
import { isDividedByBank, withChargebacks, type CountedChargeback } from './chargebackBalances.ts';
import { linesOf } from './settlePayment.ts';
import { splitOf } from './settlements.ts';

type Moved = Partial<Record<PaymentKind, number>>;

const paidStatuses: readonly Booking['status'][] = [
  'confirmed',
  'certified',
  'checked_in',
  'completed',
  'disputed',
  'resolved',
];

/**
 * The balances that the state of a booking requires: paid by its status, divided once the money is
 * released or the booking has ended, less completed refunds and payouts.
 */
function expectedBalances(
  booking: Booking & { chargebacks: CountedChargeback[] },
  moved: Moved,
  setOffCents: number,
): Balances {
  const refunded = moved.refund ?? 0;
  const paidOut = (moved.transfer ?? 0) - (moved.reversal ?? 0);
  // A payment that arrives after the booking has ended is refunded in full.
  const isPaid =
    paidStatuses.includes(booking.status) ||
    (booking.status === 'cancelled' && booking.refundCents !== null);
  const total = isPaid ? booking.totalPriceCents : (booking.refundCents ?? 0);
  const lines = linesOf(booking);
  const isDivided = booking.releasedAt !== null || booking.refundCents !== null;
  const refund = isDivided ? (booking.refundCents ?? 0) : 0;
  const kept = isDivided
    ? (refundShares(booking.cancellationPolicy ?? 'flexible', lines).find(
        (shares) =>
          booking.status !== 'resolved' &&
          !isDividedByBank(booking.chargebacks) &&
          shares.refundCents === refund,
      ) ?? splitOf(lines, refund))
    : undefined;
  const keptOf = (...kinds: string[]): number =>
    (kept?.lines ?? [])
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { keptCents }) => sum + keptCents, 0);
  const host = booking.ownerId === null ? 'provider_payable' : 'owner_payable';
  const balances = Object.fromEntries(
    Object.values(LedgerAccount).map((account) => [account, 0]),
  ) as Balances;
  if (total > 0) {
    balances.escrow = total - refunded - paidOut;
    balances.traveller = refunded - (isDivided ? refund : total);
    balances[host] = paidOut - keptOf('nights', 'cleaning');
    balances.tax_payable = -keptOf('tax');
    balances.service_fee = -keptOf('service_fee');
  }
  balances.set_off = setOffCents;
  balances[host] -= setOffCents;
  const earned = {
    hostCents: keptOf('nights', 'cleaning'),
    taxCents: keptOf('tax'),
    serviceFeeCents: keptOf('service_fee'),
  };
  return withChargebacks(balances, booking.chargebacks, earned, host);
}

/** See `ReadExpected`. Stays agreed outside Tideweek have no money here. */
export async function readExpectedBalances(
  transaction: Prisma.TransactionClient,
  after: string | null,
  limit: number,
): Promise<ExpectedBalances[]> {
  const bookings = await transaction.booking.findMany({
    where: { isProtected: true, ...(after !== null && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: limit,
    include: {
      paymentOperations: {
        where: { status: 'succeeded' },
        select: { kind: true, amountCents: true },
      },
      chargebacks: true,
    },
  });
  const setOffs = await transaction.$queryRaw<{ bookingId: string; cents: number }[]>`
    SELECT booking_id AS "bookingId", sum(amount_cents)::float8 AS cents
    FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
    WHERE account = 'set_off' GROUP BY booking_id`;
  const setOffOf = new Map(setOffs.map(({ bookingId, cents }) => [bookingId, cents]));
  return bookings.map((booking) => {
    const moved: Moved = {};
    for (const { kind, amountCents } of booking.paymentOperations) {
      moved[kind] = (moved[kind] ?? 0) + amountCents;
    }
    return {
      bookingId: booking.id,
      state: booking.endedBy ? `${booking.status} by ${booking.endedBy}` : booking.status,
      balances: expectedBalances(booking, moved, setOffOf.get(booking.id) ?? 0),
    };
  });
}
