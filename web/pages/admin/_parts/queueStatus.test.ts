import { expect, it } from 'vitest';
import { queuePath, queueStatuses, queueStatusIn } from './queueStatus.ts';

it('each status has an address that is read as it was written', () => {
  expect(queuePath('PENDING')).toBe('/admin/verification');
  for (const { value } of queueStatuses) {
    const { searchParams } = new URL(queuePath(value), 'https://example.org');
    expect(queueStatusIn(searchParams)).toBe(value);
  }
});

it.each(['', 'status=', 'status=palm'])(
  'an address with "%s" asks for those that wait',
  (search) => {
    expect(queueStatusIn(new URLSearchParams(search))).toBe('PENDING');
  },
);
