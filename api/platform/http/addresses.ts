import ipaddr from 'ipaddr.js';

/**
 * The key under which requests of an address are counted, the same for all its spellings. An IPv4
 * address is its own key, also when written as IPv6 (mapped, or translated by RFC 6052). An IPv6
 * address counts as its /64, since one customer is given at least that much (RFC 6177).
 * @param address An IP address in any form, with or without a zone.
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

/**
 * The network of an address: tells roughly where a person was, but not which connection.
 * @param address An IP address in any form.
 * @returns '203.0.113.0/24', '2001:db8:1::/48', or 'unknown' if it is not an address
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) {
    return 'unknown';
  }
  const parsed = ipaddr.process(address);
  const [kept, length] = parsed instanceof ipaddr.IPv4 ? [3, 4] : [6, 16];
  const bytes = parsed.toByteArray().slice(0, kept);
  return `${ipaddr.fromByteArray([...bytes, ...Array<number>(length - kept).fill(0)]).toString()}/${kept * 8}`;
}
