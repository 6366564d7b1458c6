import { expect, it } from 'vitest';
import { validateOrganization } from './organizationForm.ts';

const valid = { name: 'Harbour', website: 'https://harbour.example', purpose: 'A feed' };

it.each([
  [{}, []],
  [{ name: ' ' }, ['name']],
  [{ purpose: '' }, ['purpose']],
  [{ website: '' }, ['website']],
  [{ website: 'harbour.example' }, ['website']],
  [{ website: 'ftp://harbour.example' }, ['website']],
])('%j is refused at %j', (changes, fields) => {
  expect(Object.keys(validateOrganization({ ...valid, ...changes }))).toEqual(fields);
});
