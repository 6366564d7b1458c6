import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  PayoutStatementLineKind,
  Statement_viewer$key,
} from '../__generated__/Statement_viewer.graphql.ts';
import { BackLink } from '../ui/layout/BackLink.tsx';
import { Button } from '../ui/basics/Button.tsx';
import { ButtonAnchor } from '../ui/basics/ButtonLink.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import listStyles from '../ui/layout/ListPage.module.css';
import { formatDays, formatShortDay } from '../ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import styles from './Statement.module.css';

interface StatementProps {
  siteTitle: string;
  year: number;
  viewer: Statement_viewer$key;
}

export function Statement({ siteTitle, year, viewer }: StatementProps) {
  const { firstName, lastName, payoutStatement } = useFragment<Statement_viewer$key>(
    statementFragment,
    viewer,
  );
  const { opening, earned, kept, corrected, paidOut, closing, lines } = payoutStatement;
  return (
    <div className={`content ${listStyles.page}`}>
      <header>
        <BackLink to="/payouts">Payouts</BackLink>
        <h1>{`Statement ${year}`}</h1>
      </header>
      <div className="cluster gap-3">
        <Button variant="outlined" color="inherit" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonAnchor
          href={`/api/payouts/statements/${year}`}
          download
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="download" size={20} />}
        >
          Download CSV
        </ButtonAnchor>
      </div>
      <section
        className={`stack one-column gap-5 full padding-5 panel ${styles.sheet}`}
        aria-label={`Statement ${year}`}
      >
        <div className={styles.onPaper}>
          <p>
            {siteTitle}: payouts statement {year}
          </p>
          <p>
            {firstName} {lastName}
          </p>
        </div>
        <dl className={styles.sums}>
          <Sum label={`Balance on January 1, ${year}`} amount={opening.formatted} />
          <Sum label="Stays" amount={`+ ${earned.formatted}`} />
          <Sum label="Kept of cancelled stays" amount={`+ ${kept.formatted}`} />
          {corrected.amount !== 0 && <Sum label="Corrections" amount={corrected.formatted} />}
          <Sum label="Paid out" amount={`− ${paidOut.formatted}`} />
          <Sum label="Balance at the end" amount={closing.formatted} />
        </dl>
        {lines.edges.length === 0 ? (
          <p className={styles.soft}>Nothing was earned or paid out in {year}.</p>
        ) : (
          <table className={styles.lines}>
            <caption>All entries, oldest first; days are in UTC</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">What</th>
                <th scope="col">Stay</th>
                <th scope="col" className={styles.number}>
                  Service fee*
                </th>
                <th scope="col" className={styles.number}>
                  Tax*
                </th>
                <th scope="col" className={styles.number}>
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.edges.map(({ cursor, node }) => (
                <tr key={cursor}>
                  <td>
                    <time dateTime={node.at}>{formatShortDay(node.at)}</time>
                  </td>
                  <td>{kinds[node.kind]}</td>
                  <td>
                    <Link to={`/bookings/${node.bookingId}`}>{node.resortName}</Link>
                    <span className={styles.soft}>
                      {formatDays(node.checkIn, node.checkOut)}, {plural(node.nights, 'night')}
                    </span>
                  </td>
                  <td className={styles.number} data-label="Service fee*">
                    {node.serviceFee.amount !== 0 && node.serviceFee.formatted}
                  </td>
                  <td className={styles.number} data-label="Tax*">
                    {node.tax.amount !== 0 && node.tax.formatted}
                  </td>
                  <td className={styles.number}>
                    <strong>{node.amount.formatted}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {lines.pageInfo.hasNextPage && (
          <p>These are the first {lines.edges.length} entries. The CSV file has all of them.</p>
        )}
        <p className={styles.soft}>
          * Paid by the traveler on top of your amount, to {siteTitle} and to the tax office.
        </p>
      </section>
    </div>
  );
}

const Sum = ({ label, amount }: { label: string; amount: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </div>
);

/** Partial: a newer server may send kinds that this page does not know. */
const kinds: Readonly<Partial<Record<PayoutStatementLineKind, string>>> = {
  STAY: 'Stay',
  KEPT: 'Cancelled stay',
  PAID_OUT: 'Paid out',
  CHARGEBACK: 'Taken back by a bank',
  CORRECTION: 'Correction',
};

const statementFragment = graphql`
  fragment Statement_viewer on User @argumentDefinitions(year: { type: "Int!" }) {
    firstName
    lastName
    payoutStatement(year: $year) {
      opening {
        formatted
      }
      earned {
        formatted
      }
      kept {
        formatted
      }
      corrected {
        amount
        formatted
      }
      paidOut {
        formatted
      }
      closing {
        formatted
      }
      lines(first: 300) {
        pageInfo {
          hasNextPage
        }
        edges {
          cursor
          node {
            kind
            at
            bookingId
            resortName
            checkIn
            checkOut
            nights
            serviceFee {
              amount
              formatted
            }
            tax {
              amount
              formatted
            }
            amount {
              formatted
            }
          }
        }
      }
    }
  }
`;
