import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { PayoutsPageQuery } from '../__generated__/PayoutsPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '../page/definePage.tsx';
import { BackLink } from '../ui/layout/BackLink.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { Panel } from '../ui/panels/Panel.tsx';
import { PanelsSkeleton } from '../ui/layout/PanelsSkeleton.tsx';
import { formatDay } from '../ui/words/dates.ts';
import { sumInWords } from '../ui/words/money.ts';
import { BankAccount } from './BankAccount.tsx';
import { PayoutList } from './PayoutList.tsx';
import styles from './Payouts.module.css';

export const page = definePage<PayoutsPageQuery>({
  path: '/payouts',
  access: 'signedIn',
  query: graphql`
    query PayoutsPageQuery {
      ...AppShell_query
      site {
        ...BankAccount_site
      }
      viewer {
        payoutOutlook {
          waiting {
            formatted
          }
          onTheWay {
            formatted
          }
          next {
            on
            resortName
            amount {
              formatted
            }
          }
          years
          offersWeeks
        }
        ...BankAccount_viewer
        ...PayoutList_viewer
      }
    }
  `,
  meta: { title: 'Payouts' },
  skeleton: <PanelsSkeleton />,
  component: Payouts,
});

function Payouts({ data: { site, viewer } }: MemberPageProps<PayoutsPageQuery>) {
  const { waiting, years, offersWeeks } = viewer.payoutOutlook;
  return (
    <div className={`content sections ${styles.page}`}>
      <header>
        <BackLink to="/reservations">Reservations</BackLink>
        <h1>Payouts</h1>
      </header>
      {offersWeeks ? (
        <div className={`stack gap-5 at-top ${styles.columns}`}>
          <div>
            <Money outlook={viewer.payoutOutlook} />
          </div>
          <div className={styles.bank}>
            <BankAccount site={site} viewer={viewer} isWaiting={waiting.length > 0} />
          </div>
          <div className={styles.sent}>
            <PayoutList viewer={viewer} />
          </div>
          {years.length > 0 && (
            <div className={styles.statements}>
              <Panel title="Statements" icon="document">
                <ul className={`stack gap-2 ${styles.years}`}>
                  {years.map((year) => (
                    <li key={year}>
                      <Link to={`/payouts/${year}`}>Statement {year}</Link>
                    </li>
                  ))}
                </ul>
              </Panel>
            </div>
          )}
        </div>
      ) : (
        <EmptyState
          title="Earn with your week"
          action={
            <ButtonLink to="/create-listing" variant="contained" color="secondary" size="large">
              List Your Timeshare
            </ButtonLink>
          }
        >
          <p>What travelers pay for stays at your week is kept safe, and sent to you here.</p>
        </EmptyState>
      )}
    </div>
  );
}

interface MoneyProps {
  outlook: NonNullable<PayoutsPageQuery['response']['viewer']>['payoutOutlook'];
}

function Money({ outlook: { waiting, onTheWay, next } }: MoneyProps) {
  return (
    <Panel title="Your money" icon="shield">
      <dl className={`cluster gap-7 row-gap-4 ${styles.sums}`}>
        <div>
          <dt>Waiting for you</dt>
          <dd className={`stack breaks ${styles.large}`}>{sumOf(waiting)}</dd>
        </div>
        {onTheWay.length > 0 && (
          <div>
            <dt>On its way</dt>
            <dd className={`stack breaks ${styles.large}`}>{sumOf(onTheWay)}</dd>
          </div>
        )}
        <div>
          <dt>Next payout</dt>
          {next ? (
            <dd className="stack breaks">
              <span className={styles.large}>{next.amount.formatted}</span>
              <span className={styles.soft}>
                {formatDay(next.on)}, for {next.resortName}
              </span>
            </dd>
          ) : (
            <dd className={`stack breaks ${styles.soft}`}>No stay is booked yet</dd>
          )}
        </div>
      </dl>
      <p className={styles.soft}>
        Nights and cleaning of a stay become yours two days after check-in, and are sent to your
        bank right away.
      </p>
    </Panel>
  );
}

const sumOf = (amounts: MoneyProps['outlook']['waiting']): string =>
  sumInWords(amounts.map(({ formatted }) => formatted)) || '$0';
