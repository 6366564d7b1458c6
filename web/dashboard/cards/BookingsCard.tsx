import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { Link } from 'react-router-dom';
import type { BookingsCard_viewer$key } from '#web/__generated__/BookingsCard_viewer.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from '../DashboardPage.module.css';
import { NothingYet } from './NothingYet.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { BookingBadge } from '#web/bookings/BookingBadge.tsx';

export function BookingsCard({ viewer }: { viewer: BookingsCard_viewer$key }) {
  const { data, ...pages } = usePages(
    graphql`
      fragment BookingsCard_viewer on User
      @refetchable(queryName: "BookingsCardPaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 6 }, after: { type: "String" }) {
        bookings(first: $first, after: $after) @connection(key: "BookingsCard_bookings") {
          edges {
            node {
              databaseId
              checkIn
              checkOut
              guests
              ...BookingBadge_booking
              resort {
                name
              }
            }
          }
        }
      }
    `,
    viewer,
  );
  const { bookings } = data;
  return (
    <DashboardCard
      title="My Bookings"
      icon="calendar"
      aside={bookings.edges.length > 0 && <Link to="/bookings">All My Bookings</Link>}
    >
      {bookings.edges.length === 0 ? (
        <NothingYet
          icon="calendar"
          title="No bookings yet"
          hint="The weeks you book will be listed here."
        />
      ) : (
        <ul ref={pages.list} className={`full ruled ${styles.rows}`}>
          {bookings.edges.map(({ node }) => (
            <li key={node.databaseId}>
              <div>
                <Link to={`/bookings/${node.databaseId}`}>{node.resort.name}</Link>
                <p className="soft">
                  {formatStay(node.checkIn, node.checkOut)} · {plural(node.guests, 'guest')}
                </p>
              </div>
              <BookingBadge booking={node} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore noun="Bookings" count={bookings.edges.length} pages={pages} />
    </DashboardCard>
  );
}
