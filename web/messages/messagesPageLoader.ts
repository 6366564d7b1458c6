import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { messagesPageLoaderQuery } from '../__generated__/messagesPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../relay/requireSignedIn.ts';

export const messagesPageQuery = graphql`
  query messagesPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      id
    }
    ...ThreadList_query
  }
`;

export interface MessagesPageData {
  reference: PreloadedQuery<messagesPageLoaderQuery>;
}

/** Shows stored data and refetches it, since others write. */
export async function loadMessagesPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<MessagesPageData> {
  const reference = loadQuery<messagesPageLoaderQuery>(
    environment,
    messagesPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
