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

export const publishRows = graphql(`
  mutation PublishRows($rows: [ListingRowInput!]!) {
    bulkUpsertListings(input: { rows: $rows }) {
      __typename
      ...Failure
      ... on BulkUpsertListingsPayload {
        results {
          reference
          status
          listing {
            id
            status
            verificationStatus
          }
          fieldErrors {
            field
            message
          }
        }
      }
    }
  }
`);

export const relistListing = graphql(`
  mutation RelistListing($listingId: ID!) {
    relistListing(input: { listingId: $listingId }) {
      __typename
      ...Failure
      ... on RelistListingPayload {
        listing {
          id
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
