import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { dashboardPageLoaderQuery } from '../__generated__/dashboardPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../relay/requireSignedIn.ts';
import { settingsPath } from './settingsSections.ts';

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

/** Pages that used to be dialogs, by the dialog names in older links. */
const movedDialogs = new Map<string | null, string>([
  ['profile', settingsPath],
  ['settings', settingsPath],
]);

export async function loadDashboardPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<DashboardPageData> {
  const moved = movedDialogs.get(new URL(request.url).searchParams.get('dialog'));
  if (moved) throw redirect(moved);
  const reference = loadQuery<dashboardPageLoaderQuery>(
    environment,
    dashboardPageQuery,
    {},
    // Other people and the clock change what waits.
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
