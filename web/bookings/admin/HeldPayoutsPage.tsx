import { Suspense } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import type { PayoutAccountStatus } from '#web/__generated__/BankAccount_viewer.graphql.ts';
import type { heldPayoutsPageLoaderQuery } from '#web/__generated__/heldPayoutsPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { payoutAccountStatuses, type Status } from '#web/ui/basics/statuses.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { Age } from '#web/admin/Age.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import styles from './bookingColumns.module.css';
import {
  heldPayoutsPageQuery,
  type HeldPayoutRow,
  type HeldPayoutsPageData,
} from './heldPayoutsPageLoader.ts';

export { loadHeldPayoutsPage as loadPage } from './heldPayoutsPageLoader.ts';

const title = 'Payouts on Hold';

export function Page() {
  const data = useLoaderData<HeldPayoutsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title={title} />}>
      <HeldPayouts {...data} />
    </Suspense>
  );
}

function HeldPayouts({ reference }: HeldPayoutsPageData) {
  const { site, heldPayouts } = useOwnedPreloadedQuery<heldPayoutsPageLoaderQuery>(
    heldPayoutsPageQuery,
    reference,
  );
  return (
    <AdminFrame
      title={title}
      subtitle="Owners whose money waits for their bank details, the largest sums first. It is sent within minutes once the details are right."
      actions={<BackLink to="/admin/bookings">Bookings</BackLink>}
    >
      <PageMeta title={`${title} | ${site.title}`} canonicalPath="/admin/bookings/payouts" />
      {heldPayouts?.length ? (
        <DataTable<HeldPayoutRow>
          label={title}
          columns={columns}
          rows={heldPayouts}
          keyOf={({ memberId, waiting }) => `${memberId} ${waiting.currency}`}
        />
      ) : (
        <EmptyState title="Nothing is held">
          <p>Every owner who is owed money has an account that it can be sent to.</p>
        </EmptyState>
      )}
    </AdminFrame>
  );
}

const columns: Column<HeldPayoutRow>[] = [
  {
    id: 'owner',
    header: 'Owner',
    isRowHeader: true,
    cell: ({ memberName, memberEmail }) => (
      <span className={styles.guest}>
        <Link to={`/admin/users?${new URLSearchParams({ q: memberEmail })}`}>{memberName}</Link>
        <a className={styles.soft} href={`mailto:${memberEmail}`}>
          <EmailText email={memberEmail} />
        </a>
      </span>
    ),
  },
  {
    id: 'why',
    header: 'Why',
    cell: ({ status }) => (
      <span className={styles.stay}>
        <span>
          <StatusBadge status={status ? payoutAccountStatuses[status] : noAccount} />
        </span>
        <span className={styles.soft}>{reasonFor(status)}</span>
      </span>
    ),
  },
  {
    id: 'since',
    header: 'Waiting since',
    cell: ({ since }) => (
      <span className={styles.date}>
        <Age instant={since} />
      </span>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ waiting }) => <span className={styles.total}>{waiting.formatted}</span>,
  },
];

const noAccount: Status = { tone: 'open', label: 'No bank details' };

function reasonFor(status: PayoutAccountStatus | null | undefined): string {
  switch (status) {
    case null:
    case undefined:
      return 'The owner has entered none, and was told by mail that money waits.';
    case 'INCOMPLETE':
      return 'The payment provider needs more from the owner.';
    case 'CHECKING':
      return 'The payment provider checks what the owner entered.';
    case 'REFUSED':
      return 'The bank refused the money. The owner was told, and has to enter other details.';
    default:
      return '';
  }
}
