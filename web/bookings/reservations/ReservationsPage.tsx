import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import type { ReservationsPageQuery } from '#web/__generated__/ReservationsPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { addDays } from '#common/days.ts';
import { BookingListSkeleton } from '../list/BookingListSkeleton.tsx';
import { bookingLists, type BookingListName } from '../list/bookingLists.ts';
import { OwnMonth } from './OwnMonth.tsx';
import {
  readReservations,
  reservationsPath,
  type ReservationsView,
} from './reservationsAddress.ts';
import { UnpaidHolds } from './UnpaidHolds.tsx';
import { type ReactNode } from 'react';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import styles from '#web/ui/layout/ListPage.module.css';
import type { ReservationsPage_viewer$key } from '#web/__generated__/ReservationsPage_viewer.graphql.ts';
import { BookingMoves } from '../moves/BookingMoves.tsx';
import { BookingRow } from '../list/BookingRow.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import reservationsStyles from './Reservations.module.css';
import { answerTime } from '#common/durations.ts';

export const page = definePage<ReservationsPageQuery>({
  path: '/reservations',
  access: 'signedIn',
  query: graphql`
    query ReservationsPageQuery(
      $list: BookingList!
      $isList: Boolean!
      $from: Date!
      $to: Date!
      $isCalendar: Boolean!
      $isHolds: Boolean!
    ) {
      ...AppShell_query
      viewer {
        ...ReservationsPage_viewer
          @arguments(list: $list)
          @include(if: $isList)
          @alias(as: "bookings")
        ...OwnMonth_viewer
          @arguments(from: $from, to: $to)
          @include(if: $isCalendar)
          @alias(as: "calendar")
        ...UnpaidHolds_viewer @include(if: $isHolds) @alias(as: "holds")
      }
    }
  `,
  variables: ({ search }) => {
    const { list, month } = readReservations(search);
    const weeks = weeksOf(month);
    const isCalendar = list === 'calendar';
    const isHolds = list === 'holds';
    return {
      list: bookingLists[isCalendar || isHolds ? 'requests' : list],
      isList: !isCalendar && !isHolds,
      from: weeks[0]?.[0] ?? '',
      to: addDays(weeks.at(-1)?.at(-1) ?? '', 1),
      isCalendar,
      isHolds,
    };
  },
  meta: ({ viewer }) =>
    viewer.calendar
      ? { title: 'Calendar of My Weeks', canonicalPath: undefined }
      : viewer.holds
        ? { title: 'Unpaid Holds', canonicalPath: undefined }
        : { title: 'Reservations' },
  skeleton: <BookingListSkeleton />,
  component: LoadedReservations,
});

function LoadedReservations({ data, search }: MemberPageProps<ReservationsPageQuery>) {
  const { list, month } = readReservations(search);
  const { bookings, calendar, holds } = data.viewer;
  return (
    <ReservationsFrame list={list}>
      {bookings && list !== 'calendar' && list !== 'holds' && (
        <Reservations key={list} list={list} viewer={bookings} />
      )}
      {calendar && <OwnMonth month={month} viewer={calendar} />}
      {holds && <UnpaidHolds viewer={holds} />}
    </ReservationsFrame>
  );
}

interface ReservationsFrameProps {
  list: ReservationsView['list'];
  children: ReactNode;
}

const tabs = [
  ['requests', 'Requests'],
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
  ['cancelled', 'Cancelled'],
  ['calendar', 'Calendar'],
  ['holds', 'Unpaid Holds'],
] as const;

function ReservationsFrame({ list, children }: ReservationsFrameProps) {
  return (
    <div className={`content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard/listings">My Listings</BackLink>
        <h1>Reservations</h1>
      </header>
      <TabLinks
        label="Reservations"
        tabs={tabs.map(([name, label]) => ({
          label,
          to: reservationsPath(name),
          isCurrent: name === list,
        }))}
      />
      {children}
    </div>
  );
}

interface ReservationsProps {
  list: BookingListName;
  viewer: ReservationsPage_viewer$key;
}

const empty: Readonly<Record<BookingListName, { title: string; hint: string }>> = {
  requests: {
    title: 'No open requests',
    hint: `Requests for your weeks appear here; you have ${answerTime} to answer each.`,
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

function Reservations({ list, viewer }: ReservationsProps) {
  const { data, ...pages } = usePages(
    graphql`
      fragment ReservationsPage_viewer on User
      @refetchable(queryName: "ReservationsPagePaginationQuery")
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
  const { edges } = data.reservations;
  if (edges.length === 0) {
    return (
      <EmptyState
        title={empty[list].title}
        link={{ to: '/dashboard/listings', label: 'My Listings', variant: 'main' }}
        text={empty[list].hint}
      />
    );
  }
  const isAnswering = list === 'requests';
  return (
    <>
      <ul ref={pages.list} className={styles.rows}>
        {edges.map(({ node }) => (
          <BookingRow key={node.databaseId} booking={node} isOwners>
            {isAnswering && (
              <div className="stack gap-3">
                {node.message && (
                  <blockquote
                    className={`padding-3-4 rounded on-paper breaks pre-line ${reservationsStyles.message}`}
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
      <ShowMore noun="Reservations" count={edges.length} pages={pages} />
    </>
  );
}
