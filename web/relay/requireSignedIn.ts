import type { PreloadedQuery } from 'react-relay/hooks';
import { redirect } from 'react-router-dom';
import type { Environment, OperationType } from 'relay-runtime';
import { isSignedIn } from './viewer.ts';

/** Redirects signed-out visitors to sign in and back, with the query string. */
export async function requireSignedIn<TQuery extends OperationType>(
  environment: Environment,
  reference: PreloadedQuery<TQuery>,
  request: Request,
): Promise<void> {
  if (await isSignedIn(environment, reference)) return;
  reference.dispose();
  const { pathname, search } = new URL(request.url);
  const isDefault = pathname === '/dashboard' && search === '';
  const returnTo = new URLSearchParams({ returnTo: pathname + search });
  throw redirect(isDefault ? '/auth' : `/auth?${returnTo}`);
}
