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
 * @throws {InvalidInputError} if the refund exceeds the price, or is less than the traveler has
 *   already, by the provider's dashboard or their bank
 */
export function settle(
  booking: Parameters<typeof linesOf>[0] &
    Pick<Booking, 'totalPriceCents' | 'outsideRefundCents' | 'currency'>,
  refundCents: number | null | undefined,
): Refund {
  const { totalPriceCents, outsideRefundCents: least, currency } = booking;
  if (refundCents == null || refundCents < least || refundCents > totalPriceCents) {
    const [from, to] = [least, totalPriceCents].map((amount) => formatMoney({ amount, currency }));
    throw new InvalidInputError(
      'refundCents',
      `The refund must be ${from} to ${to}${least > 0 ? `: the traveler has ${from} already` : ''}`,
    );
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
