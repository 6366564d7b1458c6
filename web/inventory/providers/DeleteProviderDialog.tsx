import { graphql } from 'react-relay/hooks';
import type { DeleteProviderDialogMutation } from '#web/__generated__/DeleteProviderDialogMutation.graphql.ts';
import { plural } from '#common/numbers.ts';
import { useSettled } from '#web/admin/settle.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { Provider } from '../provider.ts';

export default function DeleteProviderDialog(props: RowDialogProps<Provider>) {
  const { row: provider, refresh } = props;
  const remove = useSettled<DeleteProviderDialogMutation>(graphql`
    mutation DeleteProviderDialogMutation($input: DeleteInventoryProviderInput!) {
      answer: deleteInventoryProvider(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { databaseId: providerId = '', version = 0, name = '', listingCount = 0 } = provider ?? {};
  const isKept = listingCount > 0;
  return (
    <DeleteDialog
      title="Delete Provider"
      run={() =>
        remove({ providerId, version }, { title: 'Provider deleted', description: name }, refresh)
      }
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
