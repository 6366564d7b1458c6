import { expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInputError } from '../errors.ts';
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

const named = z.object({
  name: z.string().trim().min(1, 'Name is required'),
  password: z.string().optional(),
  inner: z.object({ names: z.array(z.string()) }).optional(),
});

const messageFor = (input: unknown): string => {
  try {
    parseInput(named, input);
    return 'taken';
  } catch (error) {
    return error instanceof InvalidInputError ? error.message : 'thrown';
  }
};

it.each(['\u200B', '\u200D\u2060', '\u3164', '\u2800 ', '\u00AD', '\uFEFF', '\uFE0F', '\u{E0020}'])(
  'counts text without a visible character as empty (%#)',
  (name) => {
    expect(messageFor({ name })).toBe('Name is required');
  },
);

it.each(['\u202E', '\u202A', '\u2066', '\u2069', '\u200F', '\u061C'])(
  'refuses a character that turns the direction of text, wherever it is (%#)',
  (character) => {
    const turned = `gro.knab${character}`;
    expect(messageFor({ name: turned })).toBe('name has a character that is not allowed');
    expect(messageFor({ name: 'A', inner: { names: ['b', turned] } })).toBe(
      'inner.names.1 has a character that is not allowed',
    );
    expect(messageFor({ name: 'A', password: turned })).toBe('taken');
  },
);

it('takes names of all scripts and emoji', () => {
  for (const name of ['Zoë', 'محمد', 'דוד', '李', '👩‍👩‍👧', 'क्‍ष', 'O’Brien', '0']) {
    expect(messageFor({ name })).toBe('taken');
  }
});
