import { expect, it } from 'vitest';
import { bpsOf, percentOf, rateProblem } from './rates.ts';

it.each([
  ['0', 0],
  ['12.5', 1_250],
  [' 12.05 % ', 1_205],
  ['50', 5_000],
  ['50.01', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['many', undefined],
  ['', undefined],
])('%j is %s basis points', (text, bps) => {
  expect(bpsOf(text)).toBe(bps);
  expect(rateProblem(text) === undefined).toBe(bps !== undefined);
  if (bps !== undefined) expect(bpsOf(percentOf(bps))).toBe(bps);
});
