import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { verifyEmailPageLoaderQuery } from '#web/__generated__/verifyEmailPageLoaderQuery.graphql.ts';

export const verifyEmailPageQuery = graphql`
  query verifyEmailPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      email
      emailVerified
    }
  }
`;

export interface VerifyEmailPageData {
  reference: PreloadedQuery<verifyEmailPageLoaderQuery>;
}

export function loadVerifyEmailPage(environment: Environment): VerifyEmailPageData {
  return {
    reference: loadQuery<verifyEmailPageLoaderQuery>(environment, verifyEmailPageQuery, {}),
  };
}
