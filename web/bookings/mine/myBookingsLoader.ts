import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { myBookingsLoaderQuery } from '#web/__generated__/myBookingsLoaderQuery.graphql.ts';
import { bookingLists, readBookingList } from '../list/bookingLists.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const myBookingsQuery = graphql`
  query myBookingsLoaderQuery($list: BookingList!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...MyBookings_viewer @arguments(list: $list)
    }
  }
`;

export interface MyBookingsData {
  reference: PreloadedQuery<myBookingsLoaderQuery>;
}

/** Shows stored data and refetches it, since owners and the clock change it. */
export async function loadMyBookings(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<MyBookingsData> {
  const list = readBookingList(new URL(request.url).searchParams, 'upcoming');
  const reference = loadQuery<myBookingsLoaderQuery>(
    environment,
    myBookingsQuery,
    { list: bookingLists[list] },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
