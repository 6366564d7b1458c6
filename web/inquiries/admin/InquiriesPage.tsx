import { Suspense } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import type { inquiriesPageLoaderQuery } from '#web/__generated__/inquiriesPageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import { plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { DataTable, type Column } from '#web/admin/table/DataTable.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { TableToolbar } from '#web/admin/table/TableToolbar.tsx';
import { useTable } from '#web/admin/table/useTable.ts';
import styles from './InquiriesPage.module.css';
import {
  inquiriesPageQuery,
  type InquiriesPageData,
  type InquiryRow,
} from './inquiriesPageLoader.ts';
import { inquiryStatuses } from './inquiryStatuses.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

export { loadInquiriesPage as loadPage } from './inquiriesPageLoader.ts';

const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: 'new', label: 'New' },
  { value: 'contacted', label: 'Contacted' },
  { value: 'converted', label: 'Converted' },
  { value: 'closed', label: 'Closed' },
];

export function Page() {
  const data = useLoaderData<InquiriesPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Inquiries" />}>
      <Inquiries {...data} />
    </Suspense>
  );
}

function Inquiries({ reference }: InquiriesPageData) {
  const { site, inquiries } = useOwnedPreloadedQuery<inquiriesPageLoaderQuery>(
    inquiriesPageQuery,
    reference,
  );
  const { address, isStale, change } = useTable();
  const rows = (inquiries?.edges ?? []).map(({ node }) => node);
  return (
    <AdminFrame
      title="Inquiries"
      subtitle="Properties that members told us about, to sell them or rent them out."
    >
      <PageMeta title={`Inquiries | ${site.title}`} canonicalPath="/admin/inquiries" />
      <TableToolbar
        searchLabel="Search by property, resort, place or person"
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
        count={`${plural(rows.length, 'inquiry')} on this page`}
      />
      {rows.length === 0 ? (
        <EmptyState
          title="No inquiries found"
          action={
            <ButtonLink to="/admin/inquiries" variant="contained">
              Show All Inquiries
            </ButtonLink>
          }
        >
          <p>Nothing that was sent fits this search and status.</p>
        </EmptyState>
      ) : (
        <DataTable<InquiryRow>
          label="Inquiries"
          columns={columns}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          isStale={isStale}
        />
      )}
      {inquiries && (
        <Pager pageInfo={inquiries.pageInfo} labels={{ previous: 'Newer', next: 'Older' }} />
      )}
    </AdminFrame>
  );
}

const columns: Column<InquiryRow>[] = [
  {
    id: 'property',
    header: 'Property',
    isRowHeader: true,
    cell: ({ databaseId, propertyName, resortName, location }) => (
      <span className={styles.two}>
        <Link to={`/admin/inquiries/${databaseId}`}>{propertyName}</Link>
        <span className={styles.soft}>
          {[resortName, location].filter((part) => part !== '').join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'sender',
    header: 'Sent by',
    cell: ({ senderName, email }) => (
      <span className={styles.two}>
        {senderName}
        <span className={styles.soft}>
          <EmailText email={email} />
        </span>
      </span>
    ),
  },
  { id: 'price', header: 'Asking price', cell: ({ askingPrice }) => formatTypedPrice(askingPrice) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge status={inquiryStatuses[status]} />,
  },
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ createdAt }) => (
      <span className={styles.date}>
        <LocalDay instant={createdAt} />
      </span>
    ),
  },
];
