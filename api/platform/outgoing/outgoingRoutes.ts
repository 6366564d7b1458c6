import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { lookup as lookUpName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { plainHost, type MayReach } from './outgoingAddresses.ts';

export type Resolve = (host: string) => Promise<string[]>;

export class RefusedAddress extends Error {}

/** The request goes only to these addresses, even if the name resolves to others later. */
export const createRoutes =
  (mayReach: MayReach, resolve: Resolve = usualResolve): ((address: URL) => Promise<string[]>) =>
  async (address) => {
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

const usualResolve: Resolve = async (host) =>
  (await lookUpName(host, { all: true })).map(({ address }) => address);

interface Message {
  headers: Record<string, string>;
  /** JSON, sent by POST; without it the request is a GET. */
  body?: string | undefined;
  signal: AbortSignal;
  trusted: string | undefined;
}

/** Sends a request to the checked addresses of a host. */
export function sendTo(
  address: URL,
  route: string[],
  { headers, body, signal, trusted }: Message,
): ClientRequest {
  const send = address.protocol === 'https:' ? https.request : http.request;
  const sent = send(address, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    lookup: fixedLookup(route),
    signal,
    ...(trusted !== undefined && { ca: trusted }),
    headers: {
      'user-agent': 'Tideweek',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...headers,
    },
  });
  return sent.end(body);
}

/** Why no request goes to an address of this form; undefined for others. */
export function objectionToForm(
  { protocol, username, password }: URL,
  otherProtocol: string,
  instead: string,
): string | undefined {
  if (!['http:', 'https:'].includes(protocol)) {
    return otherProtocol;
  }
  return username === '' && password === ''
    ? undefined
    : `The address must hold no user name and password; ${instead} instead`;
}

/** A DNS lookup that always returns the checked addresses. */
function fixedLookup(addresses: string[]): LookupFunction {
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
