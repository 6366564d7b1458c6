import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { previewRowsPageLoaderQuery } from '#web/__generated__/previewRowsPageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatCount, plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import type { Status } from '#web/ui/basics/statuses.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { useTable } from '#web/admin/table/useTable.ts';
import { differenceWords } from './differenceWords.ts';
import styles from './PreviewRowsPage.module.css';
import {
  previewRowsPageQuery,
  type PreviewedRun,
  type PreviewRowsPageData,
} from './previewRowsPageLoader.ts';

export { loadPreviewRowsPage as loadPage } from './previewRowsPageLoader.ts';

const title = 'Rows of a Preview';

export function Page() {
  const data = useLoaderData<PreviewRowsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title={title} />}>
      <PreviewRows {...data} />
    </Suspense>
  );
}

function PreviewRows({ reference }: PreviewRowsPageData) {
  const { site, inventoryRun: run } = useOwnedPreloadedQuery<previewRowsPageLoaderQuery>(
    previewRowsPageQuery,
    reference,
  );
  if (!run) {
    return (
      <AdminFrame title="Preview">
        <PageMeta title={`Preview not found | ${site.title}`} status={404} />
        <EmptyState
          title="Preview not found"
          action={
            <ButtonLink to="/admin/inventory" variant="contained">
              Back to the Inventory
            </ButtonLink>
          }
        >
          <p>There is no preview at this address. Previews are forgotten after a few days.</p>
        </EmptyState>
      </AdminFrame>
    );
  }
  return (
    <AdminFrame
      title={title}
      subtitle={`What a sync would make of the weeks of ${run.providerName}`}
      actions={
        <ButtonLink
          to={`/admin/inventory?${new URLSearchParams({ preview: run.databaseId })}`}
          variant="contained"
          color="secondary"
        >
          Back to the Preview
        </ButtonLink>
      }
    >
      <PageMeta title={`${title} | ${site.title}`} />
      <Rows run={run} />
    </AdminFrame>
  );
}

interface RowsProps {
  run: PreviewedRun;
}

function Rows({ run }: RowsProps) {
  const { address, isStale, change } = useTable();
  const { totalCount, edges, pageInfo } = run.previewRows;
  const count = plural(totalCount.value, 'row');
  return (
    <>
      <div className={styles.toolbar}>
        <Select
          label="Show"
          choices={choices}
          value={address.filter}
          onChange={(filter) => change({ filter })}
        />
        <p role="status">{totalCount.isCapped ? `More than ${count}` : count}</p>
      </div>
      {edges.length === 0 ? (
        <EmptyState title="No such rows">
          <p>Choose other rows, or go back to the preview.</p>
        </EmptyState>
      ) : (
        <DataTable<Row>
          label="Rows"
          columns={columns}
          rows={edges.map(({ node }) => node)}
          keyOf={({ number }) => String(number)}
          isStale={isStale}
        />
      )}
      <Pager pageInfo={pageInfo} />
    </>
  );
}

type Row = PreviewedRun['previewRows']['edges'][number]['node'];

const choices = [
  { value: '', label: 'All rows' },
  { value: 'new', label: 'New' },
  { value: 'changed', label: 'Changed' },
  { value: 'unchanged', label: 'Unchanged' },
] as const;

const changes: Readonly<Record<string, Status>> = {
  NEW: { tone: 'good', label: 'New' },
  CHANGED: { tone: 'open', label: 'Changed' },
  UNCHANGED: { tone: 'quiet', label: 'Unchanged' },
};

const columns: readonly Column<Row>[] = [
  {
    id: 'listing',
    header: 'Listing',
    isRowHeader: true,
    cell: ({ title: listing, resortName, listingId }) => (
      <span className={styles.listing}>
        {listing}
        <span>
          {resortName} · {listingId}
        </span>
      </span>
    ),
  },
  { id: 'row', header: 'Row', align: 'end', cell: ({ number }) => formatCount(number) },
  {
    id: 'change',
    header: 'Change',
    cell: ({ change }) => {
      const status = changes[change];
      return status && <StatusBadge status={status} />;
    },
  },
  {
    id: 'differences',
    header: 'What changes',
    cell: ({ differences }) =>
      differences.length > 0 && (
        <dl className={styles.differences}>
          {differences.map((difference) => {
            const { name, before, after } = differenceWords(difference);
            return (
              <div key={difference.field}>
                <dt>{name}</dt>
                <dd>
                  <del>{before}</del> <ins>{after}</ins>
                </dd>
              </div>
            );
          })}
        </dl>
      ),
  },
];
