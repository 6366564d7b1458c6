import type { PreloadedQuery } from 'react-relay/hooks';
import { redirect } from 'react-router-dom';
import type { Environment, OperationType } from 'relay-runtime';
import { isAdmin } from '#web/relay/viewer.ts';

/**
 * Redirects everybody but administrators from an admin page. The server refuses them its data
 * anyway.
 */
export async function requireAdmin<TQuery extends OperationType>(
  environment: Environment,
  reference: PreloadedQuery<TQuery>,
  { otherwise = '/' }: { otherwise?: '/' | '/auth' } = {},
): Promise<void> {
  if (!(await isAdmin(environment, reference))) {
    reference.dispose();
    throw redirect(otherwise);
  }
}
