import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { reservationsLoaderHoldsQuery } from '#web/__generated__/reservationsLoaderHoldsQuery.graphql.ts';
import type { reservationsLoaderMonthQuery } from '#web/__generated__/reservationsLoaderMonthQuery.graphql.ts';
import type { reservationsLoaderQuery } from '#web/__generated__/reservationsLoaderQuery.graphql.ts';
import { bookingLists } from '../list/bookingLists.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { addDays } from '#common/days.ts';
import { readReservations } from './reservationsAddress.ts';

export const reservationsQuery = graphql`
  query reservationsLoaderQuery($list: BookingList!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...Reservations_viewer @arguments(list: $list)
    }
  }
`;

export const monthQuery = graphql`
  query reservationsLoaderMonthQuery($from: Date!, $to: Date!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...OwnMonth_viewer @arguments(from: $from, to: $to)
    }
  }
`;

export const holdsQuery = graphql`
  query reservationsLoaderHoldsQuery {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...UnpaidHolds_viewer
    }
  }
`;

export interface ReservationsData {
  /** Exactly one of the three is set. */
  list?: PreloadedQuery<reservationsLoaderQuery>;
  month?: PreloadedQuery<reservationsLoaderMonthQuery>;
  holds?: PreloadedQuery<reservationsLoaderHoldsQuery>;
}

/** Shows stored data and refetches it, since travelers and the clock change it. */
export async function loadReservations(
  environment: Environment,
  { request }: LoaderFunctionArgs,
): Promise<ReservationsData> {
  const { list, month } = readReservations(new URL(request.url).searchParams);
  if (list === 'calendar') {
    const weeks = weeksOf(month);
    const reference = loadQuery<reservationsLoaderMonthQuery>(
      environment,
      monthQuery,
      { from: weeks[0]?.[0] ?? '', to: addDays(weeks.at(-1)?.at(-1) ?? '', 1) },
      { fetchPolicy: 'store-and-network' },
    );
    await requireSignedIn(environment, reference, request);
    return { month: reference };
  }
  if (list === 'holds') {
    const reference = loadQuery<reservationsLoaderHoldsQuery>(
      environment,
      holdsQuery,
      {},
      { fetchPolicy: 'store-and-network' },
    );
    await requireSignedIn(environment, reference, request);
    return { holds: reference };
  }
  const reference = loadQuery<reservationsLoaderQuery>(
    environment,
    reservationsQuery,
    { list: bookingLists[list] },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { list: reference };
}
