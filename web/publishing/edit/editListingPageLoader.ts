import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { editListingPageLoaderQuery } from '#web/__generated__/editListingPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const editListingPageQuery = graphql`
  query editListingPageLoaderQuery($id: ID!) {
    ...AppShell_query
    ...BookingTerms_query
    site {
      title
    }
    viewer {
      listing(databaseId: $id) {
        title
        ...EditListing_listing
      }
    }
  }
`;

export interface EditListingPageData {
  reference: PreloadedQuery<editListingPageLoaderQuery>;
}

/** Always refetched: the form must show current values. */
export async function loadEditListingPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<EditListingPageData> {
  const reference = loadQuery<editListingPageLoaderQuery>(
    environment,
    editListingPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'network-only' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
