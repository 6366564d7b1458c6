import { graphql } from 'react-relay/hooks';
import type {
  ReportDialogMutation,
  ReviewReportReason,
} from '#web/__generated__/ReportDialogMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ReportForm } from '#web/moderation/report/ReportForm.tsx';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';

interface ReportDialogProps extends DialogState {
  reviewId: string;
  author: string;
  /** Whether the review is the viewer's own, so that only the answer can be reported. */
  isOwn: boolean;
}

const reasons = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  PRIVATE_DATA: "Someone's private details",
  NOT_GENUINE: 'Not a genuine stay',
  OTHER: 'Something else',
} satisfies Partial<Record<ReviewReportReason, string>>;

export default function ReportDialog({ reviewId, author, isOwn, ...dialog }: ReportDialogProps) {
  const [report] = useCommand<ReportDialogMutation>(graphql`
    mutation ReportDialogMutation($input: ReportReviewInput!) {
      reportReview(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <FormDialog title={isOwn ? 'Report Answer' : 'Report Review'} {...dialog}>
      <p className="soft">
        What is wrong with {isOwn ? 'the answer to your review' : `the review by ${author}`}? Our
        team looks at every report.
      </p>
      <ReportForm
        label="Report Review"
        reasons={reasons}
        send={(sent) => report({ input: { reviewId, ...sent } })}
      />
    </FormDialog>
  );
}
