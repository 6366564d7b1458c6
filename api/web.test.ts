import { expect, it } from 'vitest';
import { pagePolicy } from './web.ts';

const connections = (policy: string): string | undefined =>
  policy.split('; ').find((rule) => rule.startsWith('connect-src'));

it('pages may send to us, and to the storage where that takes pieces of uploads itself', () => {
  expect(connections(pagePolicy('nonce', undefined))).toBe("connect-src 'self'");
  expect(connections(pagePolicy('nonce', 'https://s3.example'))).toBe(
    "connect-src 'self' https://s3.example",
  );
});
