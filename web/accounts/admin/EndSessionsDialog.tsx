import { graphql } from 'react-relay/hooks';
import type { EndSessionsDialogMutation } from '#web/__generated__/EndSessionsDialogMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { fullName, type UserRow } from './userForms.ts';

export default function EndSessionsDialog(props: RowDialogProps<UserRow>) {
  const { row: user } = props;
  const [endSessions] = useCommand<EndSessionsDialogMutation>(graphql`
    mutation EndSessionsDialogMutation($input: EndUserSessionsInput!) {
      endUserSessions(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const name = user ? fullName(user) : '';
  const run = async () => {
    const input = { userId: user?.databaseId ?? '' };
    await endSessions({ input });
    return { title: 'User signed out', description: name };
  };
  return (
    <DeleteDialog
      title="Sign User Out"
      run={run}
      words={{ submit: 'Sign Out', sending: 'Signing out…' }}
      failed={{ title: 'Error', description: failed }}
      {...props}
    >
      <p>
        Sign {name} out on every device? They can sign in again with their password at any time.
      </p>
    </DeleteDialog>
  );
}

const failed = 'Failed to sign the user out. Please try again';
