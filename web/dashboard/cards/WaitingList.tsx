import { graphql, useFragment } from 'react-relay/hooks';
import type { WaitingList_viewer$key } from '#web/__generated__/WaitingList_viewer.graphql.ts';
import { BookingRow } from '#web/bookings/list/BookingRow.tsx';
import { readerOf } from '#web/bookings/statusWords.ts';
import listStyles from '#web/ui/layout/ListPage.module.css';
import { DashboardCard } from './DashboardCard.tsx';

export function WaitingList({ viewer }: { viewer: WaitingList_viewer$key }) {
  const { waitingBookings } = useFragment<WaitingList_viewer$key>(
    graphql`
      fragment WaitingList_viewer on User {
        waitingBookings {
          databaseId
          parts
          ...BookingRow_booking
        }
      }
    `,
    viewer,
  );
  if (waitingBookings.length === 0) return null;
  return (
    <DashboardCard title="Waiting for You" icon="bell">
      <ul className={listStyles.rows}>
        {waitingBookings.map((booking) => (
          <BookingRow
            key={booking.databaseId}
            booking={booking}
            isOwners={readerOf(booking.parts) === 'OWNER'}
          />
        ))}
      </ul>
    </DashboardCard>
  );
}
