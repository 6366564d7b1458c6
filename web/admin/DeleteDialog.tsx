import { Button } from '../ui/basics/Button.tsx';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../relay/refusal.ts';
import { FormActions } from '../ui/forms/FormActions.tsx';
import { FormDialog, useFinishDialog, type DialogState } from '../ui/dialogs/FormDialog.tsx';
import { FormFailure } from '../ui/forms/FormFailure.tsx';
import { showToast, type NewToast } from '../ui/feedback/toastStore.ts';

interface DeleteDialogProps extends DialogState {
  title: string;
  children: ReactNode;
  /** Resolves to the success message. */
  run: () => Promise<NewToast>;
  failed: NewToast;
  /** Labels of the button, before and while sending; by default the labels for deleting. */
  words?: { submit: string; sending: string };
  isRefused?: boolean;
}

export function DeleteDialog({ title, isOpen, onClose, focusAfter, ...form }: DeleteDialogProps) {
  return (
    <FormDialog title={title} isOpen={isOpen} onClose={onClose} focusAfter={focusAfter}>
      <DeleteForm {...form} onCancel={onClose} title={title} />
    </FormDialog>
  );
}

type DeleteFormProps = Omit<DeleteDialogProps, keyof DialogState> & {
  onCancel: () => void;
};

function DeleteForm(props: DeleteFormProps) {
  const { title, children, onCancel, run, failed, isRefused = false } = props;
  const { words = { submit: 'Delete', sending: 'Deleting…' } } = props;
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  const submit = async () => {
    if (isSending) return;
    setFailure(undefined);
    setIsSending(true);
    try {
      finish(await run());
    } catch (error) {
      setFailure(messageOf(error, failed.description ?? failed.title));
      showToast({ ...failed, variant: 'destructive' });
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form
      method="post"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="stack gap-3 breaks">{children}</div>
      <FormFailure message={failure} />
      <FormActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {!isRefused && (
          <Button type="submit" variant="contained" color="error" aria-busy={isSending}>
            {isSending ? words.sending : words.submit}
          </Button>
        )}
      </FormActions>
    </form>
  );
}
