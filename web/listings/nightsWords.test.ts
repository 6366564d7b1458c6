import { expect, it } from 'vitest';
import { nightsWords, stayRule } from './nightsWords.ts';

it.each([
  [7, 7, '7 nights'],
  [1, 1, '1 night'],
  [7, 5, '5 of 7 nights left'],
  [7, 0, 'Fully booked'],
  [7, 0, 'Nothing left to book', 3],
])('of %i nights, %i free: "%s"', (nights, free, words, minNights?: number) => {
  expect(nightsWords(nights, free, minNights)).toBe(words);
});

it.each([
  [1, false, ''],
  [3, false, '3 nights or more'],
  [7, true, 'Only as a whole'],
  // A single night has no parts.
  [1, true, ''],
])('stays of %i nights, only as a whole: %s: "%s"', (minNights, isWholeOnly, words) => {
  expect(stayRule(minNights, isWholeOnly)).toBe(words);
});
