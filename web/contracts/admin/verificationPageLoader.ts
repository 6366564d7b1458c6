import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { verificationPageLoaderQuery } from '#web/__generated__/verificationPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { queueStatusIn } from '#web/admin/queueStatus.ts';

export const verificationPageQuery = graphql`
  query verificationPageLoaderQuery(
    $status: ContractVerificationStatus!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    verificationQueue(status: $status, first: $first, after: $after, last: $last, before: $before) {
      ...VerificationQueue_queue
    }
  }
`;

export interface VerificationPageData {
  reference: PreloadedQuery<verificationPageLoaderQuery>;
}

const pageSize = 25;

/** Always refetched, since others work on the same queue. */
export async function loadVerificationPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<VerificationPageData> {
  const { searchParams } = new URL(request.url);
  const reference = loadQuery<verificationPageLoaderQuery>(
    environment,
    verificationPageQuery,
    { status: queueStatusIn(searchParams), ...pageVariables(searchParams, pageSize) },
    { fetchPolicy: 'network-only' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
