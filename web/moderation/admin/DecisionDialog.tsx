import { graphql } from 'react-relay/hooks';
import type { DecisionDialogDismissMutation } from '#web/__generated__/DecisionDialogDismissMutation.graphql.ts';
import type { DecisionDialogRemoveAnswerMutation } from '#web/__generated__/DecisionDialogRemoveAnswerMutation.graphql.ts';
import type { DecisionDialogRemoveMutation } from '#web/__generated__/DecisionDialogRemoveMutation.graphql.ts';
import { plural, verbFor } from '#common/numbers.ts';
import { useSettled } from '#web/admin/settle.ts';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { ModerationDialog, type ModerationForm } from './ModerationDialog.tsx';
import type { ReportedRow } from './ReportedReview.tsx';

export default function DecisionDialog(props: RowDialogProps<ReportedRow>) {
  const { name, refresh } = props;
  const dismiss = useSettled<DecisionDialogDismissMutation>(graphql`
    mutation DecisionDialogDismissMutation($input: DismissReviewReportsInput!) {
      answer: dismissReviewReports(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const remove = useSettled<DecisionDialogRemoveMutation>(graphql`
    mutation DecisionDialogRemoveMutation($input: RemoveReportedReviewInput!) {
      answer: removeReportedReview(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const removeAnswer = useSettled<DecisionDialogRemoveAnswerMutation>(graphql`
    mutation DecisionDialogRemoveAnswerMutation($input: RemoveReviewAnswerInput!) {
      answer: removeReviewAnswer(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const formOf = (review: ReportedRow): ModerationForm => {
    const { reviewId, openReportCount: openReports, title: description } = review;
    const reports = plural(openReports, 'report');
    const subject = <strong>{description}</strong>;
    if (name === 'remove') {
      return {
        label: title,
        busyLabel: 'Removing…',
        reader: 'Its author reads it, by mail',
        run: (reason) =>
          remove(
            { reviewId, openReports, reason },
            { title: 'Review removed', description },
            refresh,
          ),
        children: (
          <p>
            {subject} goes for good, and the rating of the resort moves with it. This settles{' '}
            {reports}.
          </p>
        ),
      };
    }
    if (name === 'removeAnswer') {
      return {
        label: title,
        busyLabel: 'Removing…',
        reader: 'The owner of the week reads it, by mail',
        run: (reason) =>
          removeAnswer(
            { reviewId, openReports, reason },
            { title: 'Answer removed', description },
            refresh,
          ),
        children: (
          <p>
            The owner’s answer to {subject} goes for good; the review stays. This settles {reports}.
          </p>
        ),
      };
    }
    return {
      label: title,
      run: (note) =>
        dismiss(
          { reviewId, openReports, note: note || null },
          { title: 'Review kept', description },
          refresh,
        ),
      children: (
        <p>
          {subject} stays as it is, and {reports} about it {verbFor(openReports, 'be')} dismissed.
          Nobody is told.
        </p>
      ),
    };
  };
  const title = titles[name] ?? 'Keep Review';
  return <ModerationDialog title={title} formOf={formOf} {...props} />;
}

const titles: Readonly<Record<string, string>> = {
  remove: 'Remove Review',
  removeAnswer: 'Remove Answer',
};
