import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { UnpaidHoldsPageQuery } from '#web/__generated__/UnpaidHoldsPageQuery.graphql.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { holdStatuses } from '#web/ui/basics/statuses.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { Age } from '#web/admin/Age.tsx';
import { Lines, Soft } from '#web/admin/table/Lines.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

export const page = resource<UnpaidHoldsPageQuery, RowOf<UnpaidHoldsPageQuery, 'unpaidHolds'>>({
  path: '/admin/bookings/holds',
  name: 'Unpaid Holds',
  subtitle: 'Checkouts of the last 30 days that were not paid, the newest first.',
  actions: () => <BackLink to="/admin/bookings">Bookings</BackLink>,
  query: graphql`
    query UnpaidHoldsPageQuery {
      ...AppShell_query
      unpaidHolds {
        bookingId
        travelerId
        travelerName
        weekTitle
        checkIn
        checkOut
        heldAt
        heldUntil
        isOpen
        times
      }
    }
  `,
  found: ({ unpaidHolds }) => unpaidHolds,
  keyOf: ({ bookingId }) => bookingId,
  none: { title: 'No unpaid holds', text: 'Everybody who kept nights has paid them.' },
  columns: [
    {
      header: 'Traveler',
      cell: ({ travelerId, travelerName }) => (
        <Link to={`/admin/users?q=${travelerId}`}>{travelerName}</Link>
      ),
    },
    {
      header: 'Nights',
      cell: ({ bookingId, weekTitle, checkIn, checkOut }) => (
        <Lines>
          <Link to={`/bookings/${bookingId}`}>{formatDays(checkIn, checkOut)}</Link>
          <Soft>{weekTitle}</Soft>
        </Lines>
      ),
    },
    {
      header: 'Status',
      cell: ({ isOpen }) => <StatusBadge status={holdStatuses[isOpen ? 'open' : 'over']} />,
    },
    { header: 'Held', cell: ({ heldAt }) => <Age instant={heldAt} /> },
    { header: 'Kept until', cell: ({ heldUntil }) => <LocalTime instant={heldUntil} /> },
    { header: 'Holds by this traveler', align: 'end', cell: ({ times }) => times },
  ],
});
