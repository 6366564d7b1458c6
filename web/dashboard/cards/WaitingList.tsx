import type { DashboardPage_viewer$data } from '#web/__generated__/DashboardPage_viewer.graphql.ts';
import { BookingRow } from '#web/bookings/list/BookingRow.tsx';
import { readerOf } from '#web/bookings/statusWords.ts';
import listStyles from '#web/ui/layout/ListPage.module.css';
import { DashboardCard } from './DashboardCard.tsx';

export function WaitingList({ user: { waitingBookings } }: { user: DashboardPage_viewer$data }) {
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
