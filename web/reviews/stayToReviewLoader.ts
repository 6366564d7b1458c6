import { graphql } from 'react-relay/hooks';

export const stayToReview = graphql`
  query stayToReviewLoaderQuery($bookingId: ID!) {
    viewer {
      id
    }
    booking(id: $bookingId) {
      guest {
        id
      }
      checkIn
      checkOut
      resort {
        name
      }
      ...StayReview_booking
      ...AnswerReview_booking
    }
  }
`;
