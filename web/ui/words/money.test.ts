import { expect, it } from 'vitest';
import { formatMoney, formatTypedPrice } from './money.ts';

it.each([
  [105_000, 'USD', '$1,050'],
  [19_950, 'USD', '$199.50'],
  [0, 'USD', '$0'],
  [12_300, 'EUR', '€123'],
])('formats %i hundredths of %s as %s', (cents, currency, words) => {
  expect(formatMoney(cents, currency)).toBe(words);
});

it.each([
  ['8500', '$8,500'],
  [' $12500.50 ', '$12,500.50'],
  ['$12,500', '$12,500'],
  ['8500 or best offer', '8500 or best offer'],
])('a typed price of %s reads as %s', (typed, words) => {
  expect(formatTypedPrice(typed)).toBe(words);
});
