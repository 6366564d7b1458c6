import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect } from 'react-router-dom';
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

export async function loadDashboardPage(environment: Environment): Promise<DashboardPageData> {
  const reference = loadQuery<dashboardPageLoaderQuery>(environment, dashboardPageQuery, {});
  if (!(await isSignedIn(environment, reference))) throw redirect('/auth');
  return { reference };
}
