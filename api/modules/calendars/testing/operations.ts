import { graphql } from '#api/generated/operations/gql.ts';

export const setBlockedNightsMutation = graphql(`
  mutation SetBlockedNights($input: SetBlockedNightsInput!) {
    setBlockedNights(input: $input) {
      __typename
      ... on SetBlockedNightsPayload {
        changed {
          from
          to
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ...Refusal
    }
  }
`);

export const importCalendarMutation = graphql(`
  mutation ImportCalendar($input: ImportCalendarInput!) {
    importCalendar(input: $input) {
      __typename
      ... on ImportCalendarPayload {
        isRead
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
      ...Refusal
    }
  }
`);

export const readCalendarMutation = graphql(`
  mutation ReadCalendar($input: ListingCalendarIdInput!) {
    readCalendar(input: $input) {
      __typename
      ... on ReadCalendarPayload {
        isRead
      }
      ...Refusal
    }
  }
`);

export const removeCalendarMutation = graphql(`
  mutation RemoveCalendar($input: ListingCalendarIdInput!) {
    removeCalendar(input: $input) {
      __typename
      ...Refusal
    }
  }
`);

export const listingCalendarsQuery = graphql(`
  query ListingCalendars($id: ID!, $from: Date!, $to: Date!) {
    node(id: $id) {
      ... on OwnListing {
        ownNights(from: $from, to: $to) {
          kind
          from
          to
          blockedBy
          isConflict
        }
        importedCalendars {
          databaseId
          name
          shownAddress
          lastReadAt
          problem
          stays
        }
        nightConflicts {
          source
          startsOn
          endsOn
          bookingId
          checkIn
          checkOut
        }
      }
    }
  }
`);
