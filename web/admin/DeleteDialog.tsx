import { Form, FormActions, FormFailure } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { Button } from '../ui/basics/Button.tsx';
import type { ReactNode } from 'react';
import { FormDialog, useFinishDialog, type DialogState } from '../ui/dialogs/FormDialog.tsx';
import { showToast, type NewToast } from '../ui/feedback/toastStore.ts';

interface DeleteDialogProps extends DialogState {
  title: string;
  children: ReactNode;
  /** Resolves to the success message. */
  run: () => Promise<NewToast>;
  failed?: NewToast;
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
  const form = useForm({
    initial: {},
    validate: () => ({}),
    send: async () => finish(await run()),
    fallbackMessage: failed?.description ?? failed?.title ?? 'Please try again',
    onFailure: () => failed && showToast({ ...failed, variant: 'destructive' }),
  });
  return (
    <Form form={form} label={title}>
      <div className="stack gap-3 breaks">{children}</div>
      <FormFailure message={form.failure} />
      <FormActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {!isRefused && (
          <Button type="submit" variant="contained" color="error" aria-busy={form.isSending}>
            {form.isSending ? words.sending : words.submit}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
