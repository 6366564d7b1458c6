import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import type { MyListingsPageQuery } from '#web/__generated__/MyListingsPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import styles from '#web/ui/layout/ListPage.module.css';
import { Link } from 'react-router-dom';
import type {
  MyListingsPage_viewer$key,
  MyListingsPage_viewer$data,
} from '#web/__generated__/MyListingsPage_viewer.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { sumInWords } from '#web/ui/words/money.ts';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import myListingsStyles from './MyListings.module.css';
import { formatStay } from '#web/ui/words/dates.ts';
import { EscrowBadge } from '../EscrowBadge.tsx';
import { stayRule } from '../nightsWords.ts';
import { LeftBadge } from '../LeftBadge.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';
import { PictureRow, Todo } from '#web/ui/panels/PictureRow.tsx';

export const page = definePage<MyListingsPageQuery>({
  path: '/dashboard/listings',
  access: 'signedIn',
  query: graphql`
    query MyListingsPageQuery {
      ...AppShell_query
      viewer {
        ...MyListingsPage_viewer
      }
    }
  `,
  meta: { title: 'My Listings' },
  skeleton: <MyListingsSkeleton />,
  component: ({ data }) => <MyListings viewer={data.viewer} />,
});

function MyListingsSkeleton() {
  return (
    <div className={`content ${styles.page}`} aria-hidden="true">
      <Skeleton width="min(340px, 80%)" height="100px" radius="14px" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height="122px" radius="14px" />
      ))}
    </div>
  );
}

const newListingPath = '/create-listing';

function MyListings({ viewer }: { viewer: MyListingsPage_viewer$key }) {
  const { data, ...pages } = usePages(viewerFragment, viewer);
  const { listings, listingEarnings } = data;
  const isEmpty = listings.edges.length === 0;
  return (
    <div className={`content ${styles.page}`}>
      <header className="cluster gap-5 row-gap-3 at-bottom between full">
        <div>
          <BackLink to="/dashboard">Dashboard</BackLink>
          <h1>My Listings</h1>
        </div>
        {!isEmpty && (
          <div className={`cluster gap-3 ${myListingsStyles.ways}`}>
            <ButtonLink to="/reservations" variant="quiet">
              Requests and Reservations
            </ButtonLink>
            <ButtonLink to={newListingPath} variant="main">
              List Your Timeshare
            </ButtonLink>
          </div>
        )}
      </header>
      {isEmpty ? (
        <EmptyState
          title="No listings yet"
          link={{ to: newListingPath, label: 'List Your Timeshare', variant: 'main' }}
          text="Offer a week you can't use. Our team verifies your ownership, and from then on everyone can find it."
        />
      ) : (
        <>
          {listingEarnings.length > 0 && (
            <p className={myListingsStyles.earnings}>
              <span>Earned with confirmed stays</span>
              <strong className="teal text-24 bold">
                {sumInWords(listingEarnings.map(({ formatted }) => formatted))}
              </strong>
            </p>
          )}
          <ul ref={pages.list} className={styles.rows}>
            {listings.edges.map(({ node }) => (
              <MyListingRow key={node.databaseId} listing={node} />
            ))}
          </ul>
          <ShowMore noun="Listings" count={listings.edges.length} pages={pages} />
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
  fragment MyListingsPage_viewer on User
  @refetchable(queryName: "MyListingsPagePaginationQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
    listingEarnings {
      formatted
    }
    listings(first: $first, after: $after) @connection(key: "MyListings_listings") {
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
          hasContract
          earned {
            amount
            formatted
          }
          resort {
            name
            imageUrl
          }
          ...EscrowBadge_listing
        }
      }
    }
  }
`;

function MyListingRow({
  listing: data,
}: {
  listing: MyListingsPage_viewer$data['listings']['edges'][number]['node'];
}) {
  const { status, earned, resort } = data;
  const todo = status === 'IN_REVIEW' && !data.hasContract ? noContract : todos[status];
  return (
    <PictureRow
      imageUrl={resort.imageUrl}
      to={`/dashboard/listings/${data.databaseId}`}
      title={data.title}
      state={
        <>
          <span className={`cluster gap-2 to-end ${myListingsStyles.badges}`}>
            <StatusBadge status={listingStatuses[status]} />
            <LeftBadge {...data} />
            <EscrowBadge listing={data} />
          </span>
          {earned.some(({ amount }) => amount > 0) && (
            <span className="bold">
              {sumInWords(earned.map(({ formatted }) => formatted))} earned
            </span>
          )}
        </>
      }
    >
      <p>{resort.name}</p>
      <p>
        {[
          formatStay(data.availableFrom, data.availableTo),
          stayRule(data.minNights, data.isWholeOnly).toLowerCase(),
          `${data.pricePerNight.formatted} a night`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {todo !== undefined && <Todo>{todo}</Todo>}
    </PictureRow>
  );
}

const noContract = 'Add your proof of ownership';

const todos: Readonly<Partial<Record<string, string>>> = {
  MORE_INFORMATION: 'Our team has a question for you',
  REJECTED: 'See why, and what you can do',
  OVER: 'Change the dates to offer another week',
  EXPIRED: 'Send a newer proof of ownership',
};
