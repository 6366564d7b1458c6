import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { unsubscribePageLoaderQuery } from '../__generated__/unsubscribePageLoaderQuery.graphql.ts';

export const unsubscribePageQuery = graphql`
  query unsubscribePageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
  }
`;

export function loadUnsubscribePage(
  environment: Environment,
): PreloadedQuery<unsubscribePageLoaderQuery> {
  return loadQuery<unsubscribePageLoaderQuery>(environment, unsubscribePageQuery, {});
}
