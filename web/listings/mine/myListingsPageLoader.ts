import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { myListingsPageLoaderQuery } from '#web/__generated__/myListingsPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const myListingsPageQuery = graphql`
  query myListingsPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...MyListings_viewer
    }
  }
`;

export interface MyListingsPageData {
  reference: PreloadedQuery<myListingsPageLoaderQuery>;
}

/** Shows stored data and refetches it, since the team and guests change it. */
export async function loadMyListingsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<MyListingsPageData> {
  const reference = loadQuery<myListingsPageLoaderQuery>(
    environment,
    myListingsPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
