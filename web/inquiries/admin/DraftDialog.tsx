import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { DraftDialogMutation } from '#web/__generated__/DraftDialogMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { useMutation } from '#web/relay/useMutation.ts';
import { settle } from '#web/admin/settle.ts';
import type { Inquiry } from './inquiry.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

interface DraftDialogProps extends DialogState {
  inquiry: Inquiry;
  refresh: () => Promise<void>;
}

export default function DraftDialog({ inquiry, refresh, ...dialog }: DraftDialogProps) {
  return (
    <FormDialog title="Turn into a Listing Draft" {...dialog}>
      <DraftForm inquiry={inquiry} refresh={refresh} />
    </FormDialog>
  );
}

function DraftForm({ inquiry, refresh }: Pick<DraftDialogProps, 'inquiry' | 'refresh'>) {
  // The inquiry the administrator saw, whatever is loaded while the dialog is open.
  const [seen] = useState(inquiry);
  const [turn] = useMutation<DraftDialogMutation>(graphql`
    mutation DraftDialogMutation($input: TurnInquiryIntoDraftInput!) {
      turnInquiryIntoDraft(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const draft = seen.senderDraft;
  return (
    <ConfirmForm
      label={draft ? 'Replace Their Draft' : 'Make the Draft'}
      busyLabel="Making it…"
      color={draft ? 'error' : 'primary'}
      fallbackMessage="The draft could not be made. Please try again"
      run={async () => {
        const { turnInquiryIntoDraft: answer } = await turn({
          input: {
            inquiryId: seen.databaseId,
            version: seen.version,
            draftVersion: draft?.version ?? 0,
          },
        });
        return settle(answer, refresh, {
          title: 'Listing draft made',
          description: `${seen.senderName} was told by mail`,
        });
      }}
    >
      <p>
        What <strong>{seen.senderName}</strong> sent goes into the listing draft of their account.
        They are told by mail, look it over, add what is missing and list it themselves.
      </p>
      {draft && (
        <p>
          <strong>
            {seen.hasDraft
              ? 'They have this draft already'
              : 'They have begun a listing of their own'}
          </strong>
          {draft.title !== '' && `, “${draft.title}”`}, saved{' '}
          <LocalTime instant={draft.updatedAt} />. It would be replaced, and the mail says so.
        </p>
      )}
    </ConfirmForm>
  );
}
