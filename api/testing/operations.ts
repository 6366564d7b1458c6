import { graphql } from '../generated/operations/gql.ts';

/** Why a mutation was refused. */
graphql(`
  fragment Refusal on Error {
    message
    ... on InvalidInputError {
      fieldErrors {
        field
        message
      }
    }
  }
`);

/** Lists of several areas at once. */
export const memberAreaQuery = graphql(`
  query MemberArea($first: Int, $after: String) {
    viewer {
      bookings(first: $first, after: $after) {
        edges {
          node {
            databaseId
            checkIn
            checkOut
            guests
            status
            resort {
              name
            }
          }
        }
      }
      listings(first: $first, after: $after) {
        edges {
          node {
            databaseId
            title
            availableFrom
            availableTo
            pricePerNight {
              amount
              currency
            }
            status
            resort {
              name
            }
          }
        }
      }
      inquiries(first: $first, after: $after) {
        edges {
          node {
            id
            propertyName
            resortName
            askingPrice
            status
          }
        }
      }
      savedSearches(first: $first, after: $after) {
        edges {
          cursor
          node {
            ...SavedSearchRow
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
