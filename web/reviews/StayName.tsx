import { graphql, useFragment } from 'react-relay/hooks';
import type { StayName_booking$key } from '../__generated__/StayName_booking.graphql.ts';
import { formatDay } from '../ui/words/dates.ts';

export function StayName({ booking }: { booking: StayName_booking$key }) {
  const { resort, checkIn, checkOut } = useFragment<StayName_booking$key>(
    graphql`
      fragment StayName_booking on Booking {
        checkIn
        checkOut
        resort {
          name
        }
      }
    `,
    booking,
  );
  return (
    <p className="soft">
      <strong className="ink">{resort.name}</strong>
      <br />
      {formatDay(checkIn)} to {formatDay(checkOut)}
    </p>
  );
}
