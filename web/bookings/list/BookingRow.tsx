import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingRow_booking$key } from '#web/__generated__/BookingRow_booking.graphql.ts';
import { PictureRow, Todo } from '#web/ui/panels/PictureRow.tsx';
import { formatDay, formatStay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import { BookingBadge } from '../BookingBadge.tsx';
import { TimeLeft } from '../TimeLeft.tsx';

interface BookingRowProps {
  booking: BookingRow_booking$key;
  isOwners?: boolean;
  children?: ReactNode;
}

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
        ...BookingBadge_booking
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
  const isOff = ['DECLINED', 'EXPIRED', 'CANCELLED'].includes(status);
  const deadline =
    status === 'HELD'
      ? { label: 'Pay', until: data.heldUntil }
      : status === 'PENDING' && !data.acceptedAt
        ? { label: whoAnswers(isOwners, Boolean(data.offer)), until: data.answerBy }
        : undefined;
  return (
    <PictureRow
      imageUrl={resort.imageUrl}
      to={`/bookings/${data.databaseId}`}
      title={
        <>
          {isOwners ? data.guestName : resort.name}
          <span className="visuallyHidden">, {formatStay(data.checkIn, data.checkOut)}</span>
        </>
      }
      state={
        <>
          <BookingBadge booking={data} />
          {isOwners && ownerShare ? (
            <span>
              <strong>{ownerShare.formatted}</strong> for you
            </span>
          ) : (
            !(isOwners && isOff) && <strong>{data.totalPrice.formatted}</strong>
          )}
        </>
      }
      below={children}
    >
      {isOwners && <p>{data.weekTitle ?? resort.name}</p>}
      <p>
        {formatStay(data.checkIn, data.checkOut)} · {plural(data.guests, 'guest')}
      </p>
      {deadline?.until && (
        <Todo>
          {deadline.label} by <TimeLeft until={deadline.until} />
        </Todo>
      )}
      {isOwners && data.certificateDue && (
        <Todo>Guest certificate due by {formatDay(data.certificateDue)}</Todo>
      )}
      {status === 'DISPUTED' && <Todo>A problem is being settled: tell us your side</Todo>}
    </PictureRow>
  );
}

function whoAnswers(isOwners: boolean, isOffered: boolean): string {
  if (isOwners === isOffered) return isOwners ? 'The traveler answers' : 'The owner answers';
  return 'Answer';
}
