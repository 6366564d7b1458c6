import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { bookingsPageLoaderQuery } from '../../../__generated__/bookingsPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../../../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../../../ui/panels/EmptyState.tsx';
import { plural } from '../../../ui/words/numbers.ts';
import { PageMeta } from '../../../shell/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '../../../relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '../_parts/frame/AdminFrame.tsx';
import { AdminSkeleton } from '../_parts/frame/AdminSkeleton.tsx';
import { DataTable } from '../_parts/table/DataTable.tsx';
import { Pager } from '../_parts/table/Pager.tsx';
import { TableToolbar } from '../_parts/table/TableToolbar.tsx';
import { useTable } from '../_parts/table/useTable.ts';
import { bookingColumns, disputeColumns } from './bookingColumns.tsx';
import {
  bookingsPageQuery,
  deskFilter,
  type BookingRow,
  type BookingsPageData,
} from './bookingsPageLoader.ts';

export { loadBookingsPage as loadPage } from './bookingsPageLoader.ts';

const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: deskFilter, label: 'Disputes' },
  { value: 'held', label: 'In checkout' },
  { value: 'pending', label: 'Requested' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'certified', label: 'Certificate issued' },
  { value: 'checked_in', label: 'Checked in' },
  { value: 'completed', label: 'Completed' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'declined', label: 'Declined' },
  { value: 'expired', label: 'Expired' },
  { value: 'cancelled', label: 'Cancelled' },
];

export function Page() {
  const data = useLoaderData<BookingsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Bookings" />}>
      <Bookings {...data} />
    </Suspense>
  );
}

function Bookings({ reference }: BookingsPageData) {
  const { site, bookings, disputes } = useOwnedPreloadedQuery<bookingsPageLoaderQuery>(
    bookingsPageQuery,
    reference,
  );
  const { address, isStale, change } = useTable();
  const found = bookings ?? disputes;
  const rows = (found?.edges ?? []).map(({ node }) => node);
  const isDesk = address.filter === deskFilter;
  return (
    <AdminFrame
      title="Bookings"
      subtitle="Every stay: who comes, where, when, and for how much."
      actions={
        <ButtonLink to="/admin/bookings/payouts" variant="outlined" color="inherit">
          Payouts on Hold
        </ButtonLink>
      }
    >
      <PageMeta title={`Bookings | ${site.title}`} canonicalPath="/admin/bookings" />
      <TableToolbar
        searchLabel="Search by guest or resort"
        address={address}
        onSearch={(search) => change({ search })}
        filters={[
          {
            label: 'Status',
            choices: statusChoices,
            onChange: (filter) => change({ filter }),
            value: address.filter,
          },
        ]}
        count={`${plural(rows.length, 'booking')} on this page`}
      />
      {rows.length === 0 ? (
        <EmptyState
          title="No bookings found"
          action={
            <ButtonLink to="/admin/bookings" variant="contained">
              Show All Bookings
            </ButtonLink>
          }
        >
          <p>There is none with this guest, resort or status.</p>
        </EmptyState>
      ) : (
        <DataTable<BookingRow>
          label="Bookings"
          columns={isDesk ? disputeColumns : bookingColumns}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          isStale={isStale}
        />
      )}
      {found && (
        <Pager
          pageInfo={found.pageInfo}
          labels={isDesk ? undefined : { previous: 'Newer', next: 'Older' }}
        />
      )}
    </AdminFrame>
  );
}
