import { TextField } from '../../ui/material/TextField.ts';
import { graphql } from 'react-relay/hooks';
import type {
  ReportDialogMutation,
  ReviewReportReason,
} from '../../__generated__/ReportDialogMutation.graphql.ts';
import { FormActions } from '../../ui/forms/FormActions.tsx';
import { FormDialog, useFinishDialog } from '../../ui/dialogs/FormDialog.tsx';
import { FormFailure } from '../../ui/forms/FormFailure.tsx';
import { useForm } from '../../ui/forms/useForm.ts';
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx';
import { assertAccepted } from '../../relay/refusal.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { reportReasons, validateReport, type ReportForm } from './reviewForms.ts';
import styles from './ReviewDialog.module.css';

interface ReportDialogProps {
  reviewId: string;
  author: string;
  /** Whether it is the viewer's own review, of which they report the answer. */
  isOwn: boolean;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function ReportDialog({ reviewId, author, isOwn, ...dialog }: ReportDialogProps) {
  return (
    <FormDialog title={isOwn ? 'Report Answer' : 'Report Review'} {...dialog}>
      <p className={styles.lead}>
        What is wrong with {isOwn ? 'the answer to your review' : `the review by ${author}`}? Our
        team looks at every report.
      </p>
      <ReportReviewForm reviewId={reviewId} />
    </FormDialog>
  );
}

interface ReportReviewFormProps {
  reviewId: string;
}

function ReportReviewForm({ reviewId }: ReportReviewFormProps) {
  const [report] = useMutation<ReportDialogMutation>(graphql`
    mutation ReportDialogMutation($input: ReportReviewInput!) {
      reportReview(input: $input) {
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
  const { formRef, field, submit, isSending, failure } = useForm<ReportForm>({
    initial: { reason: '', details: '' },
    validate: validateReport,
    send: async ({ reason, details }) => {
      const { reportReview } = await report({
        input: { reviewId, reason: reason as ReviewReportReason, details },
      });
      assertAccepted(reportReview);
      finish({ title: 'Report sent', description: 'Thank you. Our team looks at it' });
    },
    fallbackMessage: 'Your report could not be sent. Please try again',
  });
  const reason = field('reason');
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Report Review">
      <fieldset
        role="radiogroup"
        className={styles.choices}
        aria-invalid={reason.error}
        aria-describedby={reason.error ? 'reason-error' : undefined}
      >
        <legend>Reason</legend>
        {Object.entries(reportReasons).map(([value, label]) => (
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
