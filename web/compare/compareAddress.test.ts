import { describe, expect, it } from 'vitest';
import { comparePath } from '../listings/compare/compared.ts';
import { readCompared } from './compareAddress.ts';

const id = (number: number): string => `01939f3c-0000-7000-8000-00000000000${number}`;

const read = (search: string) => readCompared(new URLSearchParams(search));

describe('The address of a comparison', () => {
  it('names the kind and the ids in order', () => {
    const path = comparePath('week', [{ id: id(2) }, { id: id(1) }]);
    expect(path).toBe(`/compare?week=${id(2)},${id(1)}`);
    expect(read(path.slice(path.indexOf('?')))).toEqual({ kind: 'week', ids: [id(2), id(1)] });
    expect(comparePath('sale', [])).toBe('/compare');
  });

  it.each([
    ['', { kind: 'sale', ids: [] }],
    ['?week=', { kind: 'week', ids: [] }],
    [`?sale=${id(1)}&week=${id(2)}`, { kind: 'sale', ids: [id(1)] }],
    [`?sale=${id(1)},${id(1)}, ${id(2).toUpperCase()}`, { kind: 'sale', ids: [id(1), id(2)] }],
    [`?sale=palm,${id(1)},'`, { kind: 'sale', ids: [id(1)] }],
    [
      `?sale=${[1, 2, 3, 4, 5].map(id).join(',')}`,
      { kind: 'sale', ids: [id(1), id(2), id(3), id(4)] },
    ],
  ])('"%s" is read as %j', (search, expected) => {
    expect(read(search)).toEqual(expected);
  });
});
