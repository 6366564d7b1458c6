import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromStripe, smallestPayment, toStripe } from './stripeAmounts.ts';

it.each([
  [123_400, 'USD', 123_400],
  [123_400, 'JPY', 1_234],
  [123_400, 'ISK', 123_400],
  [123_400, 'UGX', 123_400],
  [123_450, 'HUF', 123_450],
  [123_450, 'TWD', 123_450],
  [1_234, 'KWD', 12_340],
])('%i hundredths of %s are %i at Stripe', (amount, currency, counted) => {
  expect(toStripe({ amount, currency })).toBe(counted);
  expect(fromStripe(counted, currency.toLowerCase())).toBe(amount);
});

it.each(['JPY', 'KRW', 'ISK', 'UGX'])('a part of a %s is refused', (currency) => {
  expect(() => toStripe({ amount: 1_234, currency })).toThrow(RangeError);
});

it('a thousandth that no hundredths make is refused', () => {
  expect(() => fromStripe(12_345, 'kwd')).toThrow(RangeError);
});

it('every amount that can be paid comes back as it went', () => {
  const currencies = fc.constantFrom(...Intl.supportedValuesOf('currency'));
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), currencies, (units, currency) => {
      const amount = units * smallestPayment(currency);
      const counted = toStripe({ amount, currency });
      expect(Number.isSafeInteger(counted)).toBe(true);
      expect(fromStripe(counted, currency)).toBe(amount);
    }),
  );
});
