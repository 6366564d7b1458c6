import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  OrganizationStatus,
  organizationsPageLoaderAdminQuery,
} from '#web/__generated__/organizationsPageLoaderAdminQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress } from '#web/admin/table/tableAddress.ts';

export const organizationsPageQuery = graphql`
  query organizationsPageLoaderAdminQuery(
    $status: OrganizationStatus
    $isWaiting: Boolean
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    organizations(
      status: $status
      isWaiting: $isWaiting
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          databaseId
          name
          wantedName
          website
          purpose
          status
          decisionNote
          version
          createdAt
          members {
            name
            isOpener
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
`;

type Organizations = NonNullable<organizationsPageLoaderAdminQuery['response']['organizations']>;

/** An organization in the table. */
export type OrganizationRow = Organizations['edges'][number]['node'];

export interface OrganizationsPageData {
  reference: PreloadedQuery<organizationsPageLoaderAdminQuery>;
}

const statuses: Readonly<Record<string, OrganizationStatus>> = {
  approved: 'APPROVED',
  refused: 'REFUSED',
  suspended: 'SUSPENDED',
};

const pageSize = 25;

export async function loadOrganizationsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<OrganizationsPageData> {
  const { searchParams } = new URL(request.url);
  const { filter } = parseTableAddress(searchParams);
  const reference = loadQuery<organizationsPageLoaderAdminQuery>(
    environment,
    organizationsPageQuery,
    {
      status: statuses[filter] ?? null,
      isWaiting: filter === 'pending',
      ...pageVariables(searchParams, pageSize),
    },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
