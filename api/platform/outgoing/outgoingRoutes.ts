import { lookup as lookUpName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { plainHost, type MayReach } from './outgoingAddresses.ts';

/** Resolves a host name to all its IP addresses. */
export type Resolve = (host: string) => Promise<string[]>;

export class RefusedAddress extends Error {}

/** The request goes only to these addresses, even if the name resolves to others later. */
export function createRoutes(
  mayReach: MayReach,
  resolve: Resolve = usualResolve,
): (address: URL) => Promise<string[]> {
  return async (address) => {
    const literal = plainHost(address.hostname);
    const port = Number(address.port || (address.protocol === 'https:' ? 443 : 80));
    const addresses = isIP(literal) === 0 ? await resolve(address.hostname) : [literal];
    if (addresses.length === 0) {
      throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    }
    // All must be allowed: a private address among public addresses suggests an attack.
    if (!addresses.every((found) => mayReach({ host: address.hostname, port, address: found }))) {
      throw new RefusedAddress(`The address ${address.hostname} is private`);
    }
    return addresses;
  };
}

const usualResolve: Resolve = async (host) =>
  (await lookUpName(host, { all: true })).map(({ address }) => address);

/** A DNS lookup that always returns the checked addresses. */
export function fixedLookup(addresses: string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = entries;
    if (all === true) {
      callback(null, entries);
    } else {
      callback(null, first?.address ?? '', first?.family);
    }
  };
}
