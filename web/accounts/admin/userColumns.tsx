import { EmailText } from '#web/ui/words/EmailText.tsx';
import { initialsOf } from '#web/ui/words/initials.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import type { Column } from '#web/admin/table/DataTable.tsx';
import { RowActions } from '#web/admin/table/RowActions.tsx';
import styles from './userColumns.module.css';
import type { UserRow } from './usersPageLoader.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface UserColumnsOptions {
  viewerId: string;
  openDialog: (name: string, id: string) => void;
}

export const fullName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

export const userColumns = ({ viewerId, openDialog }: UserColumnsOptions): Column<UserRow>[] => [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    isSortable: true,
    cell: (user) => (
      <span className={styles.name}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(fullName(user))}
        </span>
        {fullName(user)}
      </span>
    ),
  },
  { id: 'username', header: 'Username', isSortable: true, cell: ({ username }) => username },
  {
    id: 'email',
    header: 'Email',
    isSortable: true,
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <StatusBadge status={role === 'ADMIN' ? admin : user} />,
  },
  {
    id: 'joined',
    header: 'Joined',
    isSortable: true,
    cell: ({ createdAt }) => (
      <span className={styles.date}>
        <LocalDay instant={createdAt} />
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (user) => (
      <RowActions
        name={fullName(user)}
        id={user.databaseId}
        onEdit={() => openDialog('edit', user.databaseId)}
        onSignOut={
          user.databaseId === viewerId ? undefined : () => openDialog('sign-out', user.databaseId)
        }
        onDelete={() => openDialog('delete', user.databaseId)}
        keptBecause={
          user.databaseId === viewerId ? 'You cannot delete your own account' : undefined
        }
      />
    ),
  },
];

const admin = { tone: 'strong', label: 'admin' } as const;
const user = { tone: 'quiet', label: 'user' } as const;
