import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { authPageLoaderQuery } from '../../__generated__/authPageLoaderQuery.graphql.ts';
import { isSignedIn } from '../../relay/viewer.ts';
import { safeReturnPath } from './returnPath.ts';

export const authPageQuery = graphql`
  query authPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
  }
`;

export interface AuthPageData {
  reference: PreloadedQuery<authPageLoaderQuery>;
}

/** Redirects users who are signed in already. */
export async function loadAuthPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<AuthPageData> {
  const reference = loadQuery<authPageLoaderQuery>(environment, authPageQuery, {});
  if (await isSignedIn(environment, reference)) {
    throw redirect(safeReturnPath(new URL(request.url).searchParams.get('returnTo')));
  }
  return { reference };
}
