import type { FastifyRequest } from 'fastify';

/** The public URL; if it is local, the origin of the request, since a local machine has several names. */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
  return isLocal ? `${request.protocol}://${request.host}` : publicUrl;
}

/**
 * Browsers send Sec-Fetch-Site or Origin, which scripts can't forge; other clients send neither.
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
