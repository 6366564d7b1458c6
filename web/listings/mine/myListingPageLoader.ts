import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { myListingPageLoaderQuery } from '#web/__generated__/myListingPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const myListingPageQuery = graphql`
  query myListingPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      listing(databaseId: $id) {
        title
        ...MyListing_listing
      }
    }
  }
`;

export interface MyListingPageData {
  reference: PreloadedQuery<myListingPageLoaderQuery>;
}

/** Shows stored data and refetches it, since the team and guests change it. */
export async function loadMyListingPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<MyListingPageData> {
  const reference = loadQuery<myListingPageLoaderQuery>(
    environment,
    myListingPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
