import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { usersPageLoaderQuery } from '#web/__generated__/usersPageLoaderQuery.graphql.ts';
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
import { userColumns } from './userColumns.tsx';
import { usersPageQuery, type UserRow, type UsersPageData } from './usersPageLoader.ts';

export { loadUsersPage as loadPage } from './usersPageLoader.ts';

const loadUserDialog = () => import('./UserDialog.tsx');
const UserDialog = lazy(loadUserDialog);
const DeleteUserDialog = lazy(() => import('./DeleteUserDialog.tsx'));
const EndSessionsDialog = lazy(() => import('./EndSessionsDialog.tsx'));

export function Page() {
  const data = useLoaderData<UsersPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Users" />}>
      <Users {...data} />
    </Suspense>
  );
}

const roleChoices = [
  { value: '', label: 'All roles' },
  { value: 'admin', label: 'Admins' },
  { value: 'user', label: 'Users' },
];

function Users({ reference }: UsersPageData) {
  const { site, viewer, users } = useOwnedPreloadedQuery<usersPageLoaderQuery>(
    usersPageQuery,
    reference,
  );
  const table = useTable();
  const { address, isStale, change, openDialog } = table;
  const refresh = useRefresh(usersPageQuery, reference);
  const rows = (users?.edges ?? []).map(({ node }) => node);
  if (!viewer) return <Navigate to="/" replace />;
  const { value = 0, isCapped = false } = users?.totalCount ?? {};
  return (
    <AdminFrame
      title="Users"
      subtitle="Everyone with an account: what they may do, and since when they are here."
      actions={
        <Button
          id={openerId('add')}
          variant="contained"
          color="secondary"
          aria-haspopup="dialog"
          onPointerEnter={() => void loadUserDialog()}
          onClick={() => openDialog('add')}
        >
          Add New User
        </Button>
      }
    >
      <PageMeta title={`Users | ${site.title}`} canonicalPath="/admin/users" />
      <TableToolbar
        searchLabel="Search by name, username or email"
        address={address}
        onSearch={(search) => change({ search })}
        filters={[
          {
            label: 'Role',
            choices: roleChoices,
            onChange: (filter) => change({ filter }),
            value: address.filter,
          },
        ]}
        count={isCapped ? `More than ${plural(value, 'user')}` : plural(value, 'user')}
      />
      {rows.length === 0 ? (
        <NoRows
          name="Users"
          path="/admin/users"
          total={value}
          hint="Nobody has this name, username or email. Try fewer letters, or another role."
        />
      ) : (
        <DataTable<UserRow>
          label="Users"
          columns={userColumns({ viewerId: viewer.databaseId, openDialog })}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          sort={address.sort ?? { by: 'joined', direction: 'desc' }}
          onSort={(sort) => change({ sort })}
          isStale={isStale}
        />
      )}
      {users && (
        <Pager
          pageInfo={users.pageInfo}
          labels={{ previous: 'Previous Page', next: 'Next Page' }}
        />
      )}
      <UserDialogs rows={rows} table={table} refresh={refresh} />
    </AdminFrame>
  );
}

interface UserDialogsProps {
  rows: readonly UserRow[];
  table: ReturnType<typeof useTable>;
  refresh: () => Promise<void>;
}

function UserDialogs({ rows, table, refresh }: UserDialogsProps) {
  const { row, seen, dialogProps } = useRowDialogs(table, rows, dialogNames);
  return (
    <Suspense fallback={null}>
      {seen.includes('add') && <UserDialog {...dialogProps('add')} refresh={refresh} />}
      {seen.includes('edit') && (
        <UserDialog user={row} {...dialogProps('edit')} refresh={refresh} />
      )}
      {seen.includes('sign-out') && <EndSessionsDialog user={row} {...dialogProps('sign-out')} />}
      {seen.includes('delete') && (
        <DeleteUserDialog user={row} {...dialogProps('delete')} refresh={refresh} />
      )}
    </Suspense>
  );
}

const dialogNames = { ofRow: ['edit', 'sign-out', 'delete'], ofNone: ['add'] } as const;
