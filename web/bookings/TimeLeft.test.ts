import { expect, it } from 'vitest';
import { leftInWords } from './TimeLeft.tsx';

const minutes = (count: number): number => count * 60_000;

it.each([
  [minutes(-1), 'over'],
  [0, 'over'],
  [1, 'in 1 minute'],
  [minutes(59.9), 'in 59 minutes'],
  [minutes(60), 'in 1 hour'],
  [minutes(23 * 60 + 12), 'in 23 hours 12 minutes'],
  [minutes(47 * 60), 'in 47 hours'],
  [minutes(50 * 60), 'in 2 days'],
])('%i milliseconds are left: %s', (left, words) => {
  expect(leftInWords(left)).toBe(words);
});
