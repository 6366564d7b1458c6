import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { threadPageLoaderQuery } from '../__generated__/threadPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../relay/requireSignedIn.ts';

export const threadPageQuery = graphql`
  query threadPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      id
    }
    messageThread(id: $id) {
      weekTitle
      ...Thread_thread
    }
  }
`;

export interface ThreadPageData {
  reference: PreloadedQuery<threadPageLoaderQuery>;
}

/** Refetches it, since others write. */
export async function loadThreadPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<ThreadPageData> {
  const reference = loadQuery<threadPageLoaderQuery>(
    environment,
    threadPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
