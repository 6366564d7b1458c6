import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  PayoutStatementLineKind,
  StatementPageQuery,
} from '../__generated__/StatementPageQuery.graphql.ts';
import { definePage, type MemberPageProps, type PageAddress } from '../page/definePage.tsx';
import { NotFound } from '../page/NotFound.tsx';
import { useSiteFacts } from '../page/siteFacts.ts';
import { Button } from '../ui/basics/Button.tsx';
import { ButtonAnchor } from '../ui/basics/ButtonLink.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { BackLink } from '../ui/layout/BackLink.tsx';
import listStyles from '../ui/layout/ListPage.module.css';
import { formatDays, formatShortDay } from '../ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import printed from '#web/ui/layout/PrintedSheet.module.css';
import styles from './Statement.module.css';
import { PanelsSkeleton } from '../ui/layout/PanelsSkeleton.tsx';

export const page = definePage<StatementPageQuery>({
  path: '/payouts/:year',
  access: 'signedIn',
  query: graphql`
    query StatementPageQuery($year: Int!, $isYear: Boolean!) {
      ...AppShell_query
      viewer {
        firstName
        lastName
        payoutStatement(year: $year) @include(if: $isYear) {
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
                saleId
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
    }
  `,
  variables: (address) => {
    const year = yearIn(address);
    return { year: year ?? 2000, isYear: year !== undefined };
  },
  meta: ({ viewer }, address) => {
    const year = yearIn(address);
    return (
      viewer.payoutStatement && { title: `Statement ${year}`, canonicalPath: `/payouts/${year}` }
    );
  },
  skeleton: <PanelsSkeleton />,
  component: LoadedStatement,
});

/** Undefined if the address names no year. */
const yearIn = ({ params: { year = '' } }: PageAddress): number | undefined =>
  /^2[01]\d\d$/.test(year) ? Number(year) : undefined;

function LoadedStatement({ data, ...address }: MemberPageProps<StatementPageQuery>) {
  const { title } = useSiteFacts();
  const year = yearIn(address);
  const { firstName, lastName, payoutStatement } = data.viewer;
  if (payoutStatement && year !== undefined) {
    return (
      <Statement
        siteTitle={title}
        year={year}
        name={`${firstName} ${lastName}`}
        statement={payoutStatement}
      />
    );
  }
  return (
    <div className="content">
      <NotFound
        title="Statement not found"
        heading="There is no such statement"
        link={{ to: '/payouts', label: 'Payouts', variant: 'main' }}
        text="Each year in which you earned something has a statement."
      />
    </div>
  );
}

type PayoutStatement = NonNullable<
  NonNullable<StatementPageQuery['response']['viewer']>['payoutStatement']
>;

interface StatementProps {
  siteTitle: string;
  year: number;
  name: string;
  statement: PayoutStatement;
}

function Statement({ siteTitle, year, name, statement }: StatementProps) {
  const { opening, earned, kept, corrected, paidOut, closing, lines } = statement;
  return (
    <div className={`content ${listStyles.page}`}>
      <header>
        <BackLink to="/payouts">Payouts</BackLink>
        <h1>{`Statement ${year}`}</h1>
      </header>
      <div className="cluster gap-3">
        <Button variant="quiet" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonAnchor
          href={`/api/payouts/statements/${year}`}
          download
          variant="quiet"
          startIcon={<Icon name="download" size={20} />}
        >
          Download CSV
        </ButtonAnchor>
      </div>
      <section
        className={`stack gap-5 full padding-5 panel ${printed.sheet}`}
        aria-label={`Statement ${year}`}
      >
        <div className={styles.onPaper}>
          <p>
            {siteTitle}: payouts statement {year}
          </p>
          <p>{name}</p>
        </div>
        <dl className={styles.sums}>
          <Sum label={`Balance on January 1, ${year}`} amount={opening.formatted} />
          <Sum label="Stays and sales" amount={`+ ${earned.formatted}`} />
          <Sum label="Kept of cancelled stays" amount={`+ ${kept.formatted}`} />
          {corrected.amount !== 0 && <Sum label="Corrections" amount={corrected.formatted} />}
          <Sum label="Paid out" amount={`− ${paidOut.formatted}`} />
          <Sum label="Balance at the end" amount={closing.formatted} />
        </dl>
        {lines.edges.length === 0 ? (
          <p className="soft">Nothing was earned or paid out in {year}.</p>
        ) : (
          <Lines lines={lines.edges} />
        )}
        {lines.pageInfo.hasNextPage && (
          <p>These are the first {lines.edges.length} entries. The CSV file has all of them.</p>
        )}
        <p className="soft">
          * Paid by the traveler on top of your amount, to {siteTitle} and to the tax office.
        </p>
      </section>
    </div>
  );
}

function Lines({ lines }: { lines: PayoutStatement['lines']['edges'] }) {
  return (
    <table className={`full ledger ${styles.lines}`}>
      <caption>All entries, oldest first; days are in UTC</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">What</th>
          <th scope="col">Stay or sale</th>
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
        {lines.map(({ cursor, node }) => (
          <tr key={cursor}>
            <td>
              <time dateTime={node.at}>{formatShortDay(node.at)}</time>
            </td>
            <td>{kinds[node.kind]}</td>
            <td>
              <Link to={node.saleId ? `/sales/${node.saleId}` : `/bookings/${node.bookingId}`}>
                {node.resortName}
              </Link>
              {node.checkIn && node.checkOut && (
                <span className="block soft">
                  {formatDays(node.checkIn, node.checkOut)}, {plural(node.nights ?? 0, 'night')}
                </span>
              )}
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
  SALE: 'Sale paid by card',
  KEPT: 'Cancelled stay',
  PAID_OUT: 'Paid out',
  CHARGEBACK: 'Taken back by the traveler’s bank',
  REVERSAL: 'Payout taken back',
  SET_OFF: 'Settled with another stay',
  CORRECTION: 'Correction',
  GOODWILL: 'Goodwill',
  CLAIM: 'Payment for a damage',
  REBOOKING: 'Difference of another week',
};
