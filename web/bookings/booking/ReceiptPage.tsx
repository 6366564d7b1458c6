import { graphql } from 'react-relay/hooks';
import type { ReceiptPageQuery } from '#web/__generated__/ReceiptPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import listStyles from '#web/ui/layout/ListPage.module.css';
import { PanelsSkeleton } from '#web/ui/layout/PanelsSkeleton.tsx';
import printed from '#web/ui/layout/PrintedSheet.module.css';
import styles from './ReceiptPage.module.css';

export const page = definePage<ReceiptPageQuery>({
  path: '/bookings/:id/receipts/:number',
  access: 'signedIn',
  query: graphql`
    query ReceiptPageQuery($id: ID!, $number: String!) {
      ...AppShell_query
      viewer {
        id
      }
      booking(id: $id) {
        databaseId
        receipt(number: $number) {
          number
          title
          issuer
          recipient
          facts {
            label
            text
          }
          lines {
            label
            amount {
              formatted
            }
          }
          total {
            label
            amount {
              formatted
            }
          }
          note
        }
      }
    }
  `,
  variables: ({ id, params: { number = '' } }) => ({ id, number }),
  meta: ({ booking }) => booking?.receipt && { title: booking.receipt.title },
  skeleton: <PanelsSkeleton />,
  component: LoadedReceipt,
});

function LoadedReceipt({ data: { booking } }: MemberPageProps<ReceiptPageQuery>) {
  if (booking?.receipt) return <Receipt bookingId={booking.databaseId} receipt={booking.receipt} />;
  return (
    <NotFound
      title="Receipt not found"
      link={{ to: '/bookings', label: 'My Bookings' }}
      text="There is no such receipt for you. The page of each booking lists its receipts."
    />
  );
}

interface ReceiptProps {
  bookingId: string;
  receipt: NonNullable<NonNullable<ReceiptPageQuery['response']['booking']>['receipt']>;
}

function Receipt({ bookingId, receipt }: ReceiptProps) {
  const { number, title, issuer, recipient, facts, lines, total, note } = receipt;
  return (
    <div className={`content ${listStyles.page}`}>
      <BackLink to={`/bookings/${bookingId}`}>Booking</BackLink>
      <div className="cluster gap-3">
        <Button variant="quiet" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonAnchor
          href={`/api/bookings/${bookingId}/receipts/${number}`}
          download
          variant="quiet"
          startIcon={<Icon name="download" size={20} />}
        >
          Download PDF
        </ButtonAnchor>
      </div>
      <article className={`stack gap-5 full padding-5 panel ${printed.sheet} ${styles.sheet}`}>
        <h1>{title}</h1>
        <table className="full">
          <tbody>
            <Fact label="From" text={issuer.join(', ')} />
            <Fact label="To" text={recipient} />
            {facts.map(({ label, text }) => (
              <Fact key={`${label} ${text}`} label={label} text={text} />
            ))}
          </tbody>
        </table>
        <table className="full ledger">
          <thead className="visuallyHidden">
            <tr>
              <th scope="col">What</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, amount }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className={styles.amount}>{amount.formatted}</td>
              </tr>
            ))}
            <tr className={styles.total}>
              <td>{total.label}</td>
              <td className={styles.amount}>{total.amount.formatted}</td>
            </tr>
          </tbody>
        </table>
        {note !== null && <p className="soft">{note}</p>}
      </article>
    </div>
  );
}

const Fact = ({ label, text }: { label: string; text: string }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{text}</td>
  </tr>
);
