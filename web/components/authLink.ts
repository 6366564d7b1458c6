import type { Location } from 'react-router-dom';

/** Pages that people want to be back on once they are signed in. */
const worthReturning = /^\/(search|resorts?\/)/;

/** Where to sign in or register from here; afterwards the person is back where they were. */
export function authLink(
  mode: 'signin' | 'register',
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string {
  const params = new URLSearchParams({ mode });
  if (worthReturning.test(pathname)) params.set('returnTo', pathname + search);
  return `/auth?${params}`;
}
