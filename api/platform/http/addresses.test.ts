import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { addressKey, networkOf } from './addresses.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:DB8::1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0002::', '2001:db8:0:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['203.0.113.7:4711', 'unknown'],
])('counts %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it('counts all addresses of a /64 as one, in every spelling', () => {
  const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 });
  const network = bytes.filter(([first = 0]) => first >= 0x20);
  fc.assert(
    fc.property(network, bytes, bytes, (prefix, one, other) => {
      const spellings = [one, other].flatMap((host) => {
        const address = ipaddr.fromByteArray([...prefix, ...host]);
        const long = address.toNormalizedString();
        return [address.toString(), long, long.toUpperCase(), `${long}%en0`];
      });
      expect(new Set(spellings.map(addressKey)).size).toBe(1);
    }),
  );
});

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['somewhere', 'unknown'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
