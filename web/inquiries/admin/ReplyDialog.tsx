import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { ReplyDialogMutation } from '#web/__generated__/ReplyDialogMutation.graphql.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { FormActions, Form, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { FormDialog, useFinishDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { mostLetters, type Inquiry } from './inquiry.ts';

interface ReplyDialogProps extends DialogState {
  inquiry: Inquiry;
  refresh: () => Promise<void>;
}

export default function ReplyDialog({ inquiry, refresh, ...dialog }: ReplyDialogProps) {
  return (
    <FormDialog title="Reply by Mail" isWide {...dialog}>
      <ReplyForm inquiry={inquiry} refresh={refresh} />
    </FormDialog>
  );
}

function ReplyForm({ inquiry, refresh }: Pick<ReplyDialogProps, 'inquiry' | 'refresh'>) {
  const [reply] = useMutation<ReplyDialogMutation>(graphql`
    mutation ReplyDialogMutation($input: ReplyToInquiryInput!) {
      replyToInquiry(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const finish = useFinishDialog();
  // The version the administrator saw. After a conflict the changes are shown before it is updated.
  const [version, setVersion] = useState(inquiry.version);
  const form = useForm<{ text: string }>({
    initial: { text: '' },
    validate: ({ text }) => (text.trim() === '' ? { text: 'Message is required' } : {}),
    send: async ({ text }) => {
      const { replyToInquiry: result } = await reply({
        input: { inquiryId: inquiry.databaseId, version, text },
      });
      if (result?.error?.__typename === 'ConflictError') await refresh();
      assertAccepted(result);
      await refresh();
      finish({ title: 'Reply sent', description: `To ${inquiry.email}` });
    },
    fallbackMessage: 'The message could not be sent. Please try again',
  });
  const { field, isSending, failure } = form;
  const [latest] = inquiry.history;
  const isOutdated = version !== inquiry.version;
  return (
    <Form form={form} label="Reply by Mail">
      <p>
        To <strong>{inquiry.senderName}</strong> (<EmailText email={inquiry.email} />
        ). The message names {inquiry.propertyName}; answers reach the contact address of the site.
      </p>
      <TextField
        {...field('text')}
        label="Message"
        multiline
        minRows={6}
        maxRows={16}
        slotProps={{ htmlInput: { maxLength: mostLetters } }}
      />
      <FormFailure message={failure} />
      {isOutdated && latest ? (
        <>
          <p>
            The last that was done: {latest.actorName ?? 'someone'}
            {latest.kind === 'REPLY' ? ' replied' : ' changed it'}
            {latest.text ? `: “${latest.text}”` : '.'}
          </p>
          <Button variant="outlined" onClick={() => setVersion(inquiry.version)}>
            I Have Seen It
          </Button>
        </>
      ) : (
        <FormActions>
          <SubmitButton isSending={isSending} sending="Sending…">
            Send Reply
          </SubmitButton>
        </FormActions>
      )}
    </Form>
  );
}
