import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { bookingPageLoaderQuery } from '#web/__generated__/bookingPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';

export const bookingPageQuery = graphql`
  query bookingPageLoaderQuery($id: ID!) {
    ...AppShell_query
    site {
      title
    }
    booking(id: $id) {
      resort {
        name
      }
      ...BookingScreen_booking
    }
  }
`;

export interface BookingPageData {
  reference: PreloadedQuery<bookingPageLoaderQuery>;
}

/** Shows stored data and refetches it, since the other side and the clock change it. */
export async function loadBookingPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<BookingPageData> {
  const reference = loadQuery<bookingPageLoaderQuery>(
    environment,
    bookingPageQuery,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference };
}
