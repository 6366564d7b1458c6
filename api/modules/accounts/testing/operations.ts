import { graphql } from '#api/generated/operations/gql.ts';

graphql(`
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
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ... on RateLimitedError {
        retryAfter
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
      ...Refusal
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

export const signOutMutation = graphql(`
  mutation SignOut {
    signOut {
      __typename
      ... on SignOutPayload {
        signedOut
      }
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
      ...Refusal
      ... on RateLimitedError {
        retryAfter
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

export const requestPasswordResetMutation = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      __typename
      ... on RequestPasswordResetPayload {
        message
      }
      ...Refusal
    }
  }
`);
