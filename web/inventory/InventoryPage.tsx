import { graphql } from 'react-relay/hooks';
import type { InventoryPageQuery } from '../__generated__/InventoryPageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { pageVariables } from '../admin/table/Pager.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { plural } from '#common/numbers.ts';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { useRefresh } from '../admin/useRefresh.ts';
import { HistoryTab } from './HistoryTab.tsx';
import styles from './InventoryPage.module.css';
import { useFollowedRuns } from './runs/useFollowedRuns.ts';
import { isUnderWay } from './runs/runWords.ts';
import { SyncTab } from './SyncTab.tsx';

const title = 'Inventory Management';

const inventoryPageQuery = graphql`
  query InventoryPageQuery(
    $isHistory: Boolean!
    $providerId: ID
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
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
    inventoryRuns(
      providerId: $providerId
      first: $first
      after: $after
      last: $last
      before: $before
    ) @include(if: $isHistory) {
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
        ...Pager_pageInfo @relay(mask: false)
      }
    }
  }
`;

const isHistory = (search: URLSearchParams): boolean => search.get('tab') === 'history';

export const page = definePage<InventoryPageQuery>({
  path: '/admin/inventory',
  access: 'admin',
  otherwise: '/auth',
  query: inventoryPageQuery,
  variables: ({ search }) =>
    isHistory(search)
      ? { isHistory: true, providerId: search.get('provider'), ...pageVariables(search, 20) }
      : { isHistory: false },
  meta: { title },
  skeleton: <AdminSkeleton title={title} />,
  component: Inventory,
});

const tabs = [
  { name: 'sync', label: 'Sync Inventory', to: '/admin/inventory' },
  { name: 'history', label: 'Sync History', to: '/admin/inventory?tab=history' },
] as const;

function Inventory({ data, reference, search }: PageProps<InventoryPageQuery>) {
  const { inventoryProviders, inventoryRuns } = data;
  const refresh = useRefresh(inventoryPageQuery, reference);
  const providers = inventoryProviders ?? [];
  useFollowedRuns(
    providers.flatMap(({ currentSync: sync }) =>
      sync && isUnderWay(sync.status) ? [sync.databaseId] : [],
    ),
    refresh,
  );
  const tab = isHistory(search) ? 'history' : 'sync';
  const openResorts = providers.reduce((sum, provider) => sum + provider.openResorts, 0);
  return (
    <AdminFrame
      title={title}
      subtitle="Sync external inventory from various providers"
      actions={
        openResorts > 0 && (
          <ButtonLink to="/admin/inventory/resorts" variant="quiet">
            {plural(openResorts, 'Resort')} to Match
          </ButtonLink>
        )
      }
    >
      <LinkTabs
        label="Inventory"
        tabs={tabs}
        current={tab}
        className={styles.tabs}
        panelClassName={styles.panel}
      >
        {tab === 'history' ? (
          <HistoryTab runs={inventoryRuns} providers={providers} />
        ) : (
          <SyncTab providers={providers} refresh={refresh} />
        )}
      </LinkTabs>
    </AdminFrame>
  );
}
