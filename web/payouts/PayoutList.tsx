import { useRef } from 'react';
import { graphql, usePaginationFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { PayoutList_viewer$key } from '../__generated__/PayoutList_viewer.graphql.ts';
import type { PayoutListPaginationQuery } from '../__generated__/PayoutListPaginationQuery.graphql.ts';
import { Panel } from '../ui/panels/Panel.tsx';
import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { payoutStatuses } from '../ui/basics/statuses.ts';
import { ShowMore } from '../ui/feedback/ShowMore.tsx';
import { formatDays } from '../ui/words/dates.ts';
import styles from './Payouts.module.css';
import { LocalDay } from '../ui/words/LocalTime.tsx';

export function PayoutList({ viewer }: { viewer: PayoutList_viewer$key }) {
  const { data, ...pagination } = usePaginationFragment<
    PayoutListPaginationQuery,
    PayoutList_viewer$key
  >(
    graphql`
      fragment PayoutList_viewer on User
      @refetchable(queryName: "PayoutListPaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
        payouts(first: $first, after: $after) @connection(key: "PayoutList_payouts") {
          edges {
            cursor
            node {
              status
              createdAt
              settledAt
              bookingId
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
  const list = useRef<HTMLUListElement>(null);
  const { edges } = data.payouts;
  return (
    <Panel title="Sent so far" icon="list">
      {edges.length === 0 ? (
        <p className={styles.soft}>Nothing yet. Every payout will be listed here.</p>
      ) : (
        <ul ref={list} className={styles.rows}>
          {edges.map(({ cursor, node }) => (
            <li className="flex gap-4 at-top between padding-y-4 line-above" key={cursor}>
              <div>
                <Link to={`/bookings/${node.bookingId}`}>{node.resortName}</Link>
                <p className={styles.soft}>Stay {formatDays(node.checkIn, node.checkOut)}</p>
                <p className={styles.soft}>
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
      <ShowMore noun="Payouts" list={list} count={edges.length} pagination={pagination} />
    </Panel>
  );
}
