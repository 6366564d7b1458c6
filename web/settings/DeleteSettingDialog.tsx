import { Button } from '../ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { DeleteSettingDialogMutation } from '../__generated__/DeleteSettingDialogMutation.graphql.ts';
import { FormDialog, useFinishDialog } from '../ui/dialogs/FormDialog.tsx';
import { FormFailure } from '../ui/forms/FormFailure.tsx';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { serversWords } from './serversWords.ts';
import type { Setting } from './settings.ts';

interface DeleteSettingDialogProps {
  setting: Setting;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

export default function DeleteSettingDialog(props: DeleteSettingDialogProps) {
  const { setting, isOpen, onClose, onDeleted } = props;
  return (
    <FormDialog
      title="Delete Setting"
      isOpen={isOpen}
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>('main')}
    >
      <Question setting={setting} onClose={onClose} onDeleted={onDeleted} />
    </FormDialog>
  );
}

type QuestionProps = Omit<DeleteSettingDialogProps, 'isOpen'>;

function Question({ setting: { key, version }, onClose, onDeleted }: QuestionProps) {
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();
  const [deleteSetting, isDeleting] = useMutation<DeleteSettingDialogMutation>(graphql`
    mutation DeleteSettingDialogMutation($input: DeleteSettingInput!) {
      deleteSetting(input: $input) {
        ... on DeleteSettingPayload {
          deletedKey
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const confirm = async () => {
    if (isDeleting) return;
    setFailure(undefined);
    try {
      const { deleteSetting: result } = await deleteSetting({ input: { key, version } });
      await onDeleted();
      assertAccepted(result);
      finish({ title: 'Setting deleted successfully' });
    } catch (error) {
      setFailure(serversWords(error) ?? 'Please try again');
    }
  };
  return (
    <>
      <p>
        Are you sure you want to delete <strong>{key}</strong>? This action cannot be undone.
      </p>
      <FormFailure message={failure} />
      <div className="cluster gap-3 margin-top-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="error"
          aria-busy={isDeleting}
          onClick={() => void confirm()}
        >
          Delete
        </Button>
      </div>
    </>
  );
}
