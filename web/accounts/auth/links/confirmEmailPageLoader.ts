import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { confirmEmailPageLoaderQuery } from '#web/__generated__/confirmEmailPageLoaderQuery.graphql.ts';

export const confirmEmailPageQuery = graphql`
  query confirmEmailPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      id
    }
  }
`;

export interface ConfirmEmailPageData {
  reference: PreloadedQuery<confirmEmailPageLoaderQuery>;
}

export function loadConfirmEmailPage(environment: Environment): ConfirmEmailPageData {
  return {
    reference: loadQuery<confirmEmailPageLoaderQuery>(environment, confirmEmailPageQuery, {}),
  };
}
