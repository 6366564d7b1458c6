import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { DecisionDialogDismissMutation } from '#web/__generated__/DecisionDialogDismissMutation.graphql.ts';
import type { DecisionDialogRemoveAnswerMutation } from '#web/__generated__/DecisionDialogRemoveAnswerMutation.graphql.ts';
import type { DecisionDialogRemoveMutation } from '#web/__generated__/DecisionDialogRemoveMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { plural, verbFor } from '#common/numbers.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { settle } from '#web/admin/settle.ts';
import type { ReportedRow } from './moderationPageLoader.ts';

export type Decision = 'dismiss' | 'remove' | 'removeAnswer';

interface DecisionDialogProps {
  review: ReportedRow | undefined;
  decision: Decision;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

export default function DecisionDialog(props: DecisionDialogProps) {
  const { review, decision, refresh, ...dialog } = props;
  const { title, Form } = decisions[decision];
  return (
    <FormDialog title={title} {...dialog}>
      {review && <Form review={review} refresh={refresh} />}
    </FormDialog>
  );
}

interface FormProps {
  review: ReportedRow;
  refresh: () => Promise<void>;
}

const fallbackMessage = 'The decision could not be saved. Please try again';

function RemoveForm({ review, refresh }: FormProps) {
  // The review the administrator saw, whatever is loaded while the dialog is open.
  const [{ reviewId, openReportCount, title }] = useState(review);
  const [remove] = useMutation<DecisionDialogRemoveMutation>(graphql`
    mutation DecisionDialogRemoveMutation($input: RemoveReportedReviewInput!) {
      removeReportedReview(input: $input) {
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
  return (
    <ConfirmForm
      text={{
        label: 'Reason',
        requiredMessage: 'Reason is required',
        hint: 'Its author reads it, by mail',
      }}
      label="Remove Review"
      busyLabel="Removing…"
      color="error"
      fallbackMessage={fallbackMessage}
      run={async (reason) => {
        const { removeReportedReview: answer } = await remove({
          input: { reviewId, openReports: openReportCount, reason },
        });
        return settle(answer, refresh, { title: 'Review removed', description: title });
      }}
    >
      <p>
        <strong>{title}</strong> goes for good, and the rating of the resort moves with it. This
        settles {plural(openReportCount, 'report')}.
      </p>
    </ConfirmForm>
  );
}

function DismissForm({ review, refresh }: FormProps) {
  const [{ reviewId, openReportCount, title }] = useState(review);
  const [dismiss] = useMutation<DecisionDialogDismissMutation>(graphql`
    mutation DecisionDialogDismissMutation($input: DismissReviewReportsInput!) {
      dismissReviewReports(input: $input) {
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
  return (
    <ConfirmForm
      text={{ label: 'Note', hint: 'May be left out; it stands in the audit log' }}
      label="Keep Review"
      busyLabel="Saving…"
      fallbackMessage={fallbackMessage}
      run={async (note) => {
        const { dismissReviewReports: answer } = await dismiss({
          input: { reviewId, openReports: openReportCount, note: note || null },
        });
        return settle(answer, refresh, { title: 'Review kept', description: title });
      }}
    >
      <p>
        <strong>{title}</strong> stays as it is, and {plural(openReportCount, 'report')} about it{' '}
        {verbFor(openReportCount, 'be')} dismissed. Nobody is told.
      </p>
    </ConfirmForm>
  );
}

function RemoveAnswerForm({ review, refresh }: FormProps) {
  const [{ reviewId, openReportCount, title }] = useState(review);
  const [remove] = useMutation<DecisionDialogRemoveAnswerMutation>(graphql`
    mutation DecisionDialogRemoveAnswerMutation($input: RemoveReviewAnswerInput!) {
      removeReviewAnswer(input: $input) {
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
  return (
    <ConfirmForm
      text={{
        label: 'Reason',
        requiredMessage: 'Reason is required',
        hint: 'The owner of the week reads it, by mail',
      }}
      label="Remove Answer"
      busyLabel="Removing…"
      color="error"
      fallbackMessage={fallbackMessage}
      run={async (reason) => {
        const { removeReviewAnswer: answer } = await remove({
          input: { reviewId, openReports: openReportCount, reason },
        });
        return settle(answer, refresh, { title: 'Answer removed', description: title });
      }}
    >
      <p>
        The owner’s answer to <strong>{title}</strong> goes for good; the review stays. This settles{' '}
        {plural(openReportCount, 'report')}.
      </p>
    </ConfirmForm>
  );
}

const decisions = {
  dismiss: { title: 'Keep Review', Form: DismissForm },
  remove: { title: 'Remove Review', Form: RemoveForm },
  removeAnswer: { title: 'Remove Answer', Form: RemoveAnswerForm },
};
