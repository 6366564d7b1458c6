import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  InventoryRowChange,
  previewRowsPageLoaderQuery,
} from '#web/__generated__/previewRowsPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress } from '#web/admin/table/tableAddress.ts';

export const previewRowsPageQuery = graphql`
  query previewRowsPageLoaderQuery(
    $id: ID!
    $change: InventoryRowChange
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    inventoryRun(databaseId: $id) {
      databaseId
      providerName
      previewRows(change: $change, first: $first, after: $after, last: $last, before: $before) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            number
            listingId
            title
            resortName
            change
            differences {
              field
              before
              after
            }
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
  }
`;

export type PreviewedRun = NonNullable<previewRowsPageLoaderQuery['response']['inventoryRun']>;

export interface PreviewRowsPageData {
  reference: PreloadedQuery<previewRowsPageLoaderQuery>;
}

const pageSize = 25;

export async function loadPreviewRowsPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<PreviewRowsPageData> {
  const { searchParams } = new URL(request.url);
  const reference = loadQuery<previewRowsPageLoaderQuery>(environment, previewRowsPageQuery, {
    id: params['id'] ?? '',
    change: changes.get(parseTableAddress(searchParams).filter) ?? null,
    ...pageVariables(searchParams, pageSize),
  });
  await requireAdmin(environment, reference, { otherwise: '/auth' });
  return { reference };
}

const changes = new Map<string, InventoryRowChange>([
  ['new', 'NEW'],
  ['changed', 'CHANGED'],
  ['unchanged', 'UNCHANGED'],
]);
