import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { bookingsPageLoaderQuery } from '#web/__generated__/bookingsPageLoaderQuery.graphql.ts';
import type { bookingsPageLoaderDisputesQuery } from '#web/__generated__/bookingsPageLoaderDisputesQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager, type PagerProps } from '#web/admin/table/Pager.tsx';
import { TableToolbar } from '#web/admin/table/TableToolbar.tsx';
import { useTable } from '#web/admin/table/useTable.ts';
import { bookingColumns, disputeColumns } from './bookingColumns.tsx';
import {
  bookingsPageQuery,
  deskFilter,
  disputesPageQuery,
  waitingFilter,
  type BookingRow,
  type BookingsPageData,
  type DisputeRow,
} from './bookingsPageLoader.ts';

export { loadBookingsPage as loadPage } from './bookingsPageLoader.ts';

const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: waitingFilter, label: 'Waiting for the team' },
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
  const { bookings, disputes } = useLoaderData<BookingsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Bookings" />}>
      {bookings && <Bookings reference={bookings} />}
      {disputes && <Disputes reference={disputes} />}
    </Suspense>
  );
}

interface BookingsProps {
  reference: NonNullable<BookingsPageData['bookings']>;
}

function Bookings({ reference }: BookingsProps) {
  const { site, bookings } = useOwnedPreloadedQuery<bookingsPageLoaderQuery>(
    bookingsPageQuery,
    reference,
  );
  return (
    <BookingTable<BookingRow>
      siteTitle={site.title}
      found={bookings}
      columns={bookingColumns}
      labels={{ previous: 'Newer', next: 'Older' }}
    />
  );
}

interface DisputesProps {
  reference: NonNullable<BookingsPageData['disputes']>;
}

function Disputes({ reference }: DisputesProps) {
  const { site, disputes } = useOwnedPreloadedQuery<bookingsPageLoaderDisputesQuery>(
    disputesPageQuery,
    reference,
  );
  return (
    <BookingTable<DisputeRow> siteTitle={site.title} found={disputes} columns={disputeColumns} />
  );
}

interface BookingTableProps<TRow> {
  siteTitle: string;
  found:
    | {
        readonly edges: readonly { readonly node: TRow }[];
        readonly pageInfo: PagerProps['pageInfo'];
      }
    | null
    | undefined;
  columns: Column<TRow>[];
  labels?: PagerProps['labels'];
}

function BookingTable<TRow extends BookingRow>(props: BookingTableProps<TRow>) {
  const { siteTitle, found, columns, labels } = props;
  const { address, isStale, change } = useTable();
  const rows = (found?.edges ?? []).map(({ node }) => node);
  return (
    <AdminFrame
      title="Bookings"
      subtitle="Every stay: who comes, where, when, and for how much."
      actions={
        <>
          <ButtonLink to="/admin/bookings/holds" variant="outlined" color="inherit">
            Unpaid Holds
          </ButtonLink>
          <ButtonLink to="/admin/bookings/payouts" variant="outlined" color="inherit">
            Payouts on Hold
          </ButtonLink>
        </>
      }
    >
      <PageMeta title={`Bookings | ${siteTitle}`} canonicalPath="/admin/bookings" />
      <TableToolbar
        searchLabel="Search by guest, owner, resort or number"
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
          <p>There is none with these names, this number or this status.</p>
        </EmptyState>
      ) : (
        <DataTable<TRow>
          label="Bookings"
          columns={columns}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          isStale={isStale}
        />
      )}
      {found && <Pager pageInfo={found.pageInfo} labels={labels} />}
    </AdminFrame>
  );
}
