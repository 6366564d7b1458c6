import type { Booking } from '#api/generated/prisma/client.ts';
import { addDays, isoDay } from '#common/days.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { formatMoney } from '#common/money.ts';
import { refundOf, splitOf, type Refund } from '#api/modules/pricing/cancellation.ts';
import { linesOf } from './shares.ts';

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
