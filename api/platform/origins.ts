import type { FastifyRequest } from 'fastify';

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
