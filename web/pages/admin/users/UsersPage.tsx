import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { Navigate, useLoaderData } from 'react-router-dom';
import type { usersPageLoaderQuery } from '../../../__generated__/usersPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../../../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../../../ui/basics/EmptyState.tsx';
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
import { userColumns } from './userColumns.tsx';
import { usersPageQuery, type UserRow, type UsersPageData } from './usersPageLoader.ts';

export { loadUsersPage as loadPage } from './usersPageLoader.ts';

const loadUserDialog = () => import('./UserDialog.tsx');
const UserDialog = lazy(loadUserDialog);
const DeleteUserDialog = lazy(() => import('./DeleteUserDialog.tsx'));
const EndSessionsDialog = lazy(() => import('./EndSessionsDialog.tsx'));

type DialogName = 'add' | 'edit' | 'sign-out' | 'delete';

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
  const { address, isStale, change, dialog, openDialog, closeDialog } = useTable();
  const refresh = useRefresh(usersPageQuery, reference);
  const rows = (users?.edges ?? []).map(({ node }) => node);
  const chosen = useKept(
    rows.find(({ databaseId }) => databaseId === dialog?.id),
    dialog?.id,
  );
  const shown =
    dialog?.name === 'add' ||
    (chosen && ['edit', 'sign-out', 'delete'].includes(dialog?.name ?? ''))
      ? (dialog?.name as DialogName)
      : undefined;
  const seen = useSeen(shown);
  const dialogProps = (name: DialogName) => ({
    isOpen: shown === name,
    onClose: closeDialog,
    focusAfter: () =>
      document.getElementById(openerId(name, dialog?.id)) ??
      document.getElementById(openerId('add')),
  });

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
        <EmptyState
          title={value > 0 ? 'Nothing on this page' : 'No users found'}
          action={
            <ButtonLink to="/admin/users" variant="contained">
              Show All Users
            </ButtonLink>
          }
        >
          <p>
            {value > 0
              ? 'The list has changed since this page was opened.'
              : 'Nobody has this name, username or email. Try fewer letters, or another role.'}
          </p>
        </EmptyState>
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
      <Suspense fallback={null}>
        {seen.includes('add') && <UserDialog {...dialogProps('add')} refresh={refresh} />}
        {seen.includes('edit') && (
          <UserDialog user={chosen} {...dialogProps('edit')} refresh={refresh} />
        )}
        {seen.includes('sign-out') && (
          <EndSessionsDialog user={chosen} {...dialogProps('sign-out')} />
        )}
        {seen.includes('delete') && (
          <DeleteUserDialog user={chosen} {...dialogProps('delete')} refresh={refresh} />
        )}
      </Suspense>
    </AdminFrame>
  );
}
