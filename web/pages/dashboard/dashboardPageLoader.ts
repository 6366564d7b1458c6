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

/** Signed out, it leads to sign in and back; what an address asks for besides is not lost. */
export async function loadDashboardPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<DashboardPageData> {
  const reference = loadQuery<dashboardPageLoaderQuery>(environment, dashboardPageQuery, {});
  if (!(await isSignedIn(environment, reference))) {
    const { pathname, search } = new URL(request.url);
    const returnTo = new URLSearchParams({ returnTo: pathname + search });
    throw redirect(search === '' ? '/auth' : `/auth?${returnTo}`);
  }
  return { reference };
}
