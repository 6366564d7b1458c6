import { graphql } from 'react-relay/hooks';

/** A booking whose stay is reviewed, or whose review is answered. */
export const stayToReview = graphql`
  query stayToReviewLoaderQuery($bookingId: ID!) {
    viewer {
      id
    }
    booking(id: $bookingId) {
      guest {
        id
      }
      ...StayName_booking
      ...StayReview_booking
      ...AnswerReview_booking
    }
  }
`;
