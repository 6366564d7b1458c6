import type { Money } from './money.ts';

// Source of these lists: docs.stripe.com/currencies.

/** Paid whole, and counted whole by Stripe. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/** Paid whole, and counted in hundredths by Stripe nevertheless. */
const wholeInHundredths = new Set(['ISK', 'UGX']);

/** Counted in thousandths by Stripe, which takes whole hundredths of them. */
const inThousandths = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Hundredths in the smallest amount of a currency that can be paid: 100 if it is paid whole. */
export const smallestPayment = (currency: string): number =>
  whole.has(currency) || wholeInHundredths.has(currency) ? 100 : 1;

/** @returns the amount as Stripe counts it @throws {RangeError} if it can't be paid */
export function toStripe({ amount, currency }: Money): number {
  if (amount % smallestPayment(currency) !== 0) {
    throw new RangeError(`${currency} is paid whole, and not in ${amount} hundredths`);
  }
  return whole.has(currency) ? amount / 100 : inThousandths.has(currency) ? amount * 10 : amount;
}

/** @returns hundredths of the currency @throws {RangeError} if it is no whole number of them */
export function fromStripe(counted: number, currency: string): number {
  const code = currency.toUpperCase();
  if (inThousandths.has(code) && counted % 10 !== 0) {
    throw new RangeError(`${counted} thousandths of ${code} are no whole hundredths`);
  }
  return whole.has(code) ? counted * 100 : inThousandths.has(code) ? counted / 10 : counted;
}
