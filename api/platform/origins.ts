import type { FastifyRequest } from 'fastify';

/**
 * The origin for URLs in responses. If the public URL is a loopback address, it is the origin of
 * the request, since callers may use another name of this machine.
 */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
  return isLocal ? `${request.protocol}://${request.host}` : publicUrl;
}

/**
 * Whether a request was sent by another site in a browser. Browsers say so in Sec-Fetch-Site or
 * Origin, which scripts can't forge; plain HTTP clients send neither.
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
