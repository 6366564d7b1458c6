import { expect, it } from 'vitest';
import { decisionsOn } from './decisions.ts';

it.each([
  ['PENDING', ['Approve', 'Refuse']],
  ['APPROVED', ['Suspend']],
  ['REFUSED', ['Approve']],
  ['SUSPENDED', ['Approve']],
] as const)('an organization that is %s can be decided on: %j', (status, labels) => {
  expect(decisionsOn(status).map(({ label }) => label)).toEqual(labels);
});
