import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { PayoutAccountStatus } from '#web/__generated__/BankAccount_viewer.graphql.ts';
import type { HeldPayoutsPageQuery } from '#web/__generated__/HeldPayoutsPageQuery.graphql.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { payoutAccountStatuses, type Status } from '#web/ui/basics/statuses.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { Age } from '#web/admin/Age.tsx';
import { Lines, Soft, Sum, Whole } from '#web/admin/table/Lines.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';

export const page = resource<HeldPayoutsPageQuery, RowOf<HeldPayoutsPageQuery, 'heldPayouts'>>({
  path: '/admin/bookings/payouts',
  name: 'Payouts on Hold',
  subtitle:
    'Owners whose money waits for their bank details, the largest sums first. It is sent within minutes once the details are right.',
  actions: () => <BackLink to="/admin/bookings">Bookings</BackLink>,
  query: graphql`
    query HeldPayoutsPageQuery {
      ...AppShell_query
      heldPayouts {
        memberId
        memberName
        memberEmail
        waiting {
          currency
          formatted
        }
        since
        status
      }
    }
  `,
  found: ({ heldPayouts }) => heldPayouts,
  keyOf: ({ memberId, waiting }) => `${memberId} ${waiting.currency}`,
  none: {
    title: 'Nothing is held',
    text: 'Every owner who is owed money has an account that it can be sent to.',
  },
  columns: [
    {
      header: 'Owner',
      cell: ({ memberName, memberEmail }) => (
        <Lines>
          <Link to={`/admin/users?${new URLSearchParams({ q: memberEmail })}`}>{memberName}</Link>
          <a className="quiet regular breaks" href={`mailto:${memberEmail}`}>
            <EmailText email={memberEmail} />
          </a>
        </Lines>
      ),
    },
    {
      header: 'Why',
      cell: ({ status }) => (
        <Lines>
          <span>
            <StatusBadge status={status ? payoutAccountStatuses[status] : noAccount} />
          </span>
          <Soft>{reasonFor(status)}</Soft>
        </Lines>
      ),
    },
    {
      header: 'Waiting since',
      cell: ({ since }) => (
        <Whole>
          <Age instant={since} />
        </Whole>
      ),
    },
    {
      header: 'Amount',
      align: 'end',
      cell: ({ waiting }) => <Sum>{waiting.formatted}</Sum>,
    },
  ],
});

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
