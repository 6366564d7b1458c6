import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expiryTyped } from './CardFields.tsx';

/** What the field has after these keys, one after the other at its end. */
const type = (keys: string, before = ''): string =>
  [...keys].reduce((value, key) => expiryTyped(value, value + key), before);

const backspace = (value: string): string => expiryTyped(value, value.slice(0, -1));

it.each([
  ['0945', '09/45'],
  ['09/45', '09/45'],
  ['945', '09/45'],
  ['9/45', '09/45'],
  ['1/45', '01/45'],
  ['12/2045', '12/45'],
  ['122045', '12/45'],
  ['09 45', '09/45'],
  ['09.45', '09/45'],
  ['12', '12/'],
])('%s typed key by key reads %s', (keys, expected) => {
  expect(type(keys)).toBe(expected);
});

it.each([
  ['0945', '09/45'],
  ['09/45', '09/45'],
  ['09/2045', '09/45'],
  ['092045', '09/45'],
  ['09 / 45', '09/45'],
  ['2045-09', '09/45'],
  [' 09-45 ', '09/45'],
  ['9/45', '09/45'],
])('%s pasted or filled in reads %s, also over another date', (text, expected) => {
  expect(expiryTyped('', text)).toBe(expected);
  if (text.length > 4) expect(expiryTyped('0', text)).toBe(expected);
});

it('0327 pasted over a whole date reads 03/27', () => {
  expect(expiryTyped('09/45', '0327')).toBe('03/27');
});

it('backspace empties the field, one character at a time, and typing goes on from anywhere', () => {
  const digits = fc.tuple(
    fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, '0')),
    fc.integer({ min: 0, max: 99 }).map((year) => String(year).padStart(2, '0')),
  );
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 5 }), ([month, year], deleted) => {
      const whole = `${month}/${year}`;
      fc.pre(!year.startsWith('20'));
      expect(type(month + year)).toBe(whole);
      let value = whole;
      for (let count = 0; count < deleted; count += 1) {
        const shorter = backspace(value);
        expect(shorter.length).toBe(value.length - 1);
        value = shorter;
      }
      expect(
        type(whole.slice(value.length).replace(value.length === 2 ? '/' : '', ''), value),
      ).toBe(whole);
    }),
    { numRuns: 200 },
  );
});
