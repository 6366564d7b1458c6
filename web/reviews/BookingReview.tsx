import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingReview_booking$key } from '../__generated__/BookingReview_booking.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { Panel } from '../ui/panels/Panel.tsx';
import { AnswerReview } from './AnswerReview.tsx';
import { StayReview } from './StayReview.tsx';

export function BookingReview({ booking: key }: { booking: BookingReview_booking$key }) {
  const booking = useFragment<BookingReview_booking$key>(bookingFragment, key);
  const { databaseId, canReview, parts, review, resort } = booking;
  if (!review && !canReview) return null;
  return (
    <Panel title={review ? 'Review of the stay' : 'How was your stay?'}>
      {review ? <AnswerReview booking={booking} /> : <StayReview booking={booking} />}
      {review && parts.includes('TRAVELER') && (
        <ButtonLink to={`/resort/${resort.databaseId}?review=${databaseId}`} variant="quiet">
          Change Review
        </ButtonLink>
      )}
    </Panel>
  );
}

const bookingFragment = graphql`
  fragment BookingReview_booking on Booking {
    databaseId
    canReview
    parts
    review {
      __typename
    }
    resort {
      databaseId
    }
    ...StayReview_booking
    ...AnswerReview_booking
  }
`;
