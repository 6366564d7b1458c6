import { graphql } from 'react-relay/hooks';
import type { DeleteUserDialogMutation } from '#web/__generated__/DeleteUserDialogMutation.graphql.ts';
import { Link } from 'react-router-dom';
import { plural } from '#common/numbers.ts';
import { useSettled } from '#web/admin/settle.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { fullName, type UserRow } from './userForms.ts';

export default function DeleteUserDialog(props: RowDialogProps<UserRow>) {
  const { row: user, refresh } = props;
  const remove = useSettled<DeleteUserDialogMutation>(graphql`
    mutation DeleteUserDialogMutation($input: DeleteUserInput!) {
      answer: deleteUser(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const name = user ? fullName(user) : '';
  const { databaseId: userId = '', administration } = user ?? {};
  const version = administration?.version ?? null;
  return (
    <DeleteDialog
      title="Delete User"
      run={() => remove({ userId, version }, { title: 'User deleted', description: name }, refresh)}
      failed={{ title: 'Error', description: failed }}
      {...props}
    >
      <p>Are you sure you want to delete {name}? This action cannot be undone.</p>
      {user && <WhatStays user={user} />}
    </DeleteDialog>
  );
}

const failed = 'Failed to delete user. Please try again';

/** Bookings and listings are kept without the person, because other people depend on them. */
function WhatStays({ user }: { user: UserRow }) {
  const { bookings = 0, listings = 0 } = user.administration ?? {};
  if (bookings === 0 && listings === 0) {
    return <p>The account and all that belongs to it go at once.</p>;
  }
  const parts = [
    bookings > 0 && plural(bookings, 'booking'),
    listings > 0 && plural(listings, 'listing'),
  ].filter(Boolean);
  return (
    <>
      <p>
        {user.firstName} has {parts.join(' and ')}, on which others depend. The account is
        deactivated and anonymised instead: nobody can sign in with it, name and email are removed,
        and listings are withdrawn.
      </p>
      {bookings > 0 && (
        <p>
          <Link to={`/admin/bookings?${new URLSearchParams({ q: user.username })}`}>
            See {plural(bookings, 'booking')}
          </Link>
        </p>
      )}
    </>
  );
}
