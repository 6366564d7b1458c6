import { nightsBetween } from '#common/days.ts';
import { balanceDays } from '#common/durations.ts';
import type { Money } from '#common/money.ts';
import { smallestPayment } from '#common/stripeAmounts.ts';
import { chargeProblem } from './leastCharge.ts';
import { shareOf } from './quote.ts';

/**
 * The part of a price that can be paid first, in cents; null if the stay has to be paid at once: it
 * begins too soon, a card can't be charged so little, or the site offers no deposits.
 * @param percent of the price; 0 for no deposits
 */
export function depositOf(
  percent: number,
  { amount, currency }: Money,
  checkIn: string,
  today: string,
): number | null {
  const unit = smallestPayment(currency);
  const deposit = Math.round(shareOf(amount, percent * 100) / unit) * unit;
  const canCharge = [deposit, amount - deposit].every(
    (part) => chargeProblem({ amount: part, currency }) === undefined,
  );
  return canCharge && nightsBetween(today, checkIn) > balanceDays.offered ? deposit : null;
}
