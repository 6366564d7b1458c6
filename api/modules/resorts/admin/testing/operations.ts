import { graphql } from '#api/generated/operations/gql.ts';

export const managedResortsQuery = graphql(`
  query ManagedResorts(
    $search: String
    $sort: ManagedResortSort! = NEWEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    managedResorts(
      search: $search
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
          slug
          name
          brand
          brandAliases
          amenities
          rating
          seasonText
          seasons {
            name
            firstWeek
            lastWeek
          }
          weekRule
          version
          listings
          bookings
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

export const createResortMutation = graphql(`
  mutation CreateResort($input: CreateResortInput!) {
    createResort(input: $input) {
      __typename
      ... on CreateResortPayload {
        resort {
          databaseId
          slug
          name
          amenities
          brandAliases
          seasonText
          version
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

export const updateResortMutation = graphql(`
  mutation UpdateResort($input: UpdateResortInput!) {
    updateResort(input: $input) {
      __typename
      ... on UpdateResortPayload {
        resort {
          name
          rating
          brandAliases
          latitude
          longitude
          seasonText
          version
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

export const deleteResortMutation = graphql(`
  mutation DeleteResort($input: DeleteResortInput!) {
    deleteResort(input: $input) {
      __typename
      ... on DeleteResortPayload {
        deletedResortId
      }
      ... on Error {
        message
      }
    }
  }
`);
