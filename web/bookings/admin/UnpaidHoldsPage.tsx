import { Suspense } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import type { unpaidHoldsPageLoaderQuery } from '#web/__generated__/unpaidHoldsPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { holdStatuses } from '#web/ui/basics/statuses.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { Age } from '#web/admin/Age.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import styles from './bookingColumns.module.css';
import {
  unpaidHoldsPageQuery,
  type UnpaidHoldRow,
  type UnpaidHoldsPageData,
} from './unpaidHoldsPageLoader.ts';

export { loadUnpaidHoldsPage as loadPage } from './unpaidHoldsPageLoader.ts';

const title = 'Unpaid Holds';

export function Page() {
  const data = useLoaderData<UnpaidHoldsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title={title} />}>
      <UnpaidHolds {...data} />
    </Suspense>
  );
}

function UnpaidHolds({ reference }: UnpaidHoldsPageData) {
  const { site, unpaidHolds } = useOwnedPreloadedQuery<unpaidHoldsPageLoaderQuery>(
    unpaidHoldsPageQuery,
    reference,
  );
  return (
    <AdminFrame
      title={title}
      subtitle="Checkouts of the last 30 days that were not paid, the newest first."
      actions={<BackLink to="/admin/bookings">Bookings</BackLink>}
    >
      <PageMeta title={`${title} | ${site.title}`} canonicalPath="/admin/bookings/holds" />
      {unpaidHolds?.length ? (
        <DataTable<UnpaidHoldRow>
          label={title}
          columns={columns}
          rows={unpaidHolds}
          keyOf={({ bookingId }) => bookingId}
        />
      ) : (
        <EmptyState title="No unpaid holds">
          <p>Everybody who kept nights has paid them.</p>
        </EmptyState>
      )}
    </AdminFrame>
  );
}

const columns: Column<UnpaidHoldRow>[] = [
  {
    id: 'traveler',
    header: 'Traveler',
    isRowHeader: true,
    cell: ({ travelerId, travelerName }) => (
      <Link to={`/admin/users?q=${travelerId}`}>{travelerName}</Link>
    ),
  },
  {
    id: 'stay',
    header: 'Nights',
    cell: ({ bookingId, weekTitle, checkIn, checkOut }) => (
      <span className={styles.stay}>
        <Link to={`/bookings/${bookingId}`}>{formatDays(checkIn, checkOut)}</Link>
        <span className={styles.soft}>{weekTitle}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ isOpen }) => <StatusBadge status={holdStatuses[isOpen ? 'open' : 'over']} />,
  },
  { id: 'held', header: 'Held', cell: ({ heldAt }) => <Age instant={heldAt} /> },
  {
    id: 'until',
    header: 'Kept until',
    cell: ({ heldUntil }) => <LocalTime instant={heldUntil} />,
  },
  { id: 'times', header: 'Holds by this traveler', align: 'end', cell: ({ times }) => times },
];
