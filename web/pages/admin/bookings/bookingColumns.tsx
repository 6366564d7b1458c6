import { Link } from 'react-router-dom';
import { formatDay, formatDays } from '../../../ui/words/dates.ts';
import { EmailText } from '../../../ui/words/EmailText.tsx';
import { plural } from '../../../ui/words/numbers.ts';
import { StatusBadge } from '../../../ui/basics/StatusBadge.tsx';
import { bookingStatuses } from '../../../ui/basics/statuses.ts';
import { Age } from '../_parts/Age.tsx';
import type { Column } from '../_parts/table/DataTable.tsx';
import styles from './bookingColumns.module.css';
import type { BookingRow } from './bookingsPageLoader.ts';

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
    cell: ({ status }) => <StatusBadge status={bookingStatuses[status]} />,
  },
];

export const bookingColumns: Column<BookingRow>[] = [
  ...shared,
  {
    id: 'booked',
    header: 'Booked',
    cell: ({ createdAt }) => (
      <time className={styles.date} dateTime={createdAt}>
        {formatDay(createdAt)}
      </time>
    ),
  },
];

export const disputeColumns: Column<BookingRow>[] = [
  ...shared,
  {
    id: 'reported',
    header: 'Reported',
    cell: ({ disputedAt }) => disputedAt && <Age instant={disputedAt} />,
  },
];
