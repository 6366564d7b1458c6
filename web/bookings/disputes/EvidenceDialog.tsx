import { graphql } from 'react-relay/hooks';
import type { EvidenceDialogMutation } from '#web/__generated__/EvidenceDialogMutation.graphql.ts';
import { evidenceFile } from '#web/listings/upload/contractFiles.ts';
import { UploadPanel } from '#web/listings/upload/UploadPanel.tsx';
import { useContractUpload } from '#web/listings/upload/useContractUpload.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { FormDialog, useFinishDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import { TextField } from '#web/ui/material/TextField.ts';

interface EvidenceDialogProps extends DialogState {
  name: 'statement' | 'file';
  title: string;
  bookingId: string;
}

export default function EvidenceDialog({ name, bookingId, ...dialog }: EvidenceDialogProps) {
  const Content = name === 'statement' ? Statement : Upload;
  return (
    <FormDialog {...dialog}>
      <Content bookingId={bookingId} />
    </FormDialog>
  );
}

function Statement({ bookingId }: { bookingId: string }) {
  const addEvidence = useAddEvidence(bookingId);
  const finish = useFinishDialog();
  const form = useForm({
    initial: { text: '' },
    validate: ({ text }) => ({ ...(text.trim() === '' && { text: 'Write what happened' }) }),
    send: async ({ text }) => {
      await addEvidence({ text });
      finish({ title: 'Statement added', description: 'The other side and our team can read it' });
    },
    fallbackMessage: 'Your statement could not be sent. Please try again',
  });
  return (
    <DialogForm
      form={form}
      className="stack gap-4 pretty breaks"
      submit="Add Statement"
      sending="Sending…"
    >
      <p>The other side and our team read it. It cannot be changed afterwards.</p>
      <TextField
        {...form.field('text')}
        label="What happened?"
        required
        multiline
        minRows={4}
        maxRows={12}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
    </DialogForm>
  );
}

function Upload({ bookingId }: { bookingId: string }) {
  const addEvidence = useAddEvidence(bookingId);
  const finish = useFinishDialog();
  const upload = useContractUpload({
    kind: evidenceFile,
    accept: async ({ contractDocumentUrl, fileName }) => {
      await addEvidence({ documentUrl: contractDocumentUrl });
      finish({ title: 'File added', description: fileName });
    },
    onChange: () => undefined,
  });
  return (
    <div className="stack gap-4 pretty breaks">
      <UploadPanel upload={upload} />
    </div>
  );
}

function useAddEvidence(bookingId: string) {
  const keyOf = useIdempotencyKeys();
  const [addEvidence] = useCommand<EvidenceDialogMutation>(graphql`
    mutation EvidenceDialogMutation($input: AddEvidenceInput!) {
      addEvidence(input: $input) {
        ... on AddEvidencePayload {
          booking {
            ...BothSides_booking
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return async (evidence: { text: string } | { documentUrl: string }): Promise<void> => {
    const sent = { bookingId, ...evidence };
    const input = { ...sent, idempotencyKey: keyOf(sent) };
    await addEvidence({ input });
  };
}
