import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingBadge_booking$key } from '../__generated__/BookingBadge_booking.graphql.ts';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { bookingStatuses } from '../ui/basics/statuses.ts';

export function BookingBadge({ booking }: { booking: BookingBadge_booking$key }) {
  const { status, takenBy } = useFragment<BookingBadge_booking$key>(
    graphql`
      fragment BookingBadge_booking on Booking {
        status
        takenBy {
          __typename
        }
      }
    `,
    booking,
  );
  return (
    <StatusBadge
      status={takenBy ? { tone: 'good', label: 'Offer taken' } : bookingStatuses[status]}
    />
  );
}
