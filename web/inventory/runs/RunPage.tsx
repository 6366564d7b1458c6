import { lazy } from 'react';
import { graphql } from 'react-relay/hooks';
import type { RunPageQuery } from '#web/__generated__/RunPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { formatCount } from '#common/numbers.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { AdminFrame, AdminSkeleton, AdminNotFound } from '#web/admin/frame/AdminFrame.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { askedOf, List, useListTable, type ListDefinition } from '#web/admin/table/List.tsx';
import { byPage } from '#web/admin/table/Pager.tsx';
import { RowDialogs } from '#web/admin/table/RowDialogs.tsx';
import type { Table } from '#web/admin/table/useTable.ts';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { Figures } from '#web/admin/facts/Figures.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { useFollowedRuns } from './useFollowedRuns.ts';
import { OutcomeIcon } from './OutcomeIcon.tsx';
import figureStyles from '#web/admin/facts/Figures.module.css';
import styles from './RunPage.module.css';
import { RunProgress } from './RunProgress.tsx';
import {
  durationInWords,
  filtersInWords,
  importedWords,
  isUnderWay,
  outcomeOf,
  runStatuses,
} from './runWords.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

const CancelRunDialog = lazy(() => import('./CancelRunDialog.tsx'));

const runPageQuery = graphql`
  query RunPageQuery(
    $id: ID!
    $search: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
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
          ...Pager_pageInfo @relay(mask: false)
        }
      }
      ...RunProgress_run
    }
  }
`;

type Run = NonNullable<RunPageQuery['response']['inventoryRun']>;

const nameOf = ({ purpose, providerName }: Run): string =>
  `${purpose === 'PREVIEW' ? 'Preview' : 'Sync'} of ${providerName}`;

export const page = definePage<RunPageQuery>({
  path: '/admin/inventory/runs/:id',
  access: 'admin',
  otherwise: '/auth',
  query: runPageQuery,
  variables: (address) => {
    const { search, page } = askedOf(problemList, address);
    return { id: address.id, search, ...page };
  },
  meta: ({ inventoryRun }) => inventoryRun && { title: nameOf(inventoryRun) },
  skeleton: <AdminSkeleton title="Sync" />,
  component: RunScreen,
});

function RunScreen({ data: { inventoryRun: run }, reference }: PageProps<RunPageQuery>) {
  const refresh = useRefresh(runPageQuery, reference);
  const liveId = run && isUnderWay(run.status) ? run.databaseId : undefined;
  useFollowedRuns(liveId === undefined ? [] : [liveId], refresh);
  const table = useListTable(problemList);
  if (!run) {
    return (
      <AdminNotFound title="Sync" to="/admin/inventory?tab=history" label="Back to the History">
        There is no sync at this address.
      </AdminNotFound>
    );
  }
  return (
    <AdminFrame
      title={nameOf(run)}
      subtitle={
        <span className="row wrap gap-3 row-gap-2">
          <StatusBadge status={runStatuses[run.status]} />
          <LocalTime instant={run.timestamp} />
        </span>
      }
      actions={<BackLink to="/admin/inventory?tab=history">Sync history</BackLink>}
    >
      {liveId !== undefined && (
        <RunProgress run={run} onCancel={(id) => table.openDialog('cancel', id)} />
      )}
      <Summary run={run} />
      <Problems run={run} table={table} refresh={refresh} />
      <RowDialogs
        table={table}
        dialogs={{ ofRow: { cancel: CancelRunDialog } }}
        rows={liveId === undefined ? [] : [run]}
        keyOf={({ databaseId }) => databaseId}
        refresh={refresh}
      />
    </AdminFrame>
  );
}

interface PartProps {
  run: Run;
}

function Summary({ run }: PartProps) {
  const { startedAt, finishedAt, imported, total, message } = run;
  const isPreview = run.purpose === 'PREVIEW';
  return (
    <div className={`stack gap-4 ${styles.sides}`}>
      <Panel title="What Came of It" icon="list">
        <div className="row gap-3">
          <OutcomeIcon outcome={outcomeOf(run)} />
          <div>
            <p className="text-18 semibold">
              {isPreview
                ? `${formatCount(imported)} of ${formatCount(total)} listings can be imported`
                : importedWords(imported, total)}
            </p>
            {message && (
              <p className={run.status === 'FAILED' ? 'red breaks' : 'soft'}>{message}</p>
            )}
          </div>
        </div>
        <Figures
          className={`columns-3 gap-3 ${figureStyles.tiles} ${styles.figures}`}
          figures={[
            ['Rows read', run.read],
            ['New', run.created],
            ['Changed', run.updated],
            ['Unchanged', run.unchanged],
            ['Withdrawn', run.withdrawn],
            ['Errors', run.failed],
          ]}
        />
      </Panel>
      <Panel title="How It Ran" icon="calendar">
        <FactList
          facts={[
            ['Filters', filtersInWords(run.filters)],
            ['Begun by', run.actorName ?? 'Its schedule'],
            ['Began', startedAt && <LocalTime key="began" instant={startedAt} />],
            ['Took', startedAt && finishedAt && durationInWords(startedAt, finishedAt)],
            ['Read to the end', run.isComplete ? 'Yes' : 'No'],
          ]}
        />
      </Panel>
    </div>
  );
}

type Problem = Run['problems']['edges'][number]['node'];

const problemList: ListDefinition<Problem, never, unknown> = {
  name: 'Errors',
  noun: 'error',
  keyOf: ({ number }) => String(number),
  pageSize: 50,
  pages: byPage,
  search: 'Search by listing or error',
  none: { title: 'No errors found', text: 'None of the errors fits. Try other words.' },
  columns: [
    {
      header: 'Listing',
      cell: ({ listingId }) => (
        <span className={`block breaks ${styles.listing}`}>{listingId}</span>
      ),
    },
    { header: 'Row', align: 'end', cell: ({ number }) => formatCount(number) },
    { header: 'Error', cell: ({ error }) => error },
  ],
};

interface ProblemsProps extends PartProps {
  table: Table;
  refresh: () => Promise<void>;
}

function Problems({ run, table, refresh }: ProblemsProps) {
  const { databaseId, failed, problems } = run;
  if (failed === 0 && problems.edges.length === 0) return null;
  return (
    <section className="stack gap-4 shrink" aria-label="Errors">
      <div className="bar gap-3">
        <h2 className="text-22">Errors</h2>
        <ButtonAnchor
          href={`/api/admin/inventory/runs/${databaseId}/errors.csv`}
          download
          variant="quiet"
          startIcon={<Icon name="download" size={18} />}
        >
          Download CSV
        </ButtonAnchor>
      </div>
      <List list={problemList} data={run} found={problems} table={table} refresh={refresh} />
    </section>
  );
}
