import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  BookingStatus,
  bookingsPageLoaderQuery,
} from '#web/__generated__/bookingsPageLoaderQuery.graphql.ts';
import type { bookingsPageLoaderDisputesQuery } from '#web/__generated__/bookingsPageLoaderDisputesQuery.graphql.ts';
import { bookingStatuses } from '#web/ui/basics/statuses.ts';
import { requireAdmin } from '#web/admin/frame/adminAccess.ts';
import { pageVariables } from '#web/admin/table/Pager.tsx';
import { parseTableAddress } from '#web/admin/table/tableAddress.ts';

export const bookingsPageQuery = graphql`
  query bookingsPageLoaderQuery(
    $search: String
    $status: BookingStatus
    $awaitsTeam: Boolean
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    bookings(
      search: $search
      status: $status
      awaitsTeam: $awaitsTeam
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          ...bookingsPageLoader_row @relay(mask: false)
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
`;

/** The list of reported problems, with both sides. */
export const disputesPageQuery = graphql`
  query bookingsPageLoaderDisputesQuery(
    $search: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    site {
      title
    }
    disputes(search: $search, first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          ...bookingsPageLoader_row @relay(mask: false)
          disputedAt
          owner {
            databaseId
            firstName
            lastName
          }
          listing {
            databaseId
            title
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
`;

void graphql`
  fragment bookingsPageLoader_row on Booking {
    databaseId
    status
    checkIn
    checkOut
    guests
    totalPrice {
      formatted
    }
    createdAt
    guest {
      firstName
      lastName
      email
    }
    resort {
      name
      databaseId
    }
    ...BookingBadge_booking
  }
`;

type Bookings = NonNullable<bookingsPageLoaderQuery['response']['bookings']>;

/** A booking in the table. */
export type BookingRow = Bookings['edges'][number]['node'];

type Disputes = NonNullable<bookingsPageLoaderDisputesQuery['response']['disputes']>;

/** A booking with a reported problem, in the table of these. */
export type DisputeRow = Disputes['edges'][number]['node'];

export interface BookingsPageData {
  /** One of the two. */
  bookings: PreloadedQuery<bookingsPageLoaderQuery> | undefined;
  disputes: PreloadedQuery<bookingsPageLoaderDisputesQuery> | undefined;
}

/** The value of the filter for reported problems, the open ones first. */
export const deskFilter = 'disputes';

/** The value of the filter for what the team has to do. */
export const waitingFilter = 'waiting';

/** '' is every status. */
const statusOf = (filter: string): BookingStatus | null =>
  Object.keys(bookingStatuses).find(
    (status): status is keyof typeof bookingStatuses => status.toLowerCase() === filter,
  ) ?? null;

const pageSize = 25;

export async function loadBookingsPage(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<BookingsPageData> {
  const { searchParams } = new URL(request.url);
  const { search, filter } = parseTableAddress(searchParams);
  const page = { search: search || null, ...pageVariables(searchParams, pageSize) };
  const fresh = { fetchPolicy: 'store-and-network' } as const;
  if (filter === deskFilter) {
    const disputes = loadQuery<bookingsPageLoaderDisputesQuery>(
      environment,
      disputesPageQuery,
      page,
      fresh,
    );
    await requireAdmin(environment, disputes);
    return { bookings: undefined, disputes };
  }
  const bookings = loadQuery<bookingsPageLoaderQuery>(
    environment,
    bookingsPageQuery,
    { ...page, status: statusOf(filter), awaitsTeam: filter === waitingFilter },
    fresh,
  );
  await requireAdmin(environment, bookings);
  return { bookings, disputes: undefined };
}
