import type { PreloadedQuery } from 'react-relay/hooks';
import type { stayToReviewLoaderQuery } from '../__generated__/stayToReviewLoaderQuery.graphql.ts';
import { FormDialog } from '../ui/dialogs/FormDialog.tsx';
import { NoSuchStay, ReviewedStay } from './ReviewedStay.tsx';
import { StayName } from './StayName.tsx';
import { StayReview } from './StayReview.tsx';

interface StayReviewDialogProps {
  /** Undefined while the dialog closes. */
  reference: PreloadedQuery<stayToReviewLoaderQuery> | undefined;
  pageId?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function StayReviewDialog({ reference, pageId, ...dialog }: StayReviewDialogProps) {
  return (
    <FormDialog title="How Was Your Stay?" {...dialog}>
      <ReviewedStay reference={reference}>
        {(booking, viewer) =>
          booking.guest?.id === viewer?.id ? (
            <>
              <StayName booking={booking} />
              <StayReview booking={booking} pageId={pageId} />
            </>
          ) : (
            <NoSuchStay />
          )
        }
      </ReviewedStay>
    </FormDialog>
  );
}
