import { graphql } from '#api/generated/operations/gql.ts';

export const weeksQuery = graphql(`
  query Weeks(
    $id: ID!
    $month: String
    $night: Date
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resort(id: $id) {
      weeks(
        month: $month
        night: $night
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        edges {
          cursor
          node {
            databaseId
            title
            description
            availableFrom
            availableTo
            nights
            freeNights
            freeStays {
              checkIn
              checkOut
              nights
              total {
                formatted
              }
            }
            weekNumbers
            pricePerNight {
              amount
              currency
            }
            total {
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
  }
`);

export const availabilityQuery = graphql(`
  query Availability($id: ID!, $from: Date, $to: Date) {
    resort(id: $id) {
      availability(from: $from, to: $to) {
        from
        to
        nights
      }
    }
  }
`);

export const resetListingCalendarMutation = graphql(`
  mutation ResetListingCalendar($input: ListingIdInput!) {
    resetListingCalendar(input: $input) {
      __typename
      ... on ResetListingCalendarPayload {
        calendarUrl
        listing {
          hasCalendarLink
        }
      }
      ... on Error {
        message
      }
    }
  }
`);
