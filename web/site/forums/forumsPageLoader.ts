import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { forumsPageLoaderQuery } from '#web/__generated__/forumsPageLoaderQuery.graphql.ts';

export const forumsPageQuery = graphql`
  query forumsPageLoaderQuery {
    ...AppShell_query
    site {
      title
      contactEmail
    }
  }
`;

export function loadForumsPage(environment: Environment): PreloadedQuery<forumsPageLoaderQuery> {
  return loadQuery<forumsPageLoaderQuery>(environment, forumsPageQuery, {});
}
