import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { Link } from 'react-router-dom';
import type { PayoutsPageQuery } from '#web/__generated__/PayoutsPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { PanelsSkeleton } from '#web/ui/layout/PanelsSkeleton.tsx';
import { formatDay, formatDays } from '#web/ui/words/dates.ts';
import { sumInWords } from '#web/ui/words/money.ts';
import { BankAccount } from './BankAccount.tsx';
import styles from './Payouts.module.css';
import type { PayoutsPage_payouts$key } from '#web/__generated__/PayoutsPage_payouts.graphql.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { payoutStatuses } from '#web/ui/basics/statuses.ts';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import { releaseTime } from '#common/durations.ts';

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
        ...PayoutsPage_payouts
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
    <div className="content sections page-room">
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
          link={{ to: '/create-listing', label: 'List Your Timeshare', variant: 'main' }}
          text="What travelers pay for stays at your week is kept safe, and sent to you here."
        />
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
              <span className="soft">
                {formatDay(next.on)}, for {next.resortName}
              </span>
            </dd>
          ) : (
            <dd className="stack soft breaks">No stay is booked yet</dd>
          )}
        </div>
      </dl>
      <p className="soft">
        Nights and cleaning of a stay become yours {releaseTime} after check-in, and are sent to
        your bank right away.
      </p>
    </Panel>
  );
}

const sumOf = (amounts: MoneyProps['outlook']['waiting']): string =>
  sumInWords(amounts.map(({ formatted }) => formatted)) || '$0';

function PayoutList({ viewer }: { viewer: PayoutsPage_payouts$key }) {
  const { data, ...pages } = usePages(
    graphql`
      fragment PayoutsPage_payouts on User
      @refetchable(queryName: "PayoutsPagePaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
        payouts(first: $first, after: $after) @connection(key: "PayoutList_payouts") {
          edges {
            cursor
            node {
              status
              createdAt
              settledAt
              bookingId
              saleId
              resortName
              checkIn
              checkOut
              amount {
                formatted
              }
            }
          }
        }
      }
    `,
    viewer,
  );
  const { edges } = data.payouts;
  return (
    <Panel title="Sent so far" icon="list">
      {edges.length === 0 ? (
        <p className="soft">Nothing yet. Every payout will be listed here.</p>
      ) : (
        <ul ref={pages.list} className={styles.rows}>
          {edges.map(({ cursor, node }) => (
            <li className="flex gap-4 at-top between padding-y-4 line-above" key={cursor}>
              <div>
                <Link to={node.saleId ? `/sales/${node.saleId}` : `/bookings/${node.bookingId}`}>
                  {node.resortName}
                </Link>
                <p className="soft">
                  {node.checkIn && node.checkOut
                    ? `Stay ${formatDays(node.checkIn, node.checkOut)}`
                    : 'Sale paid by card'}
                </p>
                <p className="soft">
                  <LocalDay instant={node.settledAt ?? node.createdAt} />
                </p>
              </div>
              <div className={`stack gap-1 rigid digits ${styles.amount}`}>
                <strong>{node.amount.formatted}</strong>
                <StatusBadge status={payoutStatuses[node.status]} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <ShowMore noun="Payouts" count={edges.length} pages={pages} />
    </Panel>
  );
}
