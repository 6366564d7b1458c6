import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { resortsPageLoaderQuery } from '#web/__generated__/resortsPageLoaderQuery.graphql.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { DataTable } from '#web/admin/table/DataTable.tsx';
import { NoRows } from '#web/admin/table/NoRows.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { TableToolbar } from '#web/admin/table/TableToolbar.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useRowDialogs } from '#web/admin/table/useRowDialogs.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import { resortColumns } from './resortColumns.tsx';
import { resortsPageQuery, type ResortRow, type ResortsPageData } from './resortsPageLoader.ts';

export { loadResortsPage as loadPage } from './resortsPageLoader.ts';

const loadResortDialog = () => import('./ResortDialog.tsx');
const ResortDialog = lazy(loadResortDialog);
const ImportDialog = lazy(() => import('./importing/ImportDialog.tsx'));
const ResortPicturesDialog = lazy(() => import('./pictures/ResortPicturesDialog.tsx'));
const DeleteResortDialog = lazy(() => import('./DeleteResortDialog.tsx'));

export function Page() {
  const data = useLoaderData<ResortsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Resorts" />}>
      <Resorts {...data} />
    </Suspense>
  );
}

function Resorts({ reference }: ResortsPageData) {
  const { site, managedResorts: resorts } = useOwnedPreloadedQuery<resortsPageLoaderQuery>(
    resortsPageQuery,
    reference,
  );
  const table = useTable();
  const { address, isStale, change, openDialog } = table;
  const refresh = useRefresh(resortsPageQuery, reference);
  const rows = (resorts?.edges ?? []).map(({ node }) => node);
  const { value = 0, isCapped = false } = resorts?.totalCount ?? {};
  return (
    <AdminFrame
      title="Resorts"
      subtitle="The directory that everyone searches: what stands here is on the site at once."
      actions={<ResortActions openDialog={openDialog} />}
    >
      <PageMeta title={`Resorts | ${site.title}`} canonicalPath="/admin/resorts" />
      <TableToolbar
        searchLabel="Search by name, place or brand"
        address={address}
        onSearch={(search) => change({ search })}
        count={isCapped ? `More than ${plural(value, 'resort')}` : plural(value, 'resort')}
      />
      {rows.length === 0 ? (
        <NoRows
          name="Resorts"
          path="/admin/resorts"
          total={value}
          hint="No resort fits. Try other words, or add the resort."
        />
      ) : (
        <DataTable<ResortRow>
          label="Resorts"
          columns={resortColumns({ openDialog })}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          sort={address.sort}
          onSort={(sort) => change({ sort })}
          isStale={isStale}
        />
      )}
      {resorts && (
        <Pager
          pageInfo={resorts.pageInfo}
          labels={{ previous: 'Previous Page', next: 'Next Page' }}
        />
      )}
      <ResortDialogs rows={rows} table={table} refresh={refresh} />
    </AdminFrame>
  );
}

function ResortActions({ openDialog }: Pick<ReturnType<typeof useTable>, 'openDialog'>) {
  return (
    <>
      <ButtonAnchor
        href="/api/admin/resorts/export"
        download
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="download" size={18} />}
      >
        Export CSV
      </ButtonAnchor>
      <Button
        id={openerId('import')}
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        startIcon={<Icon name="upload" size={18} />}
        onClick={() => openDialog('import')}
      >
        Import CSV
      </Button>
      <Button
        id={openerId('add')}
        variant="contained"
        color="secondary"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadResortDialog()}
        onClick={() => openDialog('add')}
      >
        Add New Resort
      </Button>
    </>
  );
}

interface ResortDialogsProps {
  rows: readonly ResortRow[];
  table: ReturnType<typeof useTable>;
  refresh: () => Promise<void>;
}

function ResortDialogs({ rows, table, refresh }: ResortDialogsProps) {
  const { row, seen, dialogProps } = useRowDialogs(table, rows, dialogNames);
  return (
    <Suspense fallback={null}>
      {seen.includes('add') && <ResortDialog {...dialogProps('add')} refresh={refresh} />}
      {seen.includes('import') && <ImportDialog {...dialogProps('import')} refresh={refresh} />}
      {seen.includes('edit') && (
        <ResortDialog resort={row} {...dialogProps('edit')} refresh={refresh} />
      )}
      {seen.includes('pictures') && (
        <ResortPicturesDialog resort={row} {...dialogProps('pictures')} />
      )}
      {seen.includes('delete') && (
        <DeleteResortDialog resort={row} {...dialogProps('delete')} refresh={refresh} />
      )}
    </Suspense>
  );
}

const dialogNames = { ofRow: ['edit', 'pictures', 'delete'], ofNone: ['add', 'import'] } as const;
