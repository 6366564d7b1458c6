import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { inventoryPageLoaderHistoryQuery } from '../__generated__/inventoryPageLoaderHistoryQuery.graphql.ts';
import type { inventoryPageLoaderQuery } from '../__generated__/inventoryPageLoaderQuery.graphql.ts';
import { requireAdmin } from '../admin/frame/adminAccess.ts';
import { pageVariables } from '../admin/table/Pager.tsx';

export const inventoryPageQuery = graphql`
  query inventoryPageLoaderQuery {
    ...AppShell_query
    site {
      title
    }
    inventoryProviders {
      id
      databaseId
      name
      kind
      address
      rowsPath
      fieldPaths {
        field
        path
      }
      hasKey
      schedule
      isEnabled
      version
      listingCount
      calendars {
        listingId
        listingTitle
        address
      }
      lastSync {
        databaseId
        status
        finishedAt
        timestamp
        read
        imported
        failed
        isComplete
        message
      }
      lastSuccessAt
      currentSync {
        id
        databaseId
        status
        ...RunProgress_run
      }
      openResorts
    }
  }
`;

/** Past syncs, for the second tab only. */
export const inventoryHistoryQuery = graphql`
  query inventoryPageLoaderHistoryQuery(
    $providerId: ID
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    inventoryRuns(
      providerId: $providerId
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          id
          databaseId
          providerName
          status
          timestamp
          startedAt
          finishedAt
          total
          imported
          created
          updated
          withdrawn
          failed
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

/** A provider on its card. */
export type Provider = NonNullable<
  inventoryPageLoaderQuery['response']['inventoryProviders']
>[number];

type Runs = NonNullable<inventoryPageLoaderHistoryQuery['response']['inventoryRuns']>;

/** A sync in the history. */
export type PastRun = Runs['edges'][number]['node'];

export interface InventoryPageData {
  reference: PreloadedQuery<inventoryPageLoaderQuery>;
  /** Undefined unless the history is shown. */
  history: PreloadedQuery<inventoryPageLoaderHistoryQuery> | undefined;
}

const pageSize = 20;

/** Always refetched: syncs start and end in the background. */
export async function loadInventoryPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<InventoryPageData> {
  const { searchParams } = new URL(request.url);
  const reference = loadQuery<inventoryPageLoaderQuery>(
    environment,
    inventoryPageQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference, { otherwise: '/auth' });
  return {
    reference,
    history:
      searchParams.get('tab') === 'history'
        ? loadQuery<inventoryPageLoaderHistoryQuery>(
            environment,
            inventoryHistoryQuery,
            { providerId: searchParams.get('provider'), ...pageVariables(searchParams, pageSize) },
            { fetchPolicy: 'store-and-network' },
          )
        : undefined,
  };
}
