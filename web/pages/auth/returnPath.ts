const fallbackPath = '/dashboard';
const ownOrigin = 'http://own.invalid';

/** Where to go after signing in: a path of this site, or the dashboard. */
export function safeReturnPath(returnTo: string | null): string {
  if (returnTo === null || !returnTo.startsWith('/')) return fallbackPath;
  const url = URL.parse(returnTo, ownOrigin);
  if (url === null || url.origin !== ownOrigin || url.pathname === '/auth') return fallbackPath;
  return url.pathname + url.search + url.hash;
}
