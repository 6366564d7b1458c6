import { expect, it } from 'vitest';
import { stayRule } from './stayRule.ts';

it.each([
  [1, false, undefined],
  [3, false, '3 nights or more'],
  [7, true, 'Only as a whole'],
  // A single night has no parts.
  [1, true, undefined],
])('%i nights, only as a whole: %s, is "%s"', (minNights, isWholeOnly, words) => {
  expect(stayRule(minNights, isWholeOnly)).toBe(words);
});
