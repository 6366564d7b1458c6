import { graphql } from 'react-relay/hooks';
import type { ReservationsPageQuery } from '#web/__generated__/ReservationsPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { addDays } from '#common/days.ts';
import { BookingListSkeleton } from '../list/BookingListSkeleton.tsx';
import { bookingLists } from '../list/bookingLists.ts';
import { OwnMonth } from './OwnMonth.tsx';
import { Reservations } from './Reservations.tsx';
import { readReservations } from './reservationsAddress.ts';
import { ReservationsFrame } from './ReservationsFrame.tsx';
import { UnpaidHolds } from './UnpaidHolds.tsx';

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
        ...Reservations_viewer @arguments(list: $list) @include(if: $isList) @alias(as: "bookings")
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
