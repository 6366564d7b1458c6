import { expect, it } from 'vitest';
import { queuePath, queueStatuses, queueStatusIn } from './queueStatus.ts';

it('the path of each status reads back as that status', () => {
  expect(queuePath('PENDING')).toBe('/admin/verification');
  for (const { value } of queueStatuses) {
    const { searchParams } = new URL(queuePath(value), 'https://example.org');
    expect(queueStatusIn(searchParams)).toBe(value);
  }
});

it.each(['', 'status=', 'status=palm'])(
  'a URL with "%s" asks for the listings that wait',
  (search) => {
    expect(queueStatusIn(new URLSearchParams(search))).toBe('PENDING');
  },
);
