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
      ...StayName_booking
      ...StayReview_booking
      ...AnswerReview_booking
    }
  }
`;
