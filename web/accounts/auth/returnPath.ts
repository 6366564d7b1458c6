const fallbackPath = '/dashboard';
const ownOrigin = 'http://own.invalid';

/**
 * The path after signing in: on this site, or the dashboard. Checks the path as browsers resolve
 * it, since dot segments can leave two leading slashes, which would name another site.
 */
export function safeReturnPath(returnTo: string | null): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, ownOrigin)) return fallbackPath;
  const { origin, pathname, search, hash } = new URL(returnTo, ownOrigin);
  const isOwn = origin === ownOrigin && !pathname.startsWith('//');
  return isOwn && !/^\/auth\/*$/i.test(pathname) ? pathname + search + hash : fallbackPath;
}
