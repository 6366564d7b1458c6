import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { RefundsPageQuery } from '#web/__generated__/RefundsPageQuery.graphql.ts';
import { plural } from '#common/numbers.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { Age } from '#web/admin/Age.tsx';
import { Lines, Soft, Sum, Whole } from '#web/admin/table/Lines.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import RefundDialog, { refundSteps, type RefundRow } from './RefundDialog.tsx';

export const page = resource<RefundsPageQuery, RefundRow>({
  path: '/admin/bookings/refunds',
  name: 'Refunds to Settle',
  subtitle:
    'Refunds that a bank refused or sent back. Each is tried again after an hour, a day and three days, and then waits for the team.',
  actions: () => <BackLink to="/admin/bookings">Bookings</BackLink>,
  query: graphql`
    query RefundsPageQuery {
      ...AppShell_query
      refundsToSettle {
        bookingId
        saleId
        payerName
        resortName
        title
        amount {
          amount
          formatted
        }
        refusals
        reason
        since
        isListed
        isUnderWay
        triedAgainAt
        askedAt
        enteredAt
      }
    }
  `,
  found: ({ refundsToSettle }) => refundsToSettle,
  keyOf: ({ bookingId, saleId }) => bookingId ?? saleId ?? '',
  none: {
    title: 'No refund waits',
    text: 'Every refund that was ordered has arrived or is on its way.',
  },
  columns: [
    {
      header: 'Payer',
      cell: ({ bookingId, saleId, payerName, resortName, title }) => (
        <Lines>
          <Link to={bookingId ? `/bookings/${bookingId}` : `/sales/${saleId}`}>{payerName}</Link>
          <Soft>{title ? `Sale of ${title}, ${resortName}` : resortName}</Soft>
        </Lines>
      ),
    },
    {
      header: 'Owed',
      align: 'end',
      cell: ({ amount }) => <Sum>{amount.formatted}</Sum>,
    },
    {
      header: 'Refused',
      cell: ({ since, refusals, reason }) => (
        <Lines>
          <Whole>
            {plural(refusals, 'time')}, first <Age instant={since} />
          </Whole>
          <Soft>{reason}</Soft>
        </Lines>
      ),
    },
    { header: 'How it stands', cell: (refund) => <Standing refund={refund} /> },
    {
      header: 'Settle',
      isActions: true,
      cell: ({ bookingId, saleId, payerName, isUnderWay }, { opener }) =>
        !isUnderWay && (
          <div className="cluster gap-2 to-end">
            {refundSteps.map(({ name, label }) => (
              <Button
                key={name}
                {...opener(name, bookingId ?? saleId ?? '')}
                size="small"
                variant="quiet"
                aria-label={`${label}: ${payerName}`}
              >
                {label}
              </Button>
            ))}
          </div>
        ),
    },
  ],
  dialogs: { ofRow: Object.fromEntries(refundSteps.map(({ name }) => [name, RefundDialog])) },
});

function Standing({ refund }: { refund: RefundRow }) {
  const { isUnderWay, triedAgainAt, askedAt, enteredAt } = refund;
  return (
    <Lines>
      {isUnderWay ? (
        <span>On its way again</span>
      ) : triedAgainAt ? (
        <span>
          Next try{' '}
          <Whole>
            <LocalTime instant={triedAgainAt} />
          </Whole>
        </span>
      ) : (
        <strong>Waits for the team</strong>
      )}
      {askedAt && (
        <Soft>
          {enteredAt ? 'Bank details were entered' : 'Asked for bank details'}{' '}
          <Age instant={enteredAt ?? askedAt} />
        </Soft>
      )}
    </Lines>
  );
}
