import { lazy } from 'react';
import { graphql } from 'react-relay/hooks';
import type { UsersPageQuery } from '#web/__generated__/UsersPageQuery.graphql.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { initialsOf } from '#web/ui/words/initials.ts';
import { AddButton } from '#web/admin/table/AddButton.tsx';
import { Day } from '#web/admin/table/Lines.tsx';
import { meaningOf } from '#web/admin/table/List.tsx';
import { byPage } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import { RowActions } from '#web/admin/table/RowActions.tsx';
import { fullName, type UserRow } from './userForms.ts';
import styles from './UsersPage.module.css';

const loadUserDialog = () => import('./UserDialog.tsx');
const UserDialog = lazy(loadUserDialog);

const roles = [
  { value: '', label: 'All roles' },
  { value: 'admin', label: 'Admins', is: 'ADMIN' },
  { value: 'user', label: 'Users', is: 'USER' },
] as const;

export const page = resource<UsersPageQuery, UserRow>({
  path: '/admin/users',
  name: 'Users',
  noun: 'user',
  subtitle: 'Everyone with an account: what they may do, and since when they are here.',
  query: graphql`
    query UsersPageQuery(
      $search: String
      $role: UserRole
      $sort: UserSort!
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      viewer {
        databaseId
      }
      users(
        search: $search
        role: $role
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            databaseId
            username
            email
            emailVerified
            firstName
            lastName
            role
            createdAt
            administration {
              version
              bookings
              listings
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  fetchPolicy: 'store-or-network',
  variables: ({ search, filters, order, page }) => ({
    search,
    role: meaningOf(roles, filters['filter']),
    sort: order ?? 'NEWEST',
    ...page,
  }),
  found: ({ users }) => users,
  keyOf: ({ databaseId }) => databaseId,
  search: 'Search by name, username or email',
  filters: [{ name: 'filter', label: 'Role', choices: roles }],
  usualSort: { by: 'joined', direction: 'desc' },
  pages: byPage,
  none: 'Nobody has this name, username or email. Try fewer letters, or another role.',
  actions: (table) => (
    <AddButton table={table} preload={loadUserDialog}>
      Add New User
    </AddButton>
  ),
  columns: [
    {
      id: 'name',
      header: 'Name',
      orders: ['NAME', 'NAME_DESCENDING'],
      cell: (user) => (
        <span className="inline gap-3">
          <span className={`disc on-foam teal text-14 bold ${styles.initials}`} aria-hidden="true">
            {initialsOf(fullName(user))}
          </span>
          {fullName(user)}
        </span>
      ),
    },
    {
      id: 'username',
      header: 'Username',
      orders: ['USERNAME', 'USERNAME_DESCENDING'],
      cell: ({ username }) => username,
    },
    {
      id: 'email',
      header: 'Email',
      orders: ['EMAIL', 'EMAIL_DESCENDING'],
      cell: ({ email }) => <EmailText email={email} />,
    },
    {
      header: 'Role',
      cell: ({ role }) => <StatusBadge status={role === 'ADMIN' ? admin : user} />,
    },
    {
      id: 'joined',
      header: 'Joined',
      orders: ['OLDEST', 'NEWEST'],
      cell: ({ createdAt }) => <Day instant={createdAt} />,
    },
    {
      header: 'Actions',
      isActions: true,
      cell: (row, { opener }, { viewer }) => {
        const isOwn = row.databaseId === viewer?.databaseId;
        return (
          <RowActions
            name={fullName(row)}
            id={row.databaseId}
            opener={opener}
            actions={isOwn ? ['edit', 'delete'] : ['edit', 'sign-out', 'delete']}
            keptBecause={isOwn ? 'You cannot delete your own account' : undefined}
          />
        );
      },
    },
  ],
  dialogs: {
    ofNone: { add: UserDialog },
    ofRow: {
      edit: UserDialog,
      'sign-out': lazy(() => import('./EndSessionsDialog.tsx')),
      delete: lazy(() => import('./DeleteUserDialog.tsx')),
    },
  },
});

const admin = { tone: 'strong', label: 'admin' } as const;
const user = { tone: 'quiet', label: 'user' } as const;
