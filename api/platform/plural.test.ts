import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it.each([
  [0, 'message', '0 messages'],
  [1, 'message', '1 message'],
  [2_000, 'week', '2,000 weeks'],
  [1, 'inquiry', '1 inquiry'],
  [3, 'inquiry', '3 inquiries'],
  [2, 'day', '2 days'],
  [2, 'address', '2 addresses'],
])('%i of %s are "%s"', (count, noun, words) => {
  expect(plural(count, noun)).toBe(words);
});
