import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { sellPageLoaderQuery } from '#web/__generated__/sellPageLoaderQuery.graphql.ts';

export const sellPageQuery = graphql`
  query sellPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...TurnIntoListing_viewer
    }
  }
`;

export function loadSellPage(environment: Environment): PreloadedQuery<sellPageLoaderQuery> {
  return loadQuery<sellPageLoaderQuery>(environment, sellPageQuery, {});
}
