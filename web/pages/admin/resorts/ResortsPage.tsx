import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { resortsPageLoaderQuery } from '../../../__generated__/resortsPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../../../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../../../ui/basics/EmptyState.tsx';
import { Icon } from '../../../ui/basics/Icon.tsx';
import { plural } from '../../../ui/words/numbers.ts';
import { PageMeta } from '../../../shell/PageMeta.tsx';
import { useSeen } from '../../../ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '../../../relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '../_parts/AdminFrame.tsx';
import { AdminSkeleton } from '../_parts/AdminSkeleton.tsx';
import { DataTable } from '../_parts/DataTable.tsx';
import { Pager } from '../_parts/Pager.tsx';
import { openerId } from '../_parts/RowActions.tsx';
import { TableToolbar } from '../_parts/TableToolbar.tsx';
import { useKept } from '../_parts/useKept.ts';
import { useRefresh } from '../_parts/useRefresh.ts';
import { useTable } from '../_parts/useTable.ts';
import { resortColumns } from './resortColumns.tsx';
import { resortsPageQuery, type ResortRow, type ResortsPageData } from './resortsPageLoader.ts';

export { loadResortsPage as loadPage } from './resortsPageLoader.ts';

const loadResortDialog = () => import('./ResortDialog.tsx');
const ResortDialog = lazy(loadResortDialog);
const ImportDialog = lazy(() => import('./ImportDialog.tsx'));
const DeleteResortDialog = lazy(() => import('./DeleteResortDialog.tsx'));

export function Page() {
  const data = useLoaderData<ResortsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Resorts" />}>
      <Resorts {...data} />
    </Suspense>
  );
}

const dialogNames = ['add', 'import', 'edit', 'delete'] as const;

type DialogName = (typeof dialogNames)[number];

function Resorts({ reference }: ResortsPageData) {
  const { site, managedResorts: resorts } = useOwnedPreloadedQuery<resortsPageLoaderQuery>(
    resortsPageQuery,
    reference,
  );
  const { address, isStale, change, dialog, openDialog, closeDialog } = useTable();
  const refresh = useRefresh(resortsPageQuery, reference);
  const rows = (resorts?.edges ?? []).map(({ node }) => node);
  const chosen = useKept(
    rows.find(({ databaseId }) => databaseId === dialog?.id),
    dialog?.id,
  );
  const asked = dialogNames.find((name) => name === dialog?.name);
  const shown = asked === 'add' || asked === 'import' || chosen ? asked : undefined;
  const seen = useSeen(shown);
  const dialogProps = (name: DialogName) => ({
    isOpen: shown === name,
    onClose: closeDialog,
    focusAfter: () =>
      document.getElementById(openerId(name, dialog?.id)) ??
      document.getElementById(openerId('add')),
    refresh,
  });

  const { value = 0, isCapped = false } = resorts?.totalCount ?? {};
  return (
    <AdminFrame
      title="Resorts"
      subtitle="The directory that everyone searches: what stands here is on the site at once."
      actions={
        <>
          <Button
            component="a"
            href="/api/admin/resorts/export"
            download
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="download" size={18} />}
          >
            Export CSV
          </Button>
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
      }
    >
      <PageMeta title={`Resorts | ${site.title}`} canonicalPath="/admin/resorts" />
      <TableToolbar
        searchLabel="Search by name, place or brand"
        address={address}
        onSearch={(search) => change({ search })}
        count={isCapped ? `More than ${plural(value, 'resort')}` : plural(value, 'resort')}
      />
      {rows.length === 0 ? (
        <EmptyState
          title={value > 0 ? 'Nothing on this page' : 'No resorts found'}
          action={
            <ButtonLink to="/admin/resorts" variant="contained">
              Show All Resorts
            </ButtonLink>
          }
        >
          <p>
            {value > 0
              ? 'The list has changed since this page was opened.'
              : 'No resort fits. Try other words, or add the resort.'}
          </p>
        </EmptyState>
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
      <Suspense fallback={null}>
        {seen.includes('add') && <ResortDialog {...dialogProps('add')} />}
        {seen.includes('import') && <ImportDialog {...dialogProps('import')} />}
        {seen.includes('edit') && <ResortDialog resort={chosen} {...dialogProps('edit')} />}
        {seen.includes('delete') && (
          <DeleteResortDialog resort={chosen} {...dialogProps('delete')} />
        )}
      </Suspense>
    </AdminFrame>
  );
}
