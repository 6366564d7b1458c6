import { graphql } from 'react-relay/hooks';
import type { RemittancesPageQuery } from '#web/__generated__/RemittancesPageQuery.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import { Sum, Whole } from '#web/admin/table/Lines.tsx';
import { byTime } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

export const page = resource<RemittancesPageQuery, RowOf<RemittancesPageQuery, 'remittances'>>({
  path: '/admin/bookings/remittances/paid',
  name: 'Payments Made',
  subtitle: 'Recorded bank transfers to tax offices and inventory providers, newest first.',
  actions: () => <BackLink to="/admin/bookings/remittances">Taxes and Providers</BackLink>,
  query: graphql`
    query RemittancesPageQuery($first: Int, $after: String, $last: Int, $before: String) {
      ...AppShell_query
      remittances(first: $first, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            payeeName
            reference
            createdAt
            amount {
              formatted
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ page }) => page,
  found: ({ remittances }) => remittances,
  keyOf: ({ payeeName, reference, createdAt }) => `${createdAt} ${payeeName} ${reference}`,
  pages: byTime,
  none: { title: 'No payments yet', text: 'Payments that you record appear here.' },
  columns: [
    { header: 'To whom', cell: ({ payeeName }) => <span className="breaks">{payeeName}</span> },
    { header: 'Reference', cell: ({ reference }) => <span className="breaks">{reference}</span> },
    {
      header: 'Recorded',
      cell: ({ createdAt }) => (
        <Whole>
          <LocalDay instant={createdAt} />
        </Whole>
      ),
    },
    {
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => <Sum>{amount.formatted}</Sum>,
    },
  ],
});
