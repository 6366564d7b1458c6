import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { InquiriesPageQuery } from '#web/__generated__/InquiriesPageQuery.graphql.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import { Day, Lines, Soft } from '#web/admin/table/Lines.tsx';
import { meaningOf } from '#web/admin/table/List.tsx';
import { byTime } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { inquiryStatuses } from './inquiry.ts';

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'new', label: 'New', is: 'NEW' },
  { value: 'contacted', label: 'Contacted', is: 'CONTACTED' },
  { value: 'converted', label: 'Converted', is: 'CONVERTED' },
  { value: 'closed', label: 'Closed', is: 'CLOSED' },
] as const;

export const page = resource<InquiriesPageQuery, RowOf<InquiriesPageQuery, 'inquiries'>>({
  path: '/admin/inquiries',
  name: 'Inquiries',
  noun: 'inquiry',
  subtitle: 'Properties that members told us about, to sell them or rent them out.',
  query: graphql`
    query InquiriesPageQuery(
      $search: String
      $status: InquiryStatus
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      inquiries(
        search: $search
        status: $status
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        edges {
          node {
            databaseId
            propertyName
            resortName
            location
            senderName
            email
            askingPrice
            status
            createdAt
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ search, filters, page }) => ({
    search,
    status: meaningOf(statuses, filters['filter']),
    ...page,
  }),
  found: ({ inquiries }) => inquiries,
  keyOf: ({ databaseId }) => databaseId,
  search: 'Search by property, resort, place or person',
  filters: [{ name: 'filter', label: 'Status', choices: statuses }],
  pages: byTime,
  none: 'Nothing that was sent fits this search and status.',
  columns: [
    {
      header: 'Property',
      cell: ({ databaseId, propertyName, resortName, location }) => (
        <Lines>
          <Link to={`/admin/inquiries/${databaseId}`}>{propertyName}</Link>
          <Soft>{[resortName, location].filter((part) => part !== '').join(', ')}</Soft>
        </Lines>
      ),
    },
    {
      header: 'Sent by',
      cell: ({ senderName, email }) => (
        <Lines>
          {senderName}
          <Soft>
            <EmailText email={email} />
          </Soft>
        </Lines>
      ),
    },
    { header: 'Asking price', cell: ({ askingPrice }) => formatTypedPrice(askingPrice) },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={inquiryStatuses[status]} /> },
    { header: 'Sent', cell: ({ createdAt }) => <Day instant={createdAt} /> },
  ],
});
