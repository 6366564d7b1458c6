import { useRef } from 'react';
import { graphql, usePaginationFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MyListings_viewer$key } from '#web/__generated__/MyListings_viewer.graphql.ts';
import type { MyListingsPaginationQuery } from '#web/__generated__/MyListingsPaginationQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { sumInWords } from '#web/ui/words/money.ts';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import listStyles from '#web/ui/layout/ListPage.module.css';
import styles from './MyListings.module.css';
import { MyListingRow } from './MyListingRow.tsx';

const newListingPath = '/create-listing';

export function MyListings({ viewer }: { viewer: MyListings_viewer$key }) {
  const { data, ...pagination } = usePaginationFragment<
    MyListingsPaginationQuery,
    MyListings_viewer$key
  >(viewerFragment, viewer);
  const { listings, listingEarnings } = data;
  const list = useRef<HTMLUListElement>(null);
  const isEmpty = listings.edges.length === 0;
  return (
    <div className={`content ${listStyles.page}`}>
      <header className="cluster gap-5 row-gap-3 at-bottom between full">
        <div>
          <BackLink to="/dashboard">Dashboard</BackLink>
          <h1>My Listings</h1>
        </div>
        {!isEmpty && (
          <div className={`cluster gap-3 ${styles.ways}`}>
            <ButtonLink to="/reservations" variant="outlined" color="inherit">
              Requests and Reservations
            </ButtonLink>
            <ButtonLink to={newListingPath} variant="contained" color="secondary">
              List Your Timeshare
            </ButtonLink>
          </div>
        )}
      </header>
      {isEmpty ? (
        <EmptyState
          title="No listings yet"
          action={
            <ButtonLink to={newListingPath} variant="contained" color="secondary" size="large">
              List Your Timeshare
            </ButtonLink>
          }
        >
          <p>
            Offer a week you can&apos;t use. Our team verifies your ownership, and from then on
            everyone can find it.
          </p>
        </EmptyState>
      ) : (
        <>
          {listingEarnings.length > 0 && (
            <p className={styles.earnings}>
              <span>Earned with confirmed stays</span>
              <strong className="teal text-24 bold">
                {sumInWords(listingEarnings.map(({ formatted }) => formatted))}
              </strong>
            </p>
          )}
          <ul ref={list} className={listStyles.rows}>
            {listings.edges.map(({ node }) => (
              <MyListingRow key={node.databaseId} listing={node} />
            ))}
          </ul>
          <ShowMore
            noun="Listings"
            list={list}
            count={listings.edges.length}
            pagination={pagination}
          />
        </>
      )}
      {!isEmpty && (
        <p className="soft">
          Questions about a listing? <Link to="/help">Visit the Help Center</Link>.
        </p>
      )}
    </div>
  );
}

const viewerFragment = graphql`
  fragment MyListings_viewer on User
  @refetchable(queryName: "MyListingsPaginationQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
    listingEarnings {
      formatted
    }
    listings(first: $first, after: $after) @connection(key: "MyListings_listings") {
      edges {
        node {
          databaseId
          ...MyListingRow_listing
        }
      }
    }
  }
`;
