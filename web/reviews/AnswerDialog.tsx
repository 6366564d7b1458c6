import type { PreloadedQuery } from 'react-relay/hooks';
import type { stayToReviewLoaderQuery } from '../__generated__/stayToReviewLoaderQuery.graphql.ts';
import { FormDialog } from '../ui/dialogs/FormDialog.tsx';
import { AnswerReview } from './AnswerReview.tsx';
import { ReviewedStay } from './ReviewedStay.tsx';
import { StayName } from './StayName.tsx';

interface AnswerDialogProps {
  /** Undefined while the dialog closes. */
  reference: PreloadedQuery<stayToReviewLoaderQuery> | undefined;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function AnswerDialog({ reference, ...dialog }: AnswerDialogProps) {
  return (
    <FormDialog title="Answer the Review" isWide {...dialog}>
      <ReviewedStay reference={reference}>
        {(booking) => (
          <>
            <StayName booking={booking} />
            <AnswerReview booking={booking} />
          </>
        )}
      </ReviewedStay>
    </FormDialog>
  );
}
