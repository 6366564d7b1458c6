import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { SalesPageQuery } from '#web/__generated__/SalesPageQuery.graphql.ts';
import { Day, Lines, Soft, Sum, Whole } from '#web/admin/table/Lines.tsx';
import { filterProps, meaningOf } from '#web/admin/table/List.tsx';
import { byPage } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { TimeLeft } from '#web/bookings/TimeLeft.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { standingOf, toneOf } from '../deal/dealWords.ts';
import { saleStatusWords } from '../saleStatusWords.ts';

type Row = RowOf<SalesPageQuery, 'sales'>;

const status = {
  name: 'filter',
  label: 'Status',
  choices: [
    { value: '', label: 'All statuses' },
    { value: 'offered', label: 'Offered', is: 'OFFERED' },
    { value: 'accepted', label: 'Accepted', is: 'ACCEPTED' },
    { value: 'agreed', label: 'Agreed: in closing', is: 'AGREED' },
    { value: 'sold', label: 'Sold', is: 'SOLD' },
    { value: 'declined', label: 'Declined', is: 'DECLINED' },
    { value: 'withdrawn', label: 'Withdrawn', is: 'WITHDRAWN' },
    { value: 'expired', label: 'Expired', is: 'EXPIRED' },
    { value: 'set_aside', label: 'Sold to somebody else', is: 'SET_ASIDE' },
    { value: 'called_off', label: 'Called off', is: 'CALLED_OFF' },
  ],
} as const;

export const page = resource<SalesPageQuery, Row>({
  path: '/admin/sales',
  name: 'Sales',
  subtitle: 'Offers for timeshares, and what became of them. What is due first stands first.',
  actions: (table) => (
    <>
      <Select {...filterProps(status, table)} />
      <ButtonLink to="/admin/sales/cooling-off" variant="quiet">
        Cooling-off Periods
      </ButtonLink>
    </>
  ),
  query: graphql`
    query SalesPageQuery(
      $statuses: [SaleStatus!]
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      sales(statuses: $statuses, first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            databaseId
            title
            buyerName
            sellerName
            status
            turn
            answerBy
            createdAt
            settlement
            signatures {
              side
            }
            steps {
              ...dealWords_step @relay(mask: false)
            }
            terms {
              price {
                formatted
              }
            }
            resort {
              databaseId
              name
            }
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ filters, page }) => {
    const chosen = meaningOf(status.choices, filters['filter']);
    return { statuses: chosen && [chosen], ...page };
  },
  found: ({ sales }) => sales,
  keyOf: ({ databaseId }) => databaseId,
  filters: [status],
  pages: byPage,
  none: 'No sale has this status.',
  columns: [
    {
      header: 'Timeshare',
      cell: ({ databaseId, title, resort }) => (
        <Lines isLong>
          <Link to={`/sales/${databaseId}`}>{title}</Link>
          <Link className="quiet regular breaks" to={`/resort/${resort.databaseId}`}>
            {resort.name}
          </Link>
        </Lines>
      ),
    },
    { header: 'Buyer', cell: ({ buyerName }) => <Lines isLong>{buyerName}</Lines> },
    { header: 'Seller', cell: ({ sellerName }) => <Lines isLong>{sellerName}</Lines> },
    { header: 'Status', cell: (sale) => <StatusCell sale={sale} /> },
    { header: 'Due', cell: (sale) => <DueCell sale={sale} /> },
    {
      header: 'Price',
      align: 'end',
      cell: ({ terms }) => <Sum>{terms.at(-1)?.price?.formatted ?? ''}</Sum>,
    },
    { header: 'Offered', cell: ({ createdAt }) => <Day instant={createdAt} /> },
  ],
});

/** The first day on which an answer or an open step is due, as the list is in order of. */
function DueCell({ sale: { status: reached, answerBy, steps } }: { sale: Row }) {
  const isClosing = reached === 'AGREED' || reached === 'SOLD';
  const [day] = (isClosing ? steps : [])
    .flatMap(({ step, state, dueOn }) =>
      state === 'OPEN' && step !== 'COOLING_OFF' && dueOn ? [dueOn] : [],
    )
    .toSorted();
  if (day !== undefined) return <Whole>{formatDay(day)}</Whole>;
  return answerBy && <Day instant={answerBy} />;
}

function StatusCell({ sale }: { sale: Row }) {
  const { status: reached, signatures, answerBy } = sale;
  const confirmed = signatures.map(({ side }) => side);
  const { text, until } = standingOf({ ...sale, reader: 'TEAM', confirmed });
  return (
    <Lines>
      <span>
        <StatusBadge status={{ tone: toneOf(reached), label: saleStatusWords[reached] ?? '' }} />
      </span>
      {reached === 'AGREED' && <Soft>{text}</Soft>}
      {until !== undefined && answerBy && (
        <Soft>
          {until} <TimeLeft until={answerBy} />
        </Soft>
      )}
    </Lines>
  );
}
