import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { organizationsPageLoaderQuery } from '#web/__generated__/organizationsPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const organizationsPageQuery = graphql`
  query organizationsPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...Organizations_viewer
    }
  }
`;

export interface OrganizationsPageData {
  reference: PreloadedQuery<organizationsPageLoaderQuery>;
}

/** Shows stored data and refetches it, since the team and other members change it. */
export async function loadOrganizationsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<OrganizationsPageData> {
  const reference = loadQuery<organizationsPageLoaderQuery>(
    environment,
    organizationsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
