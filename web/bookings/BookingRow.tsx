import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { BookingRow_booking$key } from '../__generated__/BookingRow_booking.graphql.ts';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { bookingStatuses } from '../ui/basics/statuses.ts';
import { formatDay, formatStay } from '../ui/words/dates.ts';
import { plural } from '../ui/words/numbers.ts';
import styles from './BookingRow.module.css';
import { TimeLeft } from './TimeLeft.tsx';

interface BookingRowProps {
  booking: BookingRow_booking$key;
  /** Who books, for lists of the owner; theirs have what the owner gets. */
  isOwners?: boolean;
  /** Under the row. */
  children?: ReactNode;
}

/** A booking in a list; the whole row leads to its page. */
export function BookingRow({ booking, isOwners = false, children }: BookingRowProps) {
  const data = useFragment<BookingRow_booking$key>(
    graphql`
      fragment BookingRow_booking on Booking {
        databaseId
        checkIn
        checkOut
        guests
        guestName
        status
        heldUntil
        answerBy
        acceptedAt
        offer {
          checkIn
        }
        certificateDue
        weekTitle
        totalPrice {
          formatted
        }
        ownerShare {
          formatted
        }
        resort {
          name
          imageUrl
        }
      }
    `,
    booking,
  );
  const { resort, status, ownerShare } = data;
  const deadline =
    status === 'HELD'
      ? { label: 'Pay', until: data.heldUntil }
      : status === 'PENDING' && !data.acceptedAt
        ? { label: whoAnswers(isOwners, Boolean(data.offer)), until: data.answerBy }
        : undefined;
  return (
    <li className={styles.row}>
      <img src={resort.imageUrl} alt="" width="132" height="88" loading="lazy" />
      <div className={styles.what}>
        <h2>
          <Link to={`/bookings/${data.databaseId}`}>
            {isOwners ? data.guestName : resort.name}
            <span className="visuallyHidden">, {formatStay(data.checkIn, data.checkOut)}</span>
          </Link>
        </h2>
        {isOwners && <p className={styles.soft}>{data.weekTitle ?? resort.name}</p>}
        <p className={styles.soft}>
          {formatStay(data.checkIn, data.checkOut)} · {plural(data.guests, 'guest')}
        </p>
        {deadline?.until && (
          <p className={styles.due}>
            {deadline.label} by <TimeLeft until={deadline.until} />
          </p>
        )}
        {isOwners && data.certificateDue && (
          <p className={styles.due}>Certificate number due by {formatDay(data.certificateDue)}</p>
        )}
      </div>
      <div className={styles.state}>
        <StatusBadge status={bookingStatuses[status]} />
        <span>
          <strong>
            {isOwners && ownerShare ? ownerShare.formatted : data.totalPrice.formatted}
          </strong>
          {isOwners && ownerShare && ' for you'}
        </span>
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </li>
  );
}

function whoAnswers(isOwners: boolean, isOffered: boolean): string {
  if (isOwners === isOffered) return isOwners ? 'The traveler answers' : 'The owner answers';
  return 'Answer';
}
