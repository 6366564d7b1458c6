import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { dashboardPageLoaderQuery } from '../../__generated__/dashboardPageLoaderQuery.graphql.ts';
import { isSignedIn } from '../../relay/viewer.ts';

export const dashboardPageQuery = graphql`
  query dashboardPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...DashboardPage_viewer
    }
  }
`;

export interface DashboardPageData {
  reference: PreloadedQuery<dashboardPageLoaderQuery>;
}

export async function loadDashboardPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<DashboardPageData> {
  const reference = loadQuery<dashboardPageLoaderQuery>(environment, dashboardPageQuery, {});
  if (!(await isSignedIn(environment, reference))) throw redirect(signInPath(new URL(request.url)));
  return { reference };
}

/** The dashboard follows on sign in anyway; a dialog of it has to be said. */
function signInPath({ pathname, search }: URL): string {
  return search === '' ? '/auth' : `/auth?${new URLSearchParams({ returnTo: pathname + search })}`;
}
