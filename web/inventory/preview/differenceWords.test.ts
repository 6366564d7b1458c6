import { expect, it } from 'vitest';
import { differenceWords } from './differenceWords.ts';

it.each([
  ['pricePerNightCents', '15000', '123456', ['Price per night', '$150', '$1,234.56']],
  ['availableFrom', '2027-02-13', '2027-02-20', ['Available from', 'Feb 13, 2027', 'Feb 20, 2027']],
  ['isActive', 'false', 'true', ['State', 'Withdrawn', 'On offer']],
  ['view', null, 'Ocean', ['View', 'None', 'Ocean']],
  ['resort', 'Harbour House', 'Quiet Harbor', ['Resort', 'Harbour House', 'Quiet Harbor']],
] as const)('a difference in %s is described in words', (field, before, after, words) => {
  const { name, ...values } = differenceWords({ field, before, after });
  expect([name, values.before, values.after]).toEqual(words);
});
