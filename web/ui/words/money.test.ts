import { expect, it } from 'vitest';
import { formatTypedPrice } from './money.ts';

it.each([
  ['8500', '$8,500'],
  [' $12500.50 ', '$12,500.50'],
  ['$12,500', '$12,500'],
  ['8500 or best offer', '8500 or best offer'],
])('a typed price of %s reads as %s', (typed, words) => {
  expect(formatTypedPrice(typed)).toBe(words);
});
