import { graphql } from '#api/generated/operations/gql.ts';

graphql(`
  fragment OwnListingRow on OwnListing {
    id
    databaseId
    reference
    title
    description
    resort {
      id
      name
    }
    availableFrom
    availableTo
    nights
    minNights
    isWholeOnly
    weekNumbers
    pricePerNight {
      amount
      currency
    }
    maxGuests
    bedrooms
    isForSale
    salePrice {
      amount
      currency
    }
    facts {
      ownership
      season
      weekNumber
      checkInDay
      unitType
      view
      use
      tenure
      maintenanceFee {
        amount
        currency
      }
      nextFeePaidBy
      rightOfFirstRefusal
      resaleRestrictions
    }
    status
    hasContract
    evidenceEndsOn
    reviewRequestedAt
    escrowStatus
    version
    hasCalendarLink
    stays {
      checkIn
      checkOut
      guests
      totalPrice {
        amount
        currency
      }
      isOnHold
    }
    earned {
      amount
      currency
    }
    history {
      kind
      note
      author
    }
    createdAt
  }
`);

export const ownListingQuery = graphql(`
  query OwnListing($id: ID!) {
    viewer {
      listing(databaseId: $id) {
        ...OwnListingRow
      }
    }
  }
`);

export const createListingMutation = graphql(`
  mutation CreateListing($input: CreateListingInput!) {
    createListing(input: $input) {
      __typename
      ... on CreateListingPayload {
        listing {
          ...OwnListingRow
        }
        viewer {
          listingDraft {
            version
          }
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const withdrawListingMutation = graphql(`
  mutation WithdrawListing($input: ListingIdInput!) {
    withdrawListing(input: $input) {
      __typename
      ... on WithdrawListingPayload {
        listing {
          status
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const relistListingMutation = graphql(`
  mutation RelistListing($input: ListingIdInput!) {
    relistListing(input: $input) {
      __typename
      ... on RelistListingPayload {
        listing {
          status
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const verificationQueueQuery = graphql(`
  query VerificationQueue(
    $status: ContractVerificationStatus! = PENDING
    $few: Int
    $after: String
  ) {
    verificationQueue(status: $status, first: $few, after: $after) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          ...OwnListingRow
          owner {
            email
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const verifyListingMutation = graphql(`
  mutation VerifyListing($input: VerifyListingInput!) {
    verifyListing(input: $input) {
      __typename
      ... on VerifyListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ...Refusal
    }
  }
`);

export const rejectListingMutation = graphql(`
  mutation RejectListing($input: RejectListingInput!) {
    rejectListing(input: $input) {
      __typename
      ... on RejectListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ...Refusal
    }
  }
`);

export const askAboutListingMutation = graphql(`
  mutation AskAboutListing($input: AskAboutListingInput!) {
    askAboutListing(input: $input) {
      __typename
      ... on AskAboutListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ...Refusal
    }
  }
`);

export const verificationListingQuery = graphql(`
  query VerificationListing($id: ID!) {
    verificationListing(databaseId: $id) {
      title
      nextInQueueId
      reviewedFields
      owner {
        email
      }
      contract {
        fileName
        contentType
        size
        uploadedAt
      }
      history {
        kind
        author
        actorName
      }
    }
  }
`);

export const updateListingMutation = graphql(`
  mutation UpdateListing($input: UpdateListingInput!) {
    updateListing(input: $input) {
      __typename
      ... on UpdateListingPayload {
        listing {
          ...OwnListingRow
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);
