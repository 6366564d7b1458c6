import { graphql, useFragment } from 'react-relay/hooks';
import type {
  StayReview_booking$data,
  StayReview_booking$key,
} from '../__generated__/StayReview_booking.graphql.ts';
import { ReviewForm } from './ReviewForm.tsx';

interface StayReviewProps {
  booking: StayReview_booking$key;
  pageId?: string | undefined;
}

export function StayReview({ booking: key, pageId }: StayReviewProps) {
  const booking = useFragment<StayReview_booking$key>(bookingFragment, key);
  const { resort, review, canReview } = booking;
  return canReview || review ? (
    <ReviewForm place={resort} booking={booking} own={review} pageId={pageId} />
  ) : (
    <p>{whyNot(booking.status)}</p>
  );
}

function whyNot(status: StayReview_booking$data['status']): string {
  switch (status) {
    case 'DECLINED':
    case 'EXPIRED':
    case 'CANCELLED':
      return 'This stay did not take place, so there is nothing to review.';
    case 'DISPUTED':
      return 'You can review your stay once the problem that you reported is settled.';
    default:
      return 'You can review your stay once it is over. We write to you then.';
  }
}

const bookingFragment = graphql`
  fragment StayReview_booking on Booking {
    ...ReviewForm_booking
    status
    canReview
    review {
      ...ReviewForm_review
    }
    resort {
      ...ReviewForm_resort
    }
  }
`;
