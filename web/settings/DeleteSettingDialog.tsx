import { graphql } from 'react-relay/hooks';
import type { DeleteSettingDialogMutation } from '#web/__generated__/DeleteSettingDialogMutation.graphql.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { serversWords } from './serversWords.ts';
import type { Setting } from './settings.ts';

interface DeleteSettingDialogProps extends DialogState {
  setting: Setting;
  onDeleted: () => Promise<void>;
}

export default function DeleteSettingDialog(props: DeleteSettingDialogProps) {
  const { setting, onDeleted, ...dialog } = props;
  const { key, version } = setting;
  const [deleteSetting] = useCommand<DeleteSettingDialogMutation>(graphql`
    mutation DeleteSettingDialogMutation($input: DeleteSettingInput!) {
      deleteSetting(input: $input) {
        ... on DeleteSettingPayload {
          deletedKey
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <DeleteDialog
      title="Delete Setting"
      {...dialog}
      run={async () => {
        await deleteSetting({ input: { key, version } })
          .catch((error: unknown) => {
            throw new Error(serversWords(error));
          })
          .finally(onDeleted);
        return { title: 'Setting deleted successfully' };
      }}
    >
      <p>
        Are you sure you want to delete <strong>{key}</strong>? This action cannot be undone.
      </p>
    </DeleteDialog>
  );
}
