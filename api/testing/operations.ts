import { graphql } from '../generated/operations/gql.ts';

/** What the tests send to /graphql; `npm run generate:operations` types it. */

export const accountFragment = graphql(`
  fragment Account on User {
    id
    databaseId
    username
    email
    firstName
    lastName
    role
    createdAt
  }
`);

export const viewerQuery = graphql(`
  query Viewer {
    viewer {
      ...Account
    }
  }
`);

export const signUpMutation = graphql(`
  mutation SignUp($input: SignUpInput!) {
    signUp(input: $input) {
      __typename
      ... on SignUpPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
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
      ... on UnavailableError {
        retryAfterSeconds
      }
    }
  }
`);

export const signInMutation = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      __typename
      ... on SignInPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on UnavailableError {
        retryAfterSeconds
      }
    }
  }
`);

export const signOutMutation = graphql(`
  mutation SignOut {
    signOut {
      signedOut
    }
  }
`);

export const changePasswordMutation = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      __typename
      ... on ChangePasswordPayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on UnavailableError {
        retryAfterSeconds
      }
    }
  }
`);

export const resortFragment = graphql(`
  fragment ResortRow on Resort {
    id
    databaseId
    name
    brand
    location
    destination
    description
    imageUrl
    amenities
    rating
    reviewCount
    availableRentals
    priceMin
    priceMax
    isNewAvailability
    createdAt
  }
`);

export const resortsQuery = graphql(`
  query Resorts(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort! = HIGHEST_RATED
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resorts(
      query: $query
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      readAs
      edges {
        cursor
        node {
          ...ResortRow
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const countQuery = graphql(`
  query Count($query: String, $filter: ResortFilter) {
    resorts(query: $query, filter: $filter, first: 1) {
      totalCount {
        value
        isCapped
      }
    }
  }
`);

export const topResortsQuery = graphql(`
  query TopResorts($first: Int) {
    topResorts(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

export const newAvailabilityQuery = graphql(`
  query NewAvailability($first: Int) {
    newAvailability(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

export const resortQuery = graphql(`
  query Resort($id: ID!) {
    resort(id: $id) {
      ...ResortRow
    }
  }
`);

export const reviewsQuery = graphql(`
  query Reviews($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    resort(id: $id) {
      reviews(first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            id
            rating
            title
            content
            createdAt
            author {
              name
              memberSince
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          endCursor
          startCursor
        }
      }
    }
  }
`);

export const nodeQuery = graphql(`
  query Node($id: ID!) {
    node(id: $id) {
      __typename
      id
    }
  }
`);

export const nodesQuery = graphql(`
  query Nodes($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
    }
  }
`);

export const siteQuery = graphql(`
  query Site {
    site {
      title
      contactEmail
    }
  }
`);

export const updateProfileMutation = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      __typename
      ... on UpdateProfilePayload {
        user {
          ...Account
        }
      }
      ... on Error {
        message
      }
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
    }
  }
`);

export const verifyEmailMutation = graphql(`
  mutation VerifyEmail($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      __typename
      ... on VerifyEmailPayload {
        email
        user {
          id
          emailVerified
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const resendVerificationMutation = graphql(`
  mutation ResendVerification {
    resendVerification {
      __typename
      ... on ResendVerificationPayload {
        sent
        user {
          emailVerified
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const requestEmailChangeMutation = graphql(`
  mutation RequestEmailChange($input: RequestEmailChangeInput!) {
    requestEmailChange(input: $input) {
      __typename
      ... on RequestEmailChangePayload {
        sentTo
      }
      ... on Error {
        message
      }
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
    }
  }
`);

export const confirmEmailChangeMutation = graphql(`
  mutation ConfirmEmailChange($input: ConfirmEmailChangeInput!) {
    confirmEmailChange(input: $input) {
      __typename
      ... on ConfirmEmailChangePayload {
        email
        user {
          email
          emailVerified
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const requestPasswordResetMutation = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      __typename
      ... on RequestPasswordResetPayload {
        message
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const resetPasswordMutation = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      __typename
      ... on ResetPasswordPayload {
        username
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

export const sessionsQuery = graphql(`
  query Sessions {
    viewer {
      sessions {
        id
        createdAt
        device
        address
        isCurrent
      }
    }
  }
`);

export const endSessionMutation = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionPayload {
        ended
        user {
          sessions {
            id
            isCurrent
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const endOtherSessionsMutation = graphql(`
  mutation EndOtherSessions {
    endOtherSessions {
      ended
      user {
        sessions {
          id
          isCurrent
        }
      }
    }
  }
`);
