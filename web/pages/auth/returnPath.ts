const fallbackPath = '/dashboard';
const ownOrigin = 'http://own.invalid';

/**
 * Where to go after signing in: a path of this site, or the dashboard. What counts is the path that a
 * browser makes of it, since dots in it may leave two slashes at its start, which name another site.
 */
export function safeReturnPath(returnTo: string | null): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, ownOrigin)) return fallbackPath;
  const { origin, pathname, search, hash } = new URL(returnTo, ownOrigin);
  const isOwn = origin === ownOrigin && !pathname.startsWith('//');
  return isOwn && !/^\/auth\/*$/i.test(pathname) ? pathname + search + hash : fallbackPath;
}
