import type { PreloadedQuery } from 'react-relay/hooks';
import { ROOT_ID, type Environment, type OperationType } from 'relay-runtime';

/**
 * Whether someone is signed in, for loaders that redirect. Every page's query loads `viewer`, so
 * this waits for `reference` only if nothing is loaded yet, as on the server.
 */
export async function isSignedIn<TQuery extends OperationType>(
  environment: Environment,
  reference: PreloadedQuery<TQuery>,
): Promise<boolean> {
  if (storedViewer(environment) === undefined) await reference.source?.toPromise();
  return typeof storedViewer(environment) === 'string';
}

/**
 * Whether an administrator is signed in. Like {@link isSignedIn}; the header of every page loads
 * the role.
 */
export async function isAdmin<TQuery extends OperationType>(
  environment: Environment,
  reference: PreloadedQuery<TQuery>,
): Promise<boolean> {
  if (!(await isSignedIn(environment, reference))) return false;
  const viewer = storedViewer(environment);
  const user = viewer ? environment.getStore().getSource().get(viewer) : undefined;
  return user?.['role'] === 'ADMIN';
}

function storedViewer(environment: Environment): string | null | undefined {
  const root = environment.getStore().getSource().get(ROOT_ID);
  const link: unknown = root?.['viewer'];
  if (link === null || link === undefined) return link;
  return typeof link === 'object' && '__ref' in link ? String(link.__ref) : undefined;
}
