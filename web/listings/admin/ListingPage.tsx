import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from 'react-router-dom';
import { graphql } from 'react-relay/hooks';
import type { ListingPageQuery } from '#web/__generated__/ListingPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { ListingFacts } from '../ListingFacts.tsx';
import { stayRule } from '../nightsWords.ts';
import { LeftBadge } from '../LeftBadge.tsx';
import { ListingTimeline } from '../ListingTimeline.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { AdminFrame, AdminSkeleton, AdminNotFound } from '#web/admin/frame/AdminFrame.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { queueStatuses } from '#web/admin/queueStatus.ts';
import styles from './ListingPage.module.css';
import { allMoves, moveWords, standingWords } from './listingWords.ts';
import { useMoveDialogs } from './useMoveDialogs.tsx';

const listingPageQuery = graphql`
  query ListingPageQuery($id: ID!) {
    ...AppShell_query
    managedListing(databaseId: $id) {
      databaseId
      title
      resortId
      resortName
      ownerName
      providerName
      status
      verificationStatus
      hasContract
      isForSale
      availableFrom
      availableTo
      nights
      freeNights
      minNights
      isWholeOnly
      pricePerNight {
        formatted
      }
      salePrice {
        formatted
      }
      version
      moves
      createdAt
    }
    verificationListing(databaseId: $id) {
      ...ListingFacts_listing
      ...ListingTimeline_listing
    }
  }
`;

type ListingDetail = NonNullable<ListingPageQuery['response']['managedListing']>;

export const page = definePage<ListingPageQuery>({
  path: '/admin/listings/:id',
  access: 'admin',
  query: listingPageQuery,
  variables: ({ id }) => ({ id }),
  meta: ({ managedListing }) => managedListing && { title: `${managedListing.title} | Listings` },
  skeleton: <AdminSkeleton title="Listing" />,
  component: ListingScreen,
});

function ListingScreen({ data, reference }: PageProps<ListingPageQuery>) {
  const { managedListing: listing, verificationListing } = data;
  const refresh = useRefresh(listingPageQuery, reference);
  if (!listing) {
    return (
      <AdminNotFound title="Listing" to="/admin/listings" label="Show All Listings">
        There is no listing at this address.
      </AdminNotFound>
    );
  }
  const { databaseId: id } = listing;
  const subject = new URLSearchParams({ type: 'Listing', subject: id });
  return (
    <AdminFrame
      title={listing.title}
      subtitle={
        <span className="cluster gap-2">
          <StatusBadge status={standingWords[listing.status]} />
          <LeftBadge {...listing} />
        </span>
      }
      actions={<Moves listing={listing} refresh={refresh} />}
    >
      <div className={`stack gap-5 at-top ${styles.sides}`}>
        <div className="stack gap-5">
          <Panel title="Where it stands">
            <Standing listing={listing} />
          </Panel>
          <Panel title="More" icon="compass">
            <div className="cluster gap-3">
              {verificationListing && (
                <ButtonLink to={`/admin/verification/${id}`} variant="quiet">
                  Verification
                </ButtonLink>
              )}
              <ButtonLink to={`/admin/audit?${subject}`} variant="quiet">
                Audit Log
              </ButtonLink>
            </div>
          </Panel>
          {verificationListing && (
            <Panel title="History">
              <ListingTimeline listing={verificationListing} reader="team" />
            </Panel>
          )}
        </div>
        {verificationListing && (
          <Panel title="Listing">
            <ListingFacts listing={verificationListing} />
          </Panel>
        )}
      </div>
    </AdminFrame>
  );
}

function Standing({ listing }: { listing: ListingDetail }) {
  const sale = listing.salePrice?.formatted ?? 'Yes';
  return (
    <FactList
      facts={[
        [
          'Resort',
          <Link key="resort" to={`/resort/${listing.resortId}`}>
            {listing.resortName}
          </Link>,
        ],
        ['Owner', listing.ownerName],
        ['Provider', listing.providerName],
        [
          'Verification',
          queueStatuses.find(({ value }) => value === listing.verificationStatus)?.label,
        ],
        ['Document', listing.hasContract ? 'Yes' : 'No'],
        ['Dates', formatDays(listing.availableFrom, listing.availableTo)],
        ['Stays', stayRule(listing.minNights, listing.isWholeOnly)],
        ['Price per night', listing.pricePerNight.formatted],
        ['For sale', listing.isForSale ? sale : 'No'],
        ['Listed', <LocalTime key="listed" instant={listing.createdAt} />],
      ]}
    />
  );
}

function Moves({ listing, refresh }: { listing: ListingDetail; refresh: () => Promise<void> }) {
  const { opener, dialogs } = useMoveDialogs([listing], refresh);
  return (
    <>
      <ButtonLink to="/admin/listings" variant="quiet">
        All Listings
      </ButtonLink>
      {allMoves.map(
        (move) =>
          listing.moves.includes(move) && (
            <Button key={move} {...opener(move)}>
              {moveWords[move].label}
            </Button>
          ),
      )}
      {dialogs}
    </>
  );
}
