import { expect, it } from 'vitest';
import { validateToken, type TokenValues } from './tokenForm.ts';

it('a token needs a name and a scope', () => {
  const form: TokenValues = { name: ' ', mode: 'TEST', scopes: '', expiresInDays: '365' };
  expect(Object.keys(validateToken(form))).toEqual(['name', 'scopes']);
  expect(validateToken({ ...form, name: 'CI', scopes: 'RESORTS_READ' })).toEqual({});
});
