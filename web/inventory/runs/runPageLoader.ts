import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { runPageLoaderQuery } from '#web/__generated__/runPageLoaderQuery.graphql.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress } from '#web/admin/table/tableAddress.ts';

export const runPageQuery = graphql`
  query runPageLoaderQuery(
    $id: ID!
    $search: String
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
      purpose
      status
      timestamp
      startedAt
      finishedAt
      read
      total
      imported
      created
      updated
      unchanged
      withdrawn
      failed
      isComplete
      message
      filters {
        destination
        priceMin {
          formatted
        }
        priceMax {
          formatted
        }
        limit
      }
      actorName
      problems(search: $search, first: $first, after: $after, last: $last, before: $before) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            number
            listingId
            error
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
      ...RunProgress_run
    }
  }
`;

export type Run = NonNullable<runPageLoaderQuery['response']['inventoryRun']>;

export interface RunPageData {
  reference: PreloadedQuery<runPageLoaderQuery>;
}

const pageSize = 50;

/** Always refetched: the run may be in progress. */
export async function loadRunPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<RunPageData> {
  const { searchParams } = new URL(request.url);
  const { search } = parseTableAddress(searchParams);
  const reference = loadQuery<runPageLoaderQuery>(
    environment,
    runPageQuery,
    {
      id: params['id'] ?? '',
      search: search === '' ? null : search,
      ...pageVariables(searchParams, pageSize),
    },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference, { otherwise: '/auth' });
  return { reference };
}
