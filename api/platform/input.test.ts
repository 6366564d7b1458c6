import { expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInputError } from './errors.ts';
import { parseInput } from './input.ts';

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
