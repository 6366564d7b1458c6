import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { FormActions, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import styles from '../moves/MoveForm.module.css';
import { useAddEvidence } from './useAddEvidence.ts';

export function EvidenceForm({ bookingId }: { bookingId: string }) {
  const addEvidence = useAddEvidence(bookingId);
  const finish = useFinishDialog();
  const { formRef, field, submit, isSending, failure } = useForm({
    initial: { text: '' },
    validate: ({ text }) => ({ ...(text.trim() === '' && { text: 'Write what happened' }) }),
    send: async ({ text }) => {
      await addEvidence({ text });
      finish({ title: 'Statement added', description: 'The other side and our team can read it' });
    },
    fallbackMessage: 'Your statement could not be sent. Please try again',
  });
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate className={styles.form}>
      <p>The other side and our team read it. It cannot be changed afterwards.</p>
      <TextField
        {...field('text')}
        label="What happened?"
        required
        multiline
        minRows={4}
        maxRows={12}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <FormFailure message={failure} />
      <FormActions>
        <SubmitButton isSending={isSending} sending="Sending…">
          Add Statement
        </SubmitButton>
      </FormActions>
    </form>
  );
}
