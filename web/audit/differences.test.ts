import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';

describe('differences', () => {
  it('list only fields that were changed, added or removed', () => {
    expect(
      differences(
        '{"role":"user","name":"Ada","old":1,"tags":["a"]}',
        '{"role":"admin","name":"Ada","tags":["a","b"],"new":null}',
      ),
    ).toEqual([
      { field: 'new', before: undefined, after: 'null' },
      { field: 'old', before: '1', after: undefined },
      { field: 'role', before: 'user', after: 'admin' },
      { field: 'tags', before: '["a"]', after: '["a","b"]' },
    ]);
  });

  it.each([
    [null, null],
    ['{}', undefined],
    ['3', '4'],
  ])('of %s and %s are empty', (before, after) => {
    expect(differences(before, after)).toEqual([]);
  });
});
