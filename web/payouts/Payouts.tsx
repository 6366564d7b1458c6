import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { BankAccount_site$key } from '../__generated__/BankAccount_site.graphql.ts';
import type { Payouts_viewer$key } from '../__generated__/Payouts_viewer.graphql.ts';
import { BackLink } from '../ui/layout/BackLink.tsx';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { Panel } from '../ui/panels/Panel.tsx';
import { formatDay } from '../ui/words/dates.ts';
import { sumInWords } from '../ui/words/money.ts';
import { BankAccount } from './BankAccount.tsx';
import { PayoutList } from './PayoutList.tsx';
import styles from './Payouts.module.css';

interface PayoutsProps {
  site: BankAccount_site$key;
  viewer: Payouts_viewer$key;
}

export function Payouts({ site, viewer }: PayoutsProps) {
  const data = useFragment<Payouts_viewer$key>(
    graphql`
      fragment Payouts_viewer on User {
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
    `,
    viewer,
  );
  const { waiting, onTheWay, next, years, offersWeeks } = data.payoutOutlook;
  const sumOf = (amounts: typeof waiting): string =>
    sumInWords(amounts.map(({ formatted }) => formatted)) || '$0';
  return (
    <div className={`content stack one-column gap-5 packed ${styles.page}`}>
      <header>
        <BackLink to="/reservations">Reservations</BackLink>
        <h1>Payouts</h1>
      </header>
      {offersWeeks ? (
        <div className={`stack gap-5 at-top ${styles.columns}`}>
          <div>
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
                Nights and cleaning of a stay become yours two days after check-in, and are sent to
                your bank right away.
              </p>
            </Panel>
          </div>
          <div className={styles.bank}>
            <BankAccount site={site} viewer={data} isWaiting={waiting.length > 0} />
          </div>
          <div className={styles.sent}>
            <PayoutList viewer={data} />
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
