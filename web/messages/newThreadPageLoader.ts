import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { newThreadPageLoaderQuery } from '../__generated__/newThreadPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../relay/requireSignedIn.ts';

export const newThreadPageQuery = graphql`
  query newThreadPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      id
    }
  }
`;

export interface NewThreadPageData {
  reference: PreloadedQuery<newThreadPageLoaderQuery>;
}

export async function loadNewThreadPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<NewThreadPageData> {
  const reference = loadQuery<newThreadPageLoaderQuery>(environment, newThreadPageQuery, {});
  await requireSignedIn(environment, reference, request);
  return { reference };
}
