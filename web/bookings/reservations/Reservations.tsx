import { useRef } from 'react';
import { graphql, usePaginationFragment } from 'react-relay/hooks';
import type { Reservations_viewer$key } from '#web/__generated__/Reservations_viewer.graphql.ts';
import type { ReservationsPaginationQuery } from '#web/__generated__/ReservationsPaginationQuery.graphql.ts';
import type { BookingListName } from '../list/bookingLists.ts';
import { BookingMoves } from '../moves/BookingMoves.tsx';
import { BookingRow } from '../list/BookingRow.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import listStyles from '#web/ui/layout/ListPage.module.css';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import styles from './Reservations.module.css';

interface ReservationsProps {
  list: BookingListName;
  viewer: Reservations_viewer$key;
}

const empty: Readonly<Record<BookingListName, { title: string; hint: string }>> = {
  requests: {
    title: 'No open requests',
    hint: 'Requests for your weeks appear here; you have 24 hours to answer each.',
  },
  upcoming: {
    title: 'No stays ahead',
    hint: 'Booked weeks appear here, with what is left to do for each.',
  },
  past: { title: 'No past stays', hint: 'Stays in your weeks that are over appear here.' },
  cancelled: {
    title: 'Nothing cancelled',
    hint: 'Requests that you declined, and bookings that were cancelled, appear here.',
  },
};

export function Reservations({ list, viewer }: ReservationsProps) {
  const { data, ...pagination } = usePaginationFragment<
    ReservationsPaginationQuery,
    Reservations_viewer$key
  >(
    graphql`
      fragment Reservations_viewer on User
      @refetchable(queryName: "ReservationsPaginationQuery")
      @argumentDefinitions(
        list: { type: "BookingList!" }
        few: { type: "Int", defaultValue: 20 }
        after: { type: "String" }
      ) {
        reservations(list: $list, first: $few, after: $after)
          @connection(key: "Reservations_reservations", filters: ["list"]) {
          edges {
            node {
              databaseId
              guestName
              message
              ...BookingRow_booking
              ...BookingMoves_booking
            }
          }
        }
      }
    `,
    viewer,
  );
  const rows = useRef<HTMLUListElement>(null);
  const { edges } = data.reservations;
  if (edges.length === 0) {
    return (
      <EmptyState
        title={empty[list].title}
        action={
          <ButtonLink to="/dashboard/listings" variant="contained" color="secondary" size="large">
            My Listings
          </ButtonLink>
        }
      >
        <p>{empty[list].hint}</p>
      </EmptyState>
    );
  }
  const isAnswering = list === 'requests';
  return (
    <>
      <ul ref={rows} className={listStyles.rows}>
        {edges.map(({ node }) => (
          <BookingRow key={node.databaseId} booking={node} isOwners>
            {isAnswering && (
              <div className="stack gap-3">
                {node.message && (
                  <blockquote
                    className={`padding-3-4 rounded on-paper breaks pre-line ${styles.message}`}
                  >
                    <MaskedText text={node.message} />
                  </blockquote>
                )}
                <BookingMoves booking={node} of={`of ${node.guestName}`} />
              </div>
            )}
          </BookingRow>
        ))}
      </ul>
      <ShowMore noun="Reservations" list={rows} count={edges.length} pagination={pagination} />
    </>
  );
}
