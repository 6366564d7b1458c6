import { graphql } from '#api/generated/operations/gql.ts';

graphql(`
  fragment SavedSearchRow on SavedSearch {
    id
    name
    query
    alerts
    filter {
      priceTier
      destinations
      brands
      amenities
      minRating
      availableFrom
      availableTo
      guests
      bedrooms
      isNewAvailability
    }
  }
`);

export const saveSearchMutation = graphql(`
  mutation SaveSearch($input: SaveSearchInput!) {
    saveSearch(input: $input) {
      __typename
      ... on SaveSearchPayload {
        savedSearch {
          ...SavedSearchRow
        }
      }
      ...Refusal
    }
  }
`);

export const unsubscribeMutation = graphql(`
  mutation Unsubscribe($token: String!) {
    unsubscribe(token: $token) {
      __typename
      ... on UnsubscribePayload {
        searchName
      }
      ... on Error {
        message
      }
    }
  }
`);
