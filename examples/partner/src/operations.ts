import { graphql } from './__generated__/gql.ts';

export const failure = graphql(`
  fragment Failure on Error {
    message
    ... on InvalidInputError {
      fieldErrors {
        field
        message
      }
    }
    ... on ConflictError {
      fieldErrors {
        field
        message
      }
    }
    ... on RateLimitedError {
      retryAfter
    }
    ... on UnavailableError {
      retryAfter
    }
  }
`);

export const readResort = graphql(`
  query ReadResort($id: ID!) {
    resort(id: $id) {
      id
    }
  }
`);

export const readListing = graphql(`
  query ReadListing($id: ID!) {
    node(id: $id) {
      ... on OwnListing {
        version
      }
    }
  }
`);

export const createListing = graphql(`
  mutation CreateListing($input: CreateListingInput!) {
    createListing(input: $input) {
      __typename
      ...Failure
      ... on CreateListingPayload {
        listing {
          id
          verificationStatus
        }
      }
    }
  }
`);

export const updateListing = graphql(`
  mutation UpdateListing($input: UpdateListingInput!) {
    updateListing(input: $input) {
      __typename
      ...Failure
      ... on UpdateListingPayload {
        listing {
          id
          verificationStatus
        }
      }
    }
  }
`);

export const withdrawListing = graphql(`
  mutation WithdrawListing($listingId: ID!) {
    withdrawListing(input: { listingId: $listingId }) {
      __typename
      ...Failure
      ... on WithdrawListingPayload {
        listing {
          id
        }
      }
    }
  }
`);

export const verifyTestListing = graphql(`
  mutation VerifyTestListing($listingId: ID!) {
    verifyTestListing(listingId: $listingId) {
      __typename
      ...Failure
      ... on VerifyTestListingPayload {
        listing {
          id
        }
      }
    }
  }
`);

export const readEndpoints = graphql(`
  query ReadEndpoints {
    organization {
      id
      webhookEndpoints {
        id
      }
    }
  }
`);

export const createEndpoint = graphql(`
  mutation CreateEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) {
      __typename
      ...Failure
      ... on CreateWebhookEndpointPayload {
        secret
        endpoint {
          id
        }
      }
    }
  }
`);

export const readBooking = graphql(`
  query ReadBooking($id: ID!) {
    booking(id: $id) {
      id
      version
      moves
      checkIn
      guestName
      totalPrice {
        formatted
      }
    }
  }
`);

export const moveBooking = graphql(`
  mutation MoveBooking($input: MoveBookingInput!) {
    moveBooking(input: $input) {
      __typename
      ...Failure
      ... on MoveBookingPayload {
        booking {
          status
        }
      }
    }
  }
`);
