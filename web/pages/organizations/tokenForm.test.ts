import { expect, it } from 'vitest';
import { validateToken, withScope, type TokenValues } from './tokenForm.ts';

it('scopes are added once and removed', () => {
  expect(withScope('', 'A', true)).toBe('A');
  expect(withScope('A B', 'A', true)).toBe('B A');
  expect(withScope('A B', 'A', false)).toBe('B');
  expect(withScope('A', 'A', false)).toBe('');
});

it('a token needs a name and a scope', () => {
  const form: TokenValues = { name: ' ', mode: 'TEST', scopes: '', expiresInDays: '365' };
  expect(Object.keys(validateToken(form))).toEqual(['name', 'scopes']);
  expect(validateToken({ ...form, name: 'CI', scopes: 'RESORTS_READ' })).toEqual({});
});
