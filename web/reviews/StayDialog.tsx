import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import type { stayToReviewLoaderQuery } from '#web/__generated__/stayToReviewLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { FormDialog, type DialogState } from '../ui/dialogs/FormDialog.tsx';
import { SectionBoundary } from '../ui/layout/SectionBoundary.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { formatDay } from '../ui/words/dates.ts';
import { AnswerReview } from './AnswerReview.tsx';
import { StayReview } from './StayReview.tsx';
import { stayToReview } from './stayToReviewLoader.ts';

interface ReviewedStayProps {
  kind: 'stay' | 'answer';
  reference: PreloadedQuery<stayToReviewLoaderQuery>;
  pageId: string | undefined;
}

interface StayDialogProps extends DialogState, Omit<ReviewedStayProps, 'reference'> {
  reference: ReviewedStayProps['reference'] | undefined;
}

const titles = { stay: 'How Was Your Stay?', answer: 'Answer the Review' };

export default function StayDialog({ kind, reference, pageId, ...dialog }: StayDialogProps) {
  return (
    <FormDialog title={titles[kind]} isWide={kind === 'answer'} {...dialog}>
      {reference && (
        <SectionBoundary message="The booking could not be loaded" attempt={reference}>
          <Suspense fallback={<Skeleton height="320px" radius="14px" />}>
            <ReviewedStay kind={kind} reference={reference} pageId={pageId} />
          </Suspense>
        </SectionBoundary>
      )}
    </FormDialog>
  );
}

function ReviewedStay({ kind, reference, pageId }: ReviewedStayProps) {
  const { booking, viewer } = useOwnedPreloadedQuery<stayToReviewLoaderQuery>(
    stayToReview,
    reference,
  );
  if (!booking || (kind === 'stay' && booking.guest?.id !== viewer?.id)) {
    return (
      <p>There is no such booking of yours. Are you signed in with the account that has it?</p>
    );
  }
  return (
    <>
      <p className="soft">
        <strong className="ink">{booking.resort.name}</strong>
        <br />
        {formatDay(booking.checkIn)} to {formatDay(booking.checkOut)}
      </p>
      {kind === 'stay' ? (
        <StayReview booking={booking} pageId={pageId} />
      ) : (
        <AnswerReview booking={booking} />
      )}
    </>
  );
}
