import type { FastifyRequest } from 'fastify';

/**
 * The origin under which a caller reaches us, for addresses that we give it. Where the public address
 * is only the one of this machine, the caller may know us by another name of it.
 */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
  return isLocal ? `${request.protocol}://${request.host}` : publicUrl;
}

/**
 * Whether a request that changes something comes from another site in a browser. Browsers say so
 * in Sec-Fetch-Site or Origin, which scripts can't forge; plain HTTP clients send neither.
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') {
    return true;
  }
  const { origin } = request.headers;
  return (
    origin !== undefined &&
    origin !== publicOrigin &&
    origin !== `${request.protocol}://${request.host}`
  );
}
