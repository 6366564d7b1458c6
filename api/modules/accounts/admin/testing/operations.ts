import { graphql } from '#api/generated/operations/gql.ts';

export const usersQuery = graphql(`
  query Users(
    $search: String
    $role: UserRole
    $sort: UserSort! = NEWEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    users(
      search: $search
      role: $role
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          username
          email
          firstName
          lastName
          role
          createdAt
          administration {
            version
            bookings
            listings
          }
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

export const addUserMutation = graphql(`
  mutation AddUser($input: AddUserInput!) {
    addUser(input: $input) {
      __typename
      ... on AddUserPayload {
        user {
          databaseId
          role
          administration {
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

export const updateUserMutation = graphql(`
  mutation UpdateUser($input: UpdateUserInput!) {
    updateUser(input: $input) {
      __typename
      ... on UpdateUserPayload {
        user {
          username
          email
          firstName
          lastName
          role
          emailVerified
          administration {
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

export const endUserSessionsMutation = graphql(`
  mutation EndUserSessions($input: EndUserSessionsInput!) {
    endUserSessions(input: $input) {
      __typename
      ... on EndUserSessionsPayload {
        ended
        user {
          username
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const deleteUserMutation = graphql(`
  mutation DeleteUser($input: DeleteUserInput!) {
    deleteUser(input: $input) {
      __typename
      ... on DeleteUserPayload {
        deletedUserId
        isDeactivated
      }
      ... on Error {
        message
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
