import { expect, it } from 'vitest';
import { validateToken, withChoice, type TokenValues } from './tokenForm.ts';

it('scopes are added once and removed', () => {
  expect(withChoice('', 'A', true)).toBe('A');
  expect(withChoice('A B', 'A', true)).toBe('B A');
  expect(withChoice('A B', 'A', false)).toBe('B');
  expect(withChoice('A', 'A', false)).toBe('');
});

it('a token needs a name and a scope', () => {
  const form: TokenValues = { name: ' ', mode: 'TEST', scopes: '', expiresInDays: '365' };
  expect(Object.keys(validateToken(form))).toEqual(['name', 'scopes']);
  expect(validateToken({ ...form, name: 'CI', scopes: 'RESORTS_READ' })).toEqual({});
});
