import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  inquiriesPageLoaderQuery,
  InquiryStatus,
} from '#web/__generated__/inquiriesPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress } from '#web/admin/table/tableAddress.ts';

export const inquiriesPageQuery = graphql`
  query inquiriesPageLoaderQuery(
    $search: String
    $status: InquiryStatus
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    inquiries(
      search: $search
      status: $status
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          databaseId
          propertyName
          resortName
          location
          senderName
          email
          askingPrice
          status
          createdAt
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

type Inquiries = NonNullable<inquiriesPageLoaderQuery['response']['inquiries']>;

/** An inquiry in the table. */
export type InquiryRow = Inquiries['edges'][number]['node'];

export interface InquiriesPageData {
  reference: PreloadedQuery<inquiriesPageLoaderQuery>;
}

const statuses: Readonly<Record<string, InquiryStatus>> = {
  new: 'NEW',
  contacted: 'CONTACTED',
  converted: 'CONVERTED',
  closed: 'CLOSED',
};

const pageSize = 25;

export async function loadInquiriesPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<InquiriesPageData> {
  const { searchParams } = new URL(request.url);
  const { search, filter } = parseTableAddress(searchParams);
  const reference = loadQuery<inquiriesPageLoaderQuery>(
    environment,
    inquiriesPageQuery,
    {
      search: search || null,
      status: statuses[filter] ?? null,
      ...pageVariables(searchParams, pageSize),
    },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
