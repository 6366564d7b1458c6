import { Button } from '../../../ui/basics/Button.tsx';
import { Link } from 'react-router-dom';
import { formatDay, formatDays } from '../../../ui/words/dates.ts';
import { EmailText } from '../../../ui/words/EmailText.tsx';
import { plural } from '../../../ui/words/numbers.ts';
import { StatusBadge } from '../../../ui/basics/StatusBadge.tsx';
import { bookingStatuses } from '../../../ui/basics/statuses.ts';
import type { Column } from '../_parts/DataTable.tsx';
import { openerId } from '../_parts/RowActions.tsx';
import styles from './bookingColumns.module.css';
import type { BookingRow } from './bookingsPageLoader.ts';

/** The moves of the team that need nothing but a reason, in the order of the buttons. */
export const teamMoves = ['ACCEPT', 'DECLINE', 'CANCEL_BY_TEAM'] as const;

export type TeamMove = (typeof teamMoves)[number];

const moveLabels: Record<TeamMove, string> = {
  ACCEPT: 'Accept',
  DECLINE: 'Decline',
  CANCEL_BY_TEAM: 'Cancel',
};

/** The name of a move's dialog in the URL. */
export const dialogOf = (move: TeamMove): string => move.toLowerCase().replaceAll('_', '-');

export const guestName = ({ guest }: BookingRow): string =>
  guest ? `${guest.firstName} ${guest.lastName}` : 'A former member';

export const bookingColumns = (
  openDialog: (name: string, id: string) => void,
): Column<BookingRow>[] => [
  {
    id: 'guest',
    header: 'Guest',
    isRowHeader: true,
    cell: (booking) => (
      <span className={styles.guest}>
        {guestName(booking)}
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
  {
    id: 'booked',
    header: 'Booked',
    cell: ({ createdAt }) => (
      <time className={styles.date} dateTime={createdAt}>
        {formatDay(createdAt)}
      </time>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (booking) => (
      <span className={styles.buttons}>
        {teamMoves
          .filter((move) => booking.moves.includes(move))
          .map((move) => (
            <Button
              key={move}
              id={openerId(dialogOf(move), booking.databaseId)}
              size="small"
              variant={move === 'ACCEPT' ? 'contained' : 'outlined'}
              color={move === 'ACCEPT' ? 'primary' : 'inherit'}
              aria-haspopup="dialog"
              aria-label={`${moveLabels[move]} the booking of ${guestName(booking)}`}
              onClick={() => openDialog(dialogOf(move), booking.databaseId)}
            >
              {moveLabels[move]}
            </Button>
          ))}
      </span>
    ),
  },
];
