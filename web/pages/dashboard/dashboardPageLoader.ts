import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { dashboardPageLoaderQuery } from '../../__generated__/dashboardPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../../relay/requireSignedIn.ts';

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
  await requireSignedIn(environment, reference, request);
  return { reference };
}
