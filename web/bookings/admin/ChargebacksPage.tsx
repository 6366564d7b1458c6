import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ChargebacksPageQuery } from '#web/__generated__/ChargebacksPageQuery.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { chargebackStatuses } from '#web/ui/basics/statuses.ts';
import { capital } from '#common/durations.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { TimeLeft } from '#web/bookings/TimeLeft.tsx';
import { Lines, Soft, Sum, Whole } from '#web/admin/table/Lines.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import type { Table } from '#web/admin/table/useTable.ts';
import { bookingNumber } from '../bookingNumber.ts';
import EvidenceOfTeam from './EvidenceOfTeam.tsx';

type Row = RowOf<ChargebacksPageQuery, 'chargebacks'>;

export const page = resource<ChargebacksPageQuery, Row>({
  path: '/admin/bookings/chargebacks',
  name: 'Chargebacks',
  subtitle:
    'Payments that banks of travelers and buyers dispute or ask about, by the deadline of the bank. What is not paid out of these bookings and sales waits until the bank has decided.',
  actions: () => <BackLink to="/admin/bookings">Bookings</BackLink>,
  query: graphql`
    query ChargebacksPageQuery {
      ...AppShell_query
      chargebacks {
        bookingId
        saleId
        resortName
        title
        guestName
        amount {
          formatted
        }
        reason
        status
        openedAt
        evidenceDueBy
        evidenceSentAt
        decidedAt
      }
    }
  `,
  found: ({ chargebacks }) => chargebacks,
  // A booking has one open chargeback at most, whose dialog its id opens.
  keyOf: ({ bookingId, saleId, decidedAt }) =>
    [bookingId ?? saleId, decidedAt].filter(Boolean).join(' '),
  none: { title: 'No chargebacks', text: 'No bank has disputed a payment.' },
  columns: [
    {
      header: 'Booking or sale',
      cell: ({ bookingId, saleId, guestName, resortName, title }) => (
        <Lines>
          {bookingId ? (
            <Link to={`/bookings/${bookingId}`}>{bookingNumber(bookingId)}</Link>
          ) : (
            <Link to={`/sales/${saleId}`}>Sale of {title}</Link>
          )}
          <Soft>
            {guestName}, {resortName}
          </Soft>
        </Lines>
      ),
    },
    {
      header: 'Status',
      cell: ({ status, reason }) => (
        <Lines>
          <span>
            <StatusBadge status={chargebackStatuses[status]} />
          </span>
          <Soft>
            <Whole>{reasonWords(reason)}</Whole>
          </Soft>
        </Lines>
      ),
    },
    {
      header: 'Evidence',
      cell: (row, { opener }) => <EvidenceCell row={row} opener={opener} />,
    },
    {
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => <Sum>{amount.formatted}</Sum>,
    },
  ],
  dialogs: { ofRow: { evidence: EvidenceOfTeam } },
});

/** The bank's reason, such as `product_not_received`, in words. */
const reasonWords = (reason: string): string => capital(reason.replaceAll('_', ' '));

interface EvidenceCellProps {
  row: Row;
  opener: Table['opener'];
}

function EvidenceCell({ row, opener }: EvidenceCellProps) {
  const { bookingId, status, evidenceSentAt, evidenceDueBy, decidedAt } = row;
  if (decidedAt) {
    return (
      <Soft>
        Decided <LocalTime instant={decidedAt} />
      </Soft>
    );
  }
  if (evidenceSentAt) {
    return (
      <Soft>
        Sent <LocalTime instant={evidenceSentAt} />
      </Soft>
    );
  }
  return (
    <Lines>
      {!bookingId ? (
        <Soft>At the payment provider</Soft>
      ) : (
        (status === 'OPEN' || status === 'INQUIRY') && (
          <span>
            <Button variant="outlined" {...opener('evidence', bookingId)}>
              Send Evidence
            </Button>
          </span>
        )
      )}
      {evidenceDueBy && (
        <Soft>
          By <TimeLeft until={evidenceDueBy} />
        </Soft>
      )}
    </Lines>
  );
}
