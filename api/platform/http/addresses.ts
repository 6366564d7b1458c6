import ipaddr from 'ipaddr.js';

/**
 * The key under which requests are counted. IPv4 is its own key in any form (mapped, RFC 6052);
 * IPv6 counts as its /64, since one customer is given at least that much (RFC 6177).
 * @returns '203.0.113.7', '2001:db8:0:1::/64', or 'unknown' if it is not an address
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) {
    return 'unknown';
  }
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.toString();
  }
  const bytes = parsed.toByteArray();
  return parsed.range() === 'rfc6052'
    ? bytes.slice(-4).join('.')
    : `${ipaddr.fromByteArray([...bytes.slice(0, 8), ...Array<number>(8).fill(0)]).toString()}/64`;
}

/** Tells roughly where a person was: '203.0.113.0/24', '2001:db8:1::/48', or 'unknown'. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) {
    return 'unknown';
  }
  const parsed = ipaddr.process(address);
  const [kept, length] = parsed instanceof ipaddr.IPv4 ? [3, 4] : [6, 16];
  const bytes = parsed.toByteArray().slice(0, kept);
  return `${ipaddr.fromByteArray([...bytes, ...Array<number>(length - kept).fill(0)]).toString()}/${kept * 8}`;
}
