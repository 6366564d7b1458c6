import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor, readPageArgs, type CursorValue } from './cursors.ts';
import { InvalidInputError } from '../errors.ts';

const check: z.ZodType<CursorValue[]> = z.tuple([z.number(), z.uuid()]);
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const sizes = { usual: 12, most: 100 };

const fieldOf = (action: () => unknown): string | undefined => {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return error.fieldErrors[0]?.field;
    }
    throw error;
  }
  return undefined;
};

it('returns the sort key that it was made from', () => {
  fc.assert(
    fc.property(fc.integer(), fc.uuid(), (price, uuid) => {
      const cursor = encodeCursor('PRICE', [price, uuid]);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor('PRICE', cursor, 'after', check)).toEqual([price, uuid]);
    }),
  );
});

it('refuses any other text, naming the argument', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('after', 'before'), (text, field) => {
      expect(fieldOf(() => decodeCursor('PRICE', text, field, check))).toBe(field);
    }),
  );
  for (const cursor of [
    encodeCursor('RATING', [1, id]),
    encodeCursor('PRICE', ['1', id]),
    encodeCursor('PRICE', [1, 'resort']),
    encodeCursor('PRICE', [1]),
    encodeCursor('PRICE', [1, 2, 3, 4, 5, 6, 7]),
  ]) {
    expect(fieldOf(() => decodeCursor('PRICE', cursor, 'after', check))).toBe('after');
  }
});

it('reads pages in both directions, with the default size unless one is given', () => {
  expect(readPageArgs({}, sizes)).toEqual({ size: 12, direction: 'forward', from: undefined });
  expect(readPageArgs({ first: 0, after: 'x' }, sizes)).toEqual({
    size: 0,
    direction: 'forward',
    from: 'x',
  });
  expect(readPageArgs({ last: 100 }, sizes)).toEqual({
    size: 100,
    direction: 'backward',
    from: undefined,
  });
  expect(readPageArgs({ before: 'x' }, sizes)).toEqual({
    size: 12,
    direction: 'backward',
    from: 'x',
  });
});

it.each([
  [{ first: -1 }, 'first'],
  [{ first: 101 }, 'first'],
  [{ last: -1 }, 'last'],
  [{ last: 101 }, 'last'],
  [{ first: 1, last: 1 }, 'last'],
  [{ first: 1, before: 'x' }, 'last'],
])('refuses %j, naming %s', (args, field) => {
  expect(fieldOf(() => readPageArgs(args, sizes))).toBe(field);
});
