import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { verificationReviewPageLoaderQuery } from '#web/__generated__/verificationReviewPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';

export const verificationReviewPageQuery = graphql`
  query verificationReviewPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      databaseId
    }
    verificationListing(databaseId: $id) {
      title
      ...VerificationReview_listing
    }
  }
`;

export interface VerificationReviewPageData {
  reference: PreloadedQuery<verificationReviewPageLoaderQuery>;
}

/** Always refetched: decisions are made on what the screen shows. */
export async function loadVerificationReviewPage(
  environment: Environment,
  { params }: LoaderFunctionArgs,
): Promise<VerificationReviewPageData> {
  const reference = loadQuery<verificationReviewPageLoaderQuery>(
    environment,
    verificationReviewPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'network-only' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
