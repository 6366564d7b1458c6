import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { auditPageLoaderQuery } from '../__generated__/auditPageLoaderQuery.graphql.ts';
import { requireAdmin } from '../admin/frame/adminAccess.ts';
import { pageVariables } from '../admin/table/Pager.tsx';
import { filterIn } from './auditAddress.ts';

export const auditPageQuery = graphql`
  query auditPageLoaderQuery(
    $filter: AuditFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    auditActions
    auditEntries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          number
          ...AuditEntry_entry
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`;

export interface AuditPageData {
  reference: PreloadedQuery<auditPageLoaderQuery>;
}

const pageSize = 25;

export async function loadAuditPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<AuditPageData> {
  const { searchParams } = new URL(request.url);
  const reference = loadQuery<auditPageLoaderQuery>(
    environment,
    auditPageQuery,
    { filter: filterIn(searchParams), ...pageVariables(searchParams, pageSize) },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
