import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import type { MyBookingsPageQuery } from '#web/__generated__/MyBookingsPageQuery.graphql.ts';
import { definePage, type MemberPageProps, type PageAddress } from '#web/page/definePage.tsx';
import { BookingListSkeleton } from '../list/BookingListSkeleton.tsx';
import { bookingLists, readBookingList, type BookingListName } from '../list/bookingLists.ts';
import type { MyBookingsPage_viewer$key } from '#web/__generated__/MyBookingsPage_viewer.graphql.ts';
import { BookingRow } from '../list/BookingRow.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import styles from '#web/ui/layout/ListPage.module.css';

export const page = definePage<MyBookingsPageQuery>({
  path: '/bookings',
  access: 'signedIn',
  query: graphql`
    query MyBookingsPageQuery($list: BookingList!) {
      ...AppShell_query
      viewer {
        ...MyBookingsPage_viewer @arguments(list: $list)
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

interface MyBookingsProps {
  list: BookingListName;
  viewer: MyBookingsPage_viewer$key;
}

const lists: Readonly<Record<BookingListName, { label: string; empty: string; hint: string }>> = {
  upcoming: {
    label: 'Upcoming',
    empty: 'No stays ahead',
    hint: 'Weeks that you book appear here with everything you need for the stay.',
  },
  requests: {
    label: 'Requests',
    empty: 'No open requests',
    hint: 'Requests that wait for an owner’s answer, and checkouts that you have begun, appear here.',
  },
  past: {
    label: 'Past',
    empty: 'No past stays',
    hint: 'Stays that are over appear here, with their receipts.',
  },
  cancelled: {
    label: 'Cancelled',
    empty: 'Nothing cancelled',
    hint: 'Requests that were declined, and bookings that were cancelled, appear here.',
  },
};

function MyBookings({ list, viewer }: MyBookingsProps) {
  const { data, ...pages } = usePages(
    graphql`
      fragment MyBookingsPage_viewer on User
      @refetchable(queryName: "MyBookingsPagePaginationQuery")
      @argumentDefinitions(
        list: { type: "BookingList!" }
        first: { type: "Int", defaultValue: 20 }
        after: { type: "String" }
      ) {
        bookings(list: $list, first: $first, after: $after)
          @connection(key: "MyBookings_bookings", filters: ["list"]) {
          edges {
            node {
              databaseId
              ...BookingRow_booking
            }
          }
        }
      }
    `,
    viewer,
  );
  const { edges } = data.bookings;
  return (
    <div className={`content ${styles.page}`}>
      <header>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <h1>My Bookings</h1>
      </header>
      <TabLinks
        label="Bookings"
        tabs={(Object.keys(lists) as BookingListName[]).map((name) => ({
          label: lists[name].label,
          to: name === 'upcoming' ? '/bookings' : `/bookings?list=${name}`,
          isCurrent: name === list,
        }))}
      />
      {edges.length === 0 ? (
        <EmptyState
          title={lists[list].empty}
          link={{ to: '/search?type=rent', label: 'Find a Week', variant: 'main' }}
          text={lists[list].hint}
        />
      ) : (
        <>
          <ul ref={pages.list} className={styles.rows}>
            {edges.map(({ node }) => (
              <BookingRow key={node.databaseId} booking={node} />
            ))}
          </ul>
          <ShowMore noun="Bookings" count={edges.length} pages={pages} />
        </>
      )}
    </div>
  );
}
