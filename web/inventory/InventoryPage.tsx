import Tab from '@mui/material/Tab';
import { Tabs } from '../ui/material/Tabs.ts';
import { useEffect, useEffectEvent } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { InventoryPageQuery } from '../__generated__/InventoryPageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { pageVariables } from '../admin/table/Pager.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { plural } from '#common/numbers.ts';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '../admin/frame/AdminSkeleton.tsx';
import { useRefresh } from '../admin/useRefresh.ts';
import { HistoryTab } from './HistoryTab.tsx';
import styles from './InventoryPage.module.css';
import { followRun, onRunEnd } from './runs/liveRun.ts';
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
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
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
  { name: 'sync', label: 'Sync Inventory', path: '/admin/inventory' },
  { name: 'history', label: 'Sync History', path: '/admin/inventory?tab=history' },
] as const;

function Inventory({ data, reference, search }: PageProps<InventoryPageQuery>) {
  const { inventoryProviders, inventoryRuns } = data;
  const refresh = useRefresh(inventoryPageQuery, reference);
  const providers = inventoryProviders ?? [];
  useFollowedSyncs(
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
          <ButtonLink to="/admin/inventory/resorts" variant="outlined" color="inherit">
            {plural(openResorts, 'Resort')} to Match
          </ButtonLink>
        )
      }
    >
      <Tabs className={styles.tabs} value={tab} variant="fullWidth" aria-label="Inventory">
        {tabs.map(({ name, label, path }) => (
          <Tab
            key={name}
            id={`tab-${name}`}
            value={name}
            label={label}
            aria-controls="inventory-panel"
            component={Link}
            to={path}
            replace
            preventScrollReset
          />
        ))}
      </Tabs>
      <div
        id="inventory-panel"
        className="stack gap-5 shrink"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
      >
        {tab === 'history' ? (
          <HistoryTab runs={inventoryRuns} providers={providers} />
        ) : (
          <SyncTab providers={providers} refresh={refresh} />
        )}
      </div>
    </AdminFrame>
  );
}

/** Follows running syncs, whoever started them, and reloads the page when one ends. */
function useFollowedSyncs(ids: readonly string[], refresh: () => Promise<void>): void {
  const environment = useRelayEnvironment();
  const onEnd = useEffectEvent(() => void refresh());
  const list = ids.join();
  useEffect(() => {
    for (const id of list.split(',')) if (id !== '') followRun(environment, id);
  }, [environment, list]);
  useEffect(() => onRunEnd(() => onEnd()), []);
}
