import { graphql } from '../../../generated/operations/gql.ts';

export const setBookingStatusMutation = graphql(`
  mutation SetBookingStatus($input: SetBookingStatusInput!) {
    setBookingStatus(input: $input) {
      __typename
      ... on SetBookingStatusPayload {
        booking {
          status
          moves
        }
      }
      ... on Error {
        message
      }
    }
  }
`);
