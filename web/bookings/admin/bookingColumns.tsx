import { Link } from 'react-router-dom';
import { formatDays } from '#web/ui/words/dates.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { plural } from '#common/numbers.ts';
import { BookingBadge } from '../BookingBadge.tsx';
import { bookingNumber } from '../bookingNumber.ts';
import { Age } from '#web/admin/Age.tsx';
import type { Column } from '#web/admin/table/DataTable.tsx';
import styles from './bookingColumns.module.css';
import type { BookingRow, DisputeRow } from './bookingsPageLoader.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

const guestName = ({ guest }: BookingRow): string =>
  guest ? `${guest.firstName} ${guest.lastName}` : 'A former member';

const shared: Column<BookingRow>[] = [
  {
    id: 'guest',
    header: 'Guest',
    isRowHeader: true,
    cell: (booking) => (
      <span className={styles.guest}>
        <Link to={`/bookings/${booking.databaseId}`}>{guestName(booking)}</Link>
        <span className={styles.soft}>
          <EmailText email={booking.guest?.email ?? ''} />
        </span>
        <span className={styles.soft}>Booking {bookingNumber(booking.databaseId)}</span>
      </span>
    ),
  },
  {
    id: 'resort',
    header: 'Resort',
    cell: ({ resort }) => <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>,
  },
  {
    id: 'stay',
    header: 'Stay',
    cell: ({ checkIn, checkOut, guests }) => (
      <span className={styles.stay}>
        {formatDays(checkIn, checkOut)}
        <span className={styles.soft}>{plural(guests, 'guest')}</span>
      </span>
    ),
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ totalPrice }) => <span className={styles.total}>{totalPrice.formatted}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (booking) => <BookingBadge booking={booking} />,
  },
];

export const bookingColumns: Column<BookingRow>[] = [
  ...shared,
  {
    id: 'booked',
    header: 'Booked',
    cell: ({ createdAt }) => (
      <span className={styles.date}>
        <LocalDay instant={createdAt} />
      </span>
    ),
  },
];

export const disputeColumns: Column<DisputeRow>[] = [
  ...shared,
  {
    id: 'owner',
    header: 'Owner',
    cell: ({ owner, listing }) => (
      <span className={styles.stay}>
        {owner ? (
          <Link to={`/admin/users?q=${owner.databaseId}`}>
            {owner.firstName} {owner.lastName}
          </Link>
        ) : (
          'A provider'
        )}
        {listing && (
          <Link className={styles.soft} to={`/admin/listings/${listing.databaseId}`}>
            {listing.title}
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'reported',
    header: 'Reported',
    cell: ({ disputedAt }) => disputedAt && <Age instant={disputedAt} />,
  },
];
