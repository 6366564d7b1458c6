import { expect, it } from 'vitest';
import { nightsWords } from './nightsLeft.ts';

it.each([
  [7, 7, '7 nights'],
  [1, 1, '1 night'],
  [7, 5, '5 of 7 nights left'],
  [7, 0, 'Fully booked'],
  [7, 0, 'Nothing left to book', 3],
])('of %i nights, %i free: "%s"', (nights, free, words, minNights?: number) => {
  expect(nightsWords(nights, free, minNights)).toBe(words);
});
