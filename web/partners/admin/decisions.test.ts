import { expect, it } from 'vitest';
import { decisionsOn } from './decisions.ts';

it.each([
  ['PENDING', null, ['Approve', 'Refuse']],
  ['APPROVED', null, ['Suspend']],
  ['APPROVED', 'Seaside', ['Approve Name', 'Refuse Name', 'Suspend']],
  ['REFUSED', null, ['Approve']],
  ['SUSPENDED', null, ['Approve']],
  ['SUSPENDED', 'Seaside', ['Approve', 'Approve Name', 'Refuse Name']],
] as const)(
  'an organization that is %s and wants the name %s can be decided on: %j',
  (status, name, labels) => {
    expect(decisionsOn(status, name).map(({ label }) => label)).toEqual(labels);
  },
);
