import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type {
  BookingStatus,
  bookingsPageLoaderQuery,
} from '../../../__generated__/bookingsPageLoaderQuery.graphql.ts';
import { bookingStatuses } from '../../../ui/basics/statuses.ts';
import { requireAdmin } from '../_parts/frame/adminAccess.ts';
import { pageVariables } from '../_parts/table/Pager.tsx';
import { parseTableAddress } from '../_parts/table/tableAddress.ts';

export const bookingsPageQuery = graphql`
  query bookingsPageLoaderQuery(
    $search: String
    $status: BookingStatus
    $first: Int
    $after: String
    $last: Int
    $before: String
    $isDesk: Boolean!
  ) {
    ...AppShell_query
    site {
      title
    }
    bookings(
      search: $search
      status: $status
      first: $first
      after: $after
      last: $last
      before: $before
    ) @skip(if: $isDesk) {
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
    disputes(search: $search, first: $first, after: $after, last: $last, before: $before)
      @include(if: $isDesk) {
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
    disputedAt
  }
`;

type Bookings = NonNullable<bookingsPageLoaderQuery['response']['bookings']>;

/** A booking in the table. */
export type BookingRow = Bookings['edges'][number]['node'];

export interface BookingsPageData {
  reference: PreloadedQuery<bookingsPageLoaderQuery>;
}

/** The value of the filter for reported problems, the open ones first. */
export const deskFilter = 'disputes';

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
  const reference = loadQuery<bookingsPageLoaderQuery>(
    environment,
    bookingsPageQuery,
    {
      search: search || null,
      status: statusOf(filter),
      isDesk: filter === deskFilter,
      ...pageVariables(searchParams, pageSize),
    },
    { fetchPolicy: 'store-and-network' },
  );
  await requireAdmin(environment, reference);
  return { reference };
}
