import { graphql } from 'react-relay/hooks';
import type { InventoryPageQuery } from '../__generated__/InventoryPageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { pageVariables, byTime, Pager } from '../admin/table/Pager.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { plural, formatCount } from '#common/numbers.ts';
import { AdminFrame, AdminSkeleton } from '../admin/frame/AdminFrame.tsx';
import { useRefresh } from '../admin/useRefresh.ts';
import styles from './InventoryPage.module.css';
import { useFollowedRuns } from './runs/useFollowedRuns.ts';
import {
  isUnderWay,
  errorWords,
  filtersInWords,
  importedWords,
  outcomeOf,
  runStatuses,
} from './runs/runWords.ts';
import { SyncTab } from './SyncTab.tsx';
import { useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import { formatMoment } from '#web/ui/words/dates.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import historyTabStyles from '#web/inventory/HistoryTab.module.css';
import type { Provider, Runs } from '#web/inventory/provider.ts';
import { OutcomeIcon } from '#web/inventory/runs/OutcomeIcon.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

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

interface HistoryTabProps {
  runs: Runs | null | undefined;
  providers: readonly Provider[];
}

function HistoryTab({ runs, providers }: HistoryTabProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isBusy = useNavigation().state === 'loading';
  const providerId = params.get('provider') ?? '';
  const rows = runs?.edges ?? [];
  return (
    <>
      {providers.length > 1 && (
        <div className={historyTabStyles.filter}>
          <Select
            label="Provider"
            choices={[
              { value: '', label: 'All' },
              ...providers.map(({ databaseId, name }) => ({ value: databaseId, label: name })),
            ]}
            value={providerId}
            onChange={(chosen) =>
              void navigate(
                `/admin/inventory?${new URLSearchParams({ tab: 'history', ...(chosen !== '' && { provider: chosen }) })}`,
                { preventScrollReset: true },
              )
            }
          />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title="No sync history available"
          text="Each sync is listed here with what it brought in and what it could not."
        />
      ) : (
        <ol className="stack gap-3" aria-label="Sync history" aria-busy={isBusy}>
          {rows.map(({ node }) => (
            <HistoryItem key={node.id} run={node} />
          ))}
        </ol>
      )}
      {runs && <Pager pageInfo={runs.pageInfo} labels={byTime} />}
    </>
  );
}

function HistoryItem({ run }: { run: Runs['edges'][number]['node'] }) {
  const { databaseId, providerName, status, timestamp, total, imported, failed, message } = run;
  const details = [
    filtersInWords(run.filters),
    run.actorName ? `by ${run.actorName}` : 'by its schedule',
    run.created > 0 && `${formatCount(run.created)} new`,
    run.updated > 0 && `${formatCount(run.updated)} changed`,
    run.withdrawn > 0 && `${formatCount(run.withdrawn)} withdrawn`,
  ];
  return (
    <li className={`stack gap-4 at-top padding-4-5 card ${historyTabStyles.item}`}>
      <OutcomeIcon outcome={outcomeOf(run)} />
      <div className="stack gap-1 shrink breaks">
        <div className={`cluster gap-3 row-gap-1 baseline ${historyTabStyles.head}`}>
          <h2>{providerName}</h2>
          {status !== 'COMPLETED' && <StatusBadge status={runStatuses[status]} />}
          <LocalTime instant={timestamp} />
        </div>
        <p>
          {isUnderWay(status)
            ? `${formatCount(imported)} imported so far`
            : importedWords(imported, total)}
        </p>
        <p className="soft text-15-5">{details.filter(Boolean).join(' · ')}</p>
        {message && <p className={status === 'FAILED' ? 'red' : 'soft text-15-5'}>{message}</p>}
        {failed > 0 && (
          <div className={historyTabStyles.issues}>
            <strong>Sync Issues</strong>
            <span>{errorWords(failed)}</span>
          </div>
        )}
      </div>
      <ButtonLink
        to={`/admin/inventory/runs/${databaseId}`}
        variant="quiet"
        aria-label={`Details of ${providerName}, ${formatMoment(timestamp)}`}
      >
        Details
      </ButtonLink>
    </li>
  );
}
