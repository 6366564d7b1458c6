import { graphql, useFragment } from 'react-relay/hooks';
import type { UnpaidHolds_viewer$key } from '#web/__generated__/UnpaidHolds_viewer.graphql.ts';
import { TimeLeft } from '../TimeLeft.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { holdStatuses } from '#web/ui/basics/statuses.ts';
import listStyles from '#web/ui/layout/ListPage.module.css';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { PictureRow, Todo } from '#web/ui/panels/PictureRow.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { holdTime } from '#common/durations.ts';

export function UnpaidHolds({ viewer }: { viewer: UnpaidHolds_viewer$key }) {
  const { unpaidHolds } = useFragment<UnpaidHolds_viewer$key>(
    graphql`
      fragment UnpaidHolds_viewer on User {
        unpaidHolds {
          bookingId
          travelerName
          weekTitle
          imageUrl
          checkIn
          checkOut
          heldUntil
          isOpen
          times
        }
      }
    `,
    viewer,
  );
  if (unpaidHolds.length === 0) {
    return (
      <EmptyState
        title="No unpaid holds"
        text="Whoever keeps nights of your weeks at the checkout and does not pay appears here."
      />
    );
  }
  return (
    <>
      <p>
        Checkouts of the last 30 days that were not paid. Nights are kept for {holdTime}; then
        others can book them.
      </p>
      <ul className={listStyles.rows}>
        {unpaidHolds.map((hold) => (
          <PictureRow
            key={hold.bookingId}
            imageUrl={hold.imageUrl}
            to={`/bookings/${hold.bookingId}`}
            title={
              <>
                {hold.travelerName}
                <span className="visuallyHidden">, {formatStay(hold.checkIn, hold.checkOut)}</span>
              </>
            }
            state={<StatusBadge status={holdStatuses[hold.isOpen ? 'open' : 'over']} />}
          >
            <p>{hold.weekTitle}</p>
            <p>{formatStay(hold.checkIn, hold.checkOut)}</p>
            {hold.isOpen ? (
              <Todo>
                Kept until <TimeLeft until={hold.heldUntil} />
              </Todo>
            ) : (
              <p>
                Kept until <LocalTime instant={hold.heldUntil} /> at most
              </p>
            )}
            {hold.times > 1 && <p>{hold.times} unpaid holds by this traveler in your weeks</p>}
          </PictureRow>
        ))}
      </ul>
    </>
  );
}
