import { graphql } from 'react-relay/hooks';
import type {
  MessageReportReason,
  ReportMessageDialogMutation,
} from '../../__generated__/ReportMessageDialogMutation.graphql.ts';
import { assertAccepted } from '../../relay/refusal.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { FormDialog, useFinishDialog } from '../../ui/dialogs/FormDialog.tsx';
import { FormActions } from '../../ui/forms/FormActions.tsx';
import { FormFailure } from '../../ui/forms/FormFailure.tsx';
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx';
import { useForm } from '../../ui/forms/useForm.ts';
import { TextField } from '../../ui/material/TextField.ts';
import styles from './ReportMessageDialog.module.css';

interface ReportMessageDialogProps {
  messageId: string;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

const reasons = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  OUTSIDE_PAYMENT: 'Asks to pay or book elsewhere',
  OTHER: 'Something else',
};

export default function ReportMessageDialog(props: ReportMessageDialogProps) {
  const { messageId, name, ...dialog } = props;
  return (
    <FormDialog title="Report Message" {...dialog}>
      <p>
        What is wrong with this message by {name}? Our team looks at every report, and can then read
        the conversation.
      </p>
      <ReportForm messageId={messageId} />
    </FormDialog>
  );
}

interface Report {
  reason: string;
  details: string;
}

function ReportForm({ messageId }: { messageId: string }) {
  const [report] = useMutation<ReportMessageDialogMutation>(graphql`
    mutation ReportMessageDialogMutation($input: ReportMessageInput!) {
      reportMessage(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const finish = useFinishDialog();
  const { formRef, field, submit, isSending, failure } = useForm<Report>({
    initial: { reason: '', details: '' },
    validate: ({ reason, details }) => ({
      ...(reason === '' && { reason: 'Choose a reason' }),
      ...(reason === 'OTHER' && details.trim() === '' && { details: 'Tell us what is wrong' }),
    }),
    send: async ({ reason, details }) => {
      const { reportMessage } = await report({
        input: { messageId, reason: reason as MessageReportReason, details },
      });
      assertAccepted(reportMessage);
      finish({ title: 'Report sent', description: 'Thank you. Our team looks at it' });
    },
    fallbackMessage: 'Your report could not be sent. Please try again',
  });
  const reason = field('reason');
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Report Message">
      <fieldset
        role="radiogroup"
        className={styles.choices}
        aria-invalid={reason.error}
        aria-describedby={reason.error ? 'reason-error' : undefined}
      >
        <legend>Reason</legend>
        {Object.entries(reasons).map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="reason"
              value={value}
              checked={reason.value === value}
              onChange={reason.onChange}
            />
            {label}
          </label>
        ))}
        {reason.error && (
          <p id="reason-error" className={styles.error}>
            {reason.helperText}
          </p>
        )}
      </fieldset>
      <TextField {...field('details')} label="Details (optional)" multiline minRows={3} />
      <FormFailure message={failure} />
      <FormActions>
        <SubmitButton isSending={isSending} sending="Sending…">
          Send Report
        </SubmitButton>
      </FormActions>
    </form>
  );
}
