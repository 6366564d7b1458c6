import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { articlePageLoaderQuery } from '#web/__generated__/articlePageLoaderQuery.graphql.ts';

export const articlePageQuery = graphql`
  query articlePageLoaderQuery {
    ...AppShell_query
    site {
      title
      contactEmail
      contactPhone
      supportHours
    }
  }
`;

export function loadArticlePage(environment: Environment): PreloadedQuery<articlePageLoaderQuery> {
  return loadQuery<articlePageLoaderQuery>(environment, articlePageQuery, {});
}
