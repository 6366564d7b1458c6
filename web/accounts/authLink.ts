import type { Location } from 'react-router-dom';

/** Pages to return to after signing in. */
const worthReturning = /^\/(search|resorts?\/)/;

/** The path to sign in or register. Leads back here if this page is worth returning to. */
export function authLink(
  mode: 'signin' | 'register',
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string {
  const params = new URLSearchParams({ mode });
  if (worthReturning.test(pathname)) params.set('returnTo', pathname + search);
  return `/auth?${params}`;
}

/** An action that requires signing in; the sign-in page explains the reason. */
export type SignInReason = 'favorite' | 'search' | 'review' | 'report';

/** The path to sign in for an action; leads to `returnTo` afterwards. */
export function signInFor(reason: SignInReason, returnTo: string): string {
  return `/auth?${new URLSearchParams({ returnTo, for: reason })}`;
}
