import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { schemaChanges } from '#api/schemaChanges.ts';

it('names what was added, changed, deprecated and removed, and not the parts of a new type', () => {
  const before = buildSchema(`
    type Query { kept(a: Int): Int, old: Int, gone: Gone }
    type Gone { x: Int }
    enum Kind { ONE }
  `);
  const after = buildSchema(`
    type Query { kept(a: Int, b: Int): Int!, old: Int @deprecated(reason: "use kept until 2027-06-01"), fresh: Fresh }
    type Fresh { y(z: Int): Int }
    enum Kind { ONE TWO }
  `);
  expect(schemaChanges(before, after)).toEqual([
    'Added `Fresh`',
    'Removed `Gone`',
    'Added `Kind.TWO`',
    'Added `Query.fresh`',
    'Removed `Query.gone`',
    '`Query.kept` is `Int!` instead of `Int`',
    'Added `Query.kept.b`',
    'Deprecated `Query.old`: use kept until 2027-06-01',
  ]);
  expect(schemaChanges(after, after)).toEqual([]);
});
