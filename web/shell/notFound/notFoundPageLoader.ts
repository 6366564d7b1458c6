import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { notFoundPageLoaderQuery } from '#web/__generated__/notFoundPageLoaderQuery.graphql.ts';

export const notFoundPageQuery = graphql`
  query notFoundPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
  }
`;

export function loadNotFoundPage(
  environment: Environment,
): PreloadedQuery<notFoundPageLoaderQuery> {
  return loadQuery<notFoundPageLoaderQuery>(environment, notFoundPageQuery, {});
}
