import { expect, it } from 'vitest';
import { queueAddress, readQueueAddress } from './queueAddress.ts';

it.each([
  ['', { status: 'PENDING', after: null, before: null }],
  ['?status=rejected&after=x', { status: 'REJECTED', after: 'x', before: null }],
  ['?status=palm&before=x&after=y', { status: 'PENDING', after: null, before: 'x' }],
  ['?after=', { status: 'PENDING', after: null, before: null }],
])('an address with "%s" asks for one part of the queue', (search, asked) => {
  expect(readQueueAddress(search)).toEqual(asked);
});

it('and each part has an address that is read as it was written', () => {
  expect(queueAddress('PENDING')).toBe('/admin/verification');
  for (const cursor of [{ after: 'a+b=' }, { before: 'a+b=' }]) {
    const { search } = new URL(queueAddress('MORE_INFORMATION', cursor), 'https://example.org');
    expect(readQueueAddress(search)).toMatchObject({ status: 'MORE_INFORMATION', ...cursor });
  }
});
