import { graphql } from 'react-relay/hooks';
import type { MyBookingsPageQuery } from '#web/__generated__/MyBookingsPageQuery.graphql.ts';
import { definePage, type MemberPageProps, type PageAddress } from '#web/page/definePage.tsx';
import { BookingListSkeleton } from '../list/BookingListSkeleton.tsx';
import { bookingLists, readBookingList } from '../list/bookingLists.ts';
import { MyBookings } from './MyBookings.tsx';

export const page = definePage<MyBookingsPageQuery>({
  path: '/bookings',
  access: 'signedIn',
  query: graphql`
    query MyBookingsPageQuery($list: BookingList!) {
      ...AppShell_query
      viewer {
        ...MyBookings_viewer @arguments(list: $list)
      }
    }
  `,
  variables: (address) => ({ list: bookingLists[listIn(address)] }),
  meta: { title: 'My Bookings' },
  skeleton: <BookingListSkeleton />,
  component: LoadedBookings,
});

const listIn = ({ search }: PageAddress) => readBookingList(search, 'upcoming');

function LoadedBookings({ data, ...address }: MemberPageProps<MyBookingsPageQuery>) {
  const list = listIn(address);
  return <MyBookings key={list} list={list} viewer={data.viewer} />;
}
