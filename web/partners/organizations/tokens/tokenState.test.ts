import { expect, it } from 'vitest';
import { tokenState } from './tokenState.ts';

const now = Date.parse('2027-03-01T12:00:00Z');

it.each([
  ['2027-06-01T00:00:00Z', null, 'Active'],
  ['2027-03-15T12:00:01Z', null, 'Active'],
  ['2027-03-15T12:00:00Z', null, 'Expires soon'],
  ['2027-03-01T12:00:00Z', null, 'Expired'],
  ['2027-06-01T00:00:00Z', '2027-02-01T00:00:00Z', 'Revoked'],
  ['2027-02-15T00:00:00Z', '2027-02-01T00:00:00Z', 'Revoked'],
])('a token until %s, revoked %s, is %s', (expiresAt, revokedAt, label) => {
  expect(tokenState({ expiresAt, revokedAt }, now).label).toBe(label);
});
