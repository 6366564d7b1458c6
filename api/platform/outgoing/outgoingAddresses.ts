import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Target {
  /** In the form of `URL.hostname`. */
  host: string;
  port: number;
  address: string;
}

export type MayReach = (target: Target) => boolean;

type Address = ReturnType<typeof ipaddr.parse>;

/** The only range assigned to hosts of the internet (IANA IPv6 Address Space registry). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Excludes loopback, private, link-local, documentation, and IPv4 in IPv6 (NAT64, Teredo). */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.parse(address);
  return (
    parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(...globalUnicast))
  );
}

/** Metadata services of clouds, outside the link-local ranges. */
const metadataAddresses = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** Ranges without mail servers, and IPv6 forms of IPv4 addresses. */
const rangesWithoutMail = new Set<string>([
  'linkLocal',
  'multicast',
  'broadcast',
  'rfc6052',
  'rfc6145',
  '6to4',
  'teredo',
]);

/** Private addresses are allowed, since relays use them; metadata services of clouds are not. */
export function mayTakeMail(address: string): boolean {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.process(address);
  return !rangesWithoutMail.has(parsed.range()) && !metadataAddresses.has(parsed.toString());
}

interface Permission {
  host: string | undefined;
  port: number | undefined;
  range: [Address, number] | undefined;
}

/** 'feeds.internal', '10.0.0.7:8080', '[fd00::1]:80' or '10.0.0.0/8'; otherwise undefined. */
function readPermission(entry: string): Permission | undefined {
  if (entry.includes('/')) {
    return ipaddr.isValidCIDR(entry)
      ? { host: undefined, port: undefined, range: ipaddr.parseCIDR(entry) }
      : undefined;
  }
  if (isIP(entry) !== 0) {
    const address = ipaddr.parse(entry);
    const bits = address.kind() === 'ipv4' ? 32 : 128;
    return { host: undefined, port: undefined, range: [address, bits] };
  }
  const match = /^(?<host>[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?$/i.exec(entry);
  const { host, port } = match?.groups ?? {};
  return host === undefined || Number(port ?? 0) > 65_535
    ? undefined
    : { host: plainHost(host), port: port ? Number(port) : undefined, range: undefined };
}

export const isPermission = (entry: string): boolean => readPermission(entry) !== undefined;

/** Permits public addresses, and those in the entries. @throws {RangeError} for a bad entry */
export function mayReach(entries: string[]): MayReach {
  const isPermitted = permittedBy(entries);
  return (target) => isPublicAddress(target.address) || isPermitted(target);
}

/** Permits only addresses in the entries. @throws {RangeError} for a bad entry */
export function permittedBy(entries: string[]): MayReach {
  const permissions = entries.map((entry) => {
    const permission = readPermission(entry);
    if (!permission) {
      throw new RangeError(`${entry} is no host and no range of addresses`);
    }
    return permission;
  });
  return ({ host, port, address }) =>
    ipaddr.isValid(address) &&
    permissions.some((permission) =>
      permission.range
        ? isWithin(ipaddr.process(address), permission.range)
        : permission.host === plainHost(host) && (permission.port ?? port) === port,
    );
}

const isWithin = (address: Address, [network, bits]: [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** The host in lower case, without brackets and final dot. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
