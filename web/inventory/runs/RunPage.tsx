import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useRelayEnvironment } from 'react-relay/hooks';
import { useLoaderData, useParams } from 'react-router-dom';
import type { runPageLoaderQuery } from '#web/__generated__/runPageLoaderQuery.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { formatCount, plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { TableToolbar } from '#web/admin/table/TableToolbar.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import { FactList } from '#web/admin/facts/FactList.tsx';
import { followRun, onRunEnd } from './liveRun.ts';
import { OutcomeIcon } from './OutcomeIcon.tsx';
import styles from './RunPage.module.css';
import { runPageQuery, type Run, type RunPageData } from './runPageLoader.ts';
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

export { loadRunPage as loadPage } from './runPageLoader.ts';

const CancelRunDialog = lazy(() => import('./CancelRunDialog.tsx'));

export function Page() {
  const data = useLoaderData<RunPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<AdminSkeleton title="Sync" />}>
      <RunScreen {...data} />
    </Suspense>
  );
}

const wayBack = <BackLink to="/admin/inventory?tab=history">Sync history</BackLink>;

function RunScreen({ reference }: RunPageData) {
  const { site, inventoryRun: run } = useOwnedPreloadedQuery<runPageLoaderQuery>(
    runPageQuery,
    reference,
  );
  const refresh = useRefresh(runPageQuery, reference);
  const environment = useRelayEnvironment();
  const onEnd = useEffectEvent(() => void refresh());
  const liveId = run && isUnderWay(run.status) ? run.databaseId : undefined;
  useEffect(() => {
    if (liveId !== undefined) followRun(environment, liveId);
  }, [environment, liveId]);
  useEffect(() => onRunEnd(() => onEnd()), []);
  const { dialog, openDialog, closeDialog } = useTable();
  const isCancelling = dialog?.name === 'cancel' && liveId !== undefined;
  const seen = useSeen(isCancelling ? 'cancel' : undefined);
  if (!run) {
    return (
      <AdminFrame title="Sync">
        <PageMeta title={`Sync not found | ${site.title}`} status={404} />
        <EmptyState
          title="Sync not found"
          action={
            <ButtonLink to="/admin/inventory?tab=history" variant="contained">
              Back to the History
            </ButtonLink>
          }
        >
          <p>There is no sync at this address.</p>
        </EmptyState>
      </AdminFrame>
    );
  }
  const name = `${run.purpose === 'PREVIEW' ? 'Preview' : 'Sync'} of ${run.providerName}`;
  return (
    <AdminFrame
      title={name}
      subtitle={
        <span className={styles.subtitle}>
          <StatusBadge status={runStatuses[run.status]} />
          <LocalTime instant={run.timestamp} />
        </span>
      }
      actions={wayBack}
    >
      <PageMeta title={`${name} | ${site.title}`} />
      {liveId !== undefined && (
        <RunProgress run={run} onCancel={(id) => openDialog('cancel', id)} />
      )}
      <Summary run={run} />
      <Problems run={run} />
      <Suspense fallback={null}>
        {seen.includes('cancel') && (
          <CancelRunDialog
            runId={run.databaseId}
            isOpen={isCancelling}
            onClose={closeDialog}
            focusAfter={() => document.getElementById(openerId('cancel', run.databaseId))}
            refresh={refresh}
          />
        )}
      </Suspense>
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
    <div className={styles.sides}>
      <Panel title="What Came of It" icon="list">
        <div className={styles.outcome}>
          <OutcomeIcon outcome={outcomeOf(run)} />
          <div>
            <p className={styles.words}>
              {isPreview
                ? `${formatCount(imported)} of ${formatCount(total)} listings can be imported`
                : importedWords(imported, total)}
            </p>
            {message && (
              <p className={run.status === 'FAILED' ? styles.failure : styles.soft}>{message}</p>
            )}
          </div>
        </div>
        <dl className={styles.figures}>
          {(
            [
              ['Rows read', run.read],
              ['New', run.created],
              ['Changed', run.updated],
              ['Unchanged', run.unchanged],
              ['Withdrawn', run.withdrawn],
              ['Errors', run.failed],
            ] as const
          ).map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
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

const columns: readonly Column<Problem>[] = [
  {
    id: 'listing',
    header: 'Listing',
    isRowHeader: true,
    cell: ({ listingId }) => <span className={styles.listing}>{listingId}</span>,
  },
  { id: 'row', header: 'Row', align: 'end', cell: ({ number }) => formatCount(number) },
  { id: 'error', header: 'Error', cell: ({ error }) => error },
];

function Problems({ run }: PartProps) {
  const { address, isStale, change } = useTable();
  const { totalCount, edges, pageInfo } = run.problems;
  const count = plural(totalCount.value, 'error');
  if (run.failed === 0 && edges.length === 0) return null;
  return (
    <section className={styles.problems} aria-label="Errors">
      <div className={styles.head}>
        <h2>Errors</h2>
        <ButtonAnchor
          href={`/api/admin/inventory/runs/${run.databaseId}/errors.csv`}
          download
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="download" size={18} />}
        >
          Download CSV
        </ButtonAnchor>
      </div>
      <TableToolbar
        searchLabel="Search by listing or error"
        address={address}
        onSearch={(search) => change({ search })}
        count={totalCount.isCapped ? `More than ${count}` : count}
      />
      {edges.length === 0 ? (
        <EmptyState title="No errors found">
          <p>None of the errors fits. Try other words.</p>
        </EmptyState>
      ) : (
        <DataTable<Problem>
          label="Errors"
          columns={columns}
          rows={edges.map(({ node }) => node)}
          keyOf={({ number }) => String(number)}
          isStale={isStale}
        />
      )}
      <Pager pageInfo={pageInfo} labels={{ previous: 'Previous Page', next: 'Next Page' }} />
    </section>
  );
}
