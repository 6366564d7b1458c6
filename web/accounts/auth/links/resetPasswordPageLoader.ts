import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { resetPasswordPageLoaderQuery } from '#web/__generated__/resetPasswordPageLoaderQuery.graphql.ts';

export const resetPasswordPageQuery = graphql`
  query resetPasswordPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
  }
`;

export interface ResetPasswordPageData {
  reference: PreloadedQuery<resetPasswordPageLoaderQuery>;
}

export function loadResetPasswordPage(environment: Environment): ResetPasswordPageData {
  return {
    reference: loadQuery<resetPasswordPageLoaderQuery>(environment, resetPasswordPageQuery, {}),
  };
}
