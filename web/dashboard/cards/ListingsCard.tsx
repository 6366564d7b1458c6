import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { Link } from 'react-router-dom';
import type { ListingsCard_viewer$key } from '#web/__generated__/ListingsCard_viewer.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from '../DashboardPage.module.css';
import { NothingYet } from './NothingYet.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { stayRule } from '#web/listings/nightsWords.ts';
import { LeftBadge } from '#web/listings/LeftBadge.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';

export function ListingsCard({ viewer }: { viewer: ListingsCard_viewer$key }) {
  const { data, ...pages } = usePages(
    graphql`
      fragment ListingsCard_viewer on User
      @refetchable(queryName: "ListingsCardPaginationQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
        listings(first: $first, after: $after) @connection(key: "ListingsCard_listings") {
          edges {
            node {
              databaseId
              title
              availableFrom
              availableTo
              nights
              freeNights
              minNights
              isWholeOnly
              pricePerNight {
                formatted
              }
              status
              resort {
                name
              }
            }
          }
        }
      }
    `,
    viewer,
  );
  const { listings } = data;
  return (
    <DashboardCard
      title="My Listings"
      icon="home"
      aside={
        listings.edges.length > 0 && (
          <span className="cluster gap-4 row-gap-0">
            <Link to="/reservations">Reservations</Link>
            <Link to="/payouts">Payouts</Link>
            <Link to="/dashboard/listings">Manage My Listings</Link>
          </span>
        )
      }
    >
      {listings.edges.length === 0 ? (
        <NothingYet
          icon="home"
          title="No listings yet"
          hint="Weeks that you offer, and whether they are published, will be listed here."
          way={{ label: 'List Your First Week', to: '/create-listing' }}
        />
      ) : (
        <ul ref={pages.list} className={`full ruled ${styles.rows} ${styles.columns}`}>
          {listings.edges.map(({ node }) => (
            <li className="line-above" key={node.databaseId}>
              <div>
                <Link to={`/dashboard/listings/${node.databaseId}`}>{node.title}</Link>
                <p className="soft">{node.resort.name}</p>
                <p className="soft">
                  {[
                    formatStay(node.availableFrom, node.availableTo),
                    stayRule(node.minNights, node.isWholeOnly).toLowerCase(),
                    `${node.pricePerNight.formatted} a night`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <span className="cluster gap-2">
                <StatusBadge status={listingStatuses[node.status]} />
                <LeftBadge
                  status={node.status}
                  nights={node.nights}
                  freeNights={node.freeNights}
                  minNights={node.minNights}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore noun="Listings" count={listings.edges.length} pages={pages} />
    </DashboardCard>
  );
}
