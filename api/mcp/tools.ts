import type { TokenScope } from '#api/platform/sessions/apiTokens.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  scopes: readonly TokenScope[];
  /** The operation that it runs. Its variables are the arguments. */
  document: string;
  writes?: true;
  /** A page of the site where the person goes on. */
  page?(data: unknown): string | undefined;
}

const listing = /* GraphQL */ `
  fragment AgentListing on Listing {
    databaseId
    title
    bedrooms
    maxGuests
    isInstant
    resort {
      databaseId
      name
      location
      rating
      reviewCount
    }
  }
`;

const stay = /* GraphQL */ `
  fragment AgentStay on Booking {
    databaseId
    status
    checkIn
    checkOut
    guests
    heldUntil
    totalPrice {
      amount
      currency
      formatted
    }
    weekTitle
    resort {
      databaseId
      name
      location
    }
    certificateNumber
    cancellation
  }
`;

/** What agents can do. Money is left to the person, on a page of the site. */
export const tools: readonly Tool[] = [
  {
    name: 'search_weeks',
    title: 'Search weeks',
    description:
      'Finds stays that can be booked, by words ("aruba summer for 4 under $2000") and conditions. `total` is all that the traveler pays.',
    scopes: ['listings:read', 'resorts:read'],
    document: /* GraphQL */ `
      query SearchWeeks(
        $query: String
        $arrivalFrom: Date
        $arrivalTo: Date
        $minNights: Int
        $maxNights: Int
        $guests: Int
        $bedrooms: Int
        $maxTotalCents: Int
        $isInstant: Boolean
        $sort: WeekSort
        $first: Int = 10
        $after: String
      ) {
        weeks(
          query: $query
          filter: {
            arrivalFrom: $arrivalFrom
            arrivalTo: $arrivalTo
            minNights: $minNights
            maxNights: $maxNights
            guests: $guests
            bedrooms: $bedrooms
            maxTotalCents: $maxTotalCents
            isInstant: $isInstant
          }
          sort: $sort
          first: $first
          after: $after
        ) {
          edges {
            node {
              checkIn
              checkOut
              nights
              total {
                amount
                currency
                formatted
              }
              listing {
                ...AgentListing
              }
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
      ${listing}
    `,
  },
  {
    name: 'get_resort',
    title: 'Read a resort',
    description: 'A resort with its facts, and its listings that have free nights.',
    scopes: ['resorts:read', 'listings:read'],
    document: /* GraphQL */ `
      query AgentResort($id: ID!) {
        resort(id: $id) {
          databaseId
          name
          brand
          location
          description
          amenities
          rating
          reviewCount
          timezone
          weeks(first: 10) {
            edges {
              node {
                ...AgentListing
                availableFrom
                availableTo
                freeNights
                minNights
                isWholeOnly
              }
            }
          }
        }
      }
      ${listing}
    `,
  },
  {
    name: 'quote_stay',
    title: 'Price a stay',
    description:
      'What nights of a listing cost with all fees and taxes, and what is true about cancelling. `quote` is null if the nights can’t be booked; the list is empty if the listing is not on offer.',
    scopes: ['listings:read', 'resorts:read'],
    document: /* GraphQL */ `
      query QuoteStay($listingId: ID!, $checkIn: Date!, $checkOut: Date!) {
        comparedListings(ids: [$listingId]) {
          ...AgentListing
          quote(checkIn: $checkIn, checkOut: $checkOut) {
            nights
            lines {
              label
              amount {
                amount
                formatted
              }
            }
            total {
              amount
              currency
              formatted
            }
            isInstant
            cancellation
            cancellationSteps
          }
        }
      }
      ${listing}
    `,
  },
  {
    name: 'my_stays',
    title: 'My stays',
    description: 'The stays that the person has held, asked for or booked.',
    scopes: ['stays:read', 'resorts:read'],
    document: /* GraphQL */ `
      query MyStays($list: BookingList, $first: Int = 10, $after: String) {
        viewer {
          bookings(list: $list, first: $first, after: $after) {
            edges {
              node {
                ...AgentStay
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
      ${stay}
    `,
  },
  {
    name: 'hold_stay',
    title: 'Hold a stay',
    description:
      'Keeps nights of a listing for the person for some minutes, at the total that `quote_stay` said. Nothing is paid: give the person the link `payAt`, where they sign in, read the terms and pay.',
    scopes: ['stays:write', 'stays:read', 'resorts:read'],
    writes: true,
    document: /* GraphQL */ `
      mutation AgentHold(
        $listingId: ID!
        $checkIn: Date!
        $checkOut: Date!
        $guests: Int!
        $seenTotalCents: Int!
        $idempotencyKey: String
      ) {
        holdStay(
          input: {
            listingId: $listingId
            checkIn: $checkIn
            checkOut: $checkOut
            guests: $guests
            seenTotalCents: $seenTotalCents
            idempotencyKey: $idempotencyKey
          }
        ) {
          __typename
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
          ... on HoldStayPayload {
            booking {
              ...AgentStay
            }
          }
        }
      }
      ${stay}
    `,
    page: (data) => {
      const { holdStay } = data as { holdStay?: { booking?: { databaseId: string } } | null };
      return holdStay?.booking && `/checkout/${holdStay.booking.databaseId}`;
    },
  },
];
