import { expect, it } from 'vitest';
import { formatMoney } from './money.ts';

it.each([
  [105_000, 'USD', '$1,050'],
  [19_950, 'USD', '$199.50'],
  [0, 'USD', '$0'],
  [12_300, 'EUR', '€123'],
])('writes %i of %s as %s', (cents, currency, words) => {
  expect(formatMoney(cents, currency)).toBe(words);
});
