import ipaddr from 'ipaddr.js';

/**
 * The key by which callers are counted: one for all spellings of an address. An IPv4 address counts
 * by itself, also where it is written as IPv6 (mapped, or translated by RFC 6052). An IPv6 address
 * counts by its /64, since one customer is given at least that much (RFC 6177).
 * @param address an IP address in any form, with or without a zone
 * @returns '203.0.113.7', '2001:db8:0:1::/64', or 'unknown' where it is no address
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
