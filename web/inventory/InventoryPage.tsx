import Tab from '@mui/material/Tab';
import { Tabs } from '../ui/material/Tabs.ts';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import { Link, useLoaderData } from 'react-router-dom';
import type { inventoryPageLoaderQuery } from '../__generated__/inventoryPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { plural } from '#common/numbers.ts';
import { PageMeta } from '../page/PageMeta.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '../admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '../admin/frame/AdminSkeleton.tsx';
import { useRefresh } from '../admin/useRefresh.ts';
import { HistoryTab } from './HistoryTab.tsx';
import styles from './InventoryPage.module.css';
import { inventoryPageQuery, type InventoryPageData } from './inventoryPageLoader.ts';
import { followRun, onRunEnd } from './runs/liveRun.ts';
import { isUnderWay } from './runs/runWords.ts';
import { SyncTab } from './SyncTab.tsx';

export { loadInventoryPage as loadPage } from './inventoryPageLoader.ts';

const title = 'Inventory Management';

export function Page() {
  const data = useLoaderData<InventoryPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title={title} />}>
      <Inventory {...data} />
    </Suspense>
  );
}

const tabs = [
  { name: 'sync', label: 'Sync Inventory', path: '/admin/inventory' },
  { name: 'history', label: 'Sync History', path: '/admin/inventory?tab=history' },
] as const;

function Inventory({ reference, history }: InventoryPageData) {
  const { site, inventoryProviders } = useOwnedPreloadedQuery<inventoryPageLoaderQuery>(
    inventoryPageQuery,
    reference,
  );
  const refresh = useRefresh(inventoryPageQuery, reference);
  const providers = inventoryProviders ?? [];
  useFollowedSyncs(
    providers.flatMap(({ currentSync: sync }) =>
      sync && isUnderWay(sync.status) ? [sync.databaseId] : [],
    ),
    refresh,
  );
  const tab = history ? 'history' : 'sync';
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
      <PageMeta title={`${title} | ${site.title}`} canonicalPath="/admin/inventory" />
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
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
      >
        {history ? (
          <Suspense fallback={<Skeleton height="480px" radius="24px" />}>
            <HistoryTab history={history} providers={providers} />
          </Suspense>
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
