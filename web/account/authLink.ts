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

/** What someone was about to do when they were asked to sign in; the page to sign in says so. */
export type SignInReason = 'favorite' | 'search' | 'review' | 'report';

/** Where to sign in for something, and then go on at `returnTo`. */
export function signInFor(reason: SignInReason, returnTo: string): string {
  return `/auth?${new URLSearchParams({ returnTo, for: reason })}`;
}
