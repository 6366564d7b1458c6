import type { Booking } from '#api/generated/prisma/client.ts';
import { addDays, isoDay } from '#common/days.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { formatMoney } from '#common/money.ts';
import { refundOf, type Refund } from '#api/modules/pricing/cancellation.ts';
import { linesOf } from './settlePayment.ts';
import type { QuoteLine } from '#api/modules/pricing/quote.ts';

export type Refundable = Parameters<typeof linesOf>[0] &
  Pick<Booking, 'cancellationPolicy' | 'confirmedAt' | 'checkIn'>;

/**
 * How the price is divided if the team settles a problem with this refund.
 * @throws {InvalidInputError} if the refund is negative or exceeds the price
 */
export function settle(
  booking: Parameters<typeof linesOf>[0] & Pick<Booking, 'totalPriceCents' | 'currency'>,
  refundCents: number | null | undefined,
): Refund {
  const { totalPriceCents, currency } = booking;
  if (refundCents == null || refundCents < 0 || refundCents > totalPriceCents) {
    const most = formatMoney({ amount: totalPriceCents, currency });
    throw new InvalidInputError('refundCents', `The refund must be $0 to ${most}`);
  }
  return splitOf(linesOf(booking), refundCents);
}

/**
 * The refund by policy on the day before check-in, the last day on which the traveler could cancel.
 * A guide for problems that are reported later.
 */
export function lastPolicyRefund(booking: Refundable, now: Date): Refund | undefined {
  const { cancellationPolicy: policy, confirmedAt } = booking;
  if (policy === null) {
    return undefined;
  }
  const checkIn = isoDay(booking.checkIn);
  const moment = { checkIn, today: addDays(checkIn, -1), now, confirmedAt };
  return refundOf(policy, moment, linesOf(booking));
}

/**
 * Divides a refund chosen by the team over the price lines: first over nights, cleaning and tax in
 * proportion, then from the service fee. The parts sum to the refund to the cent.
 * @param refundCents 0 to the sum of the lines
 */
export function splitOf(lines: readonly QuoteLine[], refundCents: number): Refund {
  const fee = lines.find(({ kind }) => kind === 'service_fee')?.cents ?? 0;
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  const fromRest = Math.min(refundCents, total - fee);
  let restLeft = total - fee;
  let refundLeft = fromRest;
  const parts = lines.map(({ kind, cents }) => {
    if (kind === 'service_fee') {
      return {
        kind,
        refundCents: refundCents - fromRest,
        keptCents: cents - (refundCents - fromRest),
      };
    }
    // A share of the remainder, so that rounding errors cancel out. BigInt: the product may exceed
    // safe integers.
    const part =
      restLeft === 0 ? 0 : Number((BigInt(refundLeft) * BigInt(cents)) / BigInt(restLeft));
    restLeft -= cents;
    refundLeft -= part;
    return { kind, refundCents: part, keptCents: cents - part };
  });
  return { refundCents, keptCents: total - refundCents, lines: parts };
}
