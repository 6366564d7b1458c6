import { expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInputError } from './errors.ts';
import { parseInput, publicText } from './input.ts';

const refusal = (input: unknown): InvalidInputError => {
  try {
    parseInput(z.object({ names: z.array(z.string('must be text')) }), input);
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return error;
    }
    throw error;
  }
  throw new Error('It was taken');
};

it('names the invalid fields, at most a hundred', () => {
  expect(refusal({ names: [1, 'two'] }).fieldErrors).toEqual([
    { field: 'names.0', message: 'must be text' },
  ]);
  const { fieldErrors, message } = refusal({ names: Array.from({ length: 30_000 }, () => 1) });
  expect(fieldErrors).toHaveLength(100);
  expect(message).toBe('must be text');
  const nul = Object.fromEntries(Array.from({ length: 5_000 }, (_, key) => [`a${key}`, '\u0000']));
  expect(refusal(nul).fieldErrors).toHaveLength(100);
});

it('quotes at most three contact details of a public text, and none of one that is too long', () => {
  const messageOf = (text: string): string[] =>
    publicText(z.string())
      .safeParse(text)
      .error?.issues.map(({ message }) => message) ?? [];
  const quoting = (quoted: string) => [
    `Take out ${quoted}. Contact details stay private until a booking is confirmed`,
  ];
  expect(messageOf('Week 7 of 2027, sleeps 8')).toEqual([]);
  expect(messageOf(`a@b.com, www.${'x'.repeat(80)}.com, 202-555-0173, c@d.com`)).toEqual(
    quoting(`"a@b.com", "www.${'x'.repeat(56)}", "202-555-0173"`),
  );
  expect(messageOf('a@b.com '.repeat(2_000))).toEqual([]);
});
