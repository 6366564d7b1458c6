import { graphql } from 'react-relay/hooks';
import type { DeleteProviderDialogMutation } from '#web/__generated__/DeleteProviderDialogMutation.graphql.ts';
import { plural } from '#common/numbers.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { Provider } from '../provider.ts';

export default function DeleteProviderDialog(props: RowDialogProps<Provider>) {
  const { row: provider, refresh } = props;
  const [deleteProvider] = useMutation<DeleteProviderDialogMutation>(graphql`
    mutation DeleteProviderDialogMutation($input: DeleteInventoryProviderInput!) {
      deleteInventoryProvider(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { databaseId = '', version = 0, name = '', listingCount = 0 } = provider ?? {};
  const onDelete = async () => {
    const { deleteInventoryProvider: answer } = await deleteProvider({
      input: { providerId: databaseId, version },
    });
    assertAccepted(answer);
    await refresh();
  };
  const isKept = listingCount > 0;
  return (
    <DeleteDialog
      title="Delete Provider"
      onDelete={onDelete}
      done={{ title: 'Provider deleted', description: name }}
      failed={{ title: failed, description: 'Please try again' }}
      isRefused={isKept}
      {...props}
    >
      {isKept ? (
        <p>
          {name} has {plural(listingCount, 'listing')} here, so it cannot be deleted. Withdraw its
          weeks instead: that takes them off the site and switches it off.
        </p>
      ) : (
        <p>
          Are you sure you want to delete {name}? Its address, key and schedule go with it; the
          history of its syncs stays.
        </p>
      )}
    </DeleteDialog>
  );
}

const failed = 'Failed to delete provider';
