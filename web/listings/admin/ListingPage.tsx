import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense, useState } from 'react';
import { Link, useLoaderData, useParams } from 'react-router-dom';
import type { listingPageLoaderQuery } from '#web/__generated__/listingPageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { ListingFacts } from '../ListingFacts.tsx';
import { stayRule } from '../nightsWords.ts';
import { LeftBadge } from '../LeftBadge.tsx';
import { ListingTimeline } from '../ListingTimeline.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { FactList } from '#web/admin/facts/FactList.tsx';
import { queueStatuses } from '#web/admin/queueStatus.ts';
import styles from './ListingPage.module.css';
import { listingPageQuery, type ListingDetail, type ListingPageData } from './listingPageLoader.ts';
import { allMoves, moveWords, standingWords, type Move } from './listingWords.ts';

export { loadListingPage as loadPage } from './listingPageLoader.ts';

const MoveDialog = lazy(() => import('./MoveDialog.tsx'));

export function Page() {
  const data = useLoaderData<ListingPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<AdminSkeleton title="Listing" />}>
      <ListingScreen {...data} />
    </Suspense>
  );
}

function ListingScreen({ reference }: ListingPageData) {
  const {
    site,
    managedListing: listing,
    verificationListing,
  } = useOwnedPreloadedQuery<listingPageLoaderQuery>(listingPageQuery, reference);
  const refresh = useRefresh(listingPageQuery, reference);
  if (!listing) {
    return (
      <AdminFrame title="Listing">
        <PageMeta title={`Listing not found | ${site.title}`} status={404} />
        <EmptyState
          title="Listing not found"
          action={
            <ButtonLink to="/admin/listings" variant="contained">
              Show All Listings
            </ButtonLink>
          }
        >
          <p>There is no listing at this address.</p>
        </EmptyState>
      </AdminFrame>
    );
  }
  const { databaseId: id } = listing;
  const subject = new URLSearchParams({ type: 'Listing', subject: id });
  return (
    <AdminFrame
      title={listing.title}
      subtitle={
        <span className={styles.badges}>
          <StatusBadge status={standingWords[listing.status]} />
          <LeftBadge {...listing} />
        </span>
      }
      actions={<Moves listing={listing} refresh={refresh} />}
    >
      <PageMeta title={`${listing.title} | Listings | ${site.title}`} />
      <div className={styles.sides}>
        <div className={styles.side}>
          <Panel title="Where it stands">
            <Standing listing={listing} />
          </Panel>
          <Panel title="More" icon="compass">
            <div className={styles.ways}>
              {verificationListing && (
                <ButtonLink to={`/admin/verification/${id}`} variant="outlined" color="inherit">
                  Verification
                </ButtonLink>
              )}
              <ButtonLink to={`/admin/audit?${subject}`} variant="outlined" color="inherit">
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

interface MovesProps {
  listing: ListingDetail;
  refresh: () => Promise<void>;
}

function Moves({ listing, refresh }: MovesProps) {
  const [asked, setAsked] = useState<Move>();
  const seen = useSeen(asked);
  return (
    <>
      <ButtonLink to="/admin/listings" variant="outlined" color="inherit">
        All Listings
      </ButtonLink>
      {allMoves.map(
        (move) =>
          listing.moves.includes(move) && (
            <Button
              key={move}
              id={openerId(move)}
              variant="outlined"
              color={moveWords[move].isHarsh ? 'error' : 'inherit'}
              aria-haspopup="dialog"
              onClick={() => setAsked(move)}
            >
              {moveWords[move].label}
            </Button>
          ),
      )}
      <Suspense fallback={null}>
        {allMoves.map(
          (move) =>
            seen.includes(move) && (
              <MoveDialog
                key={move}
                move={move}
                listings={[listing]}
                isOpen={asked === move}
                onClose={() => setAsked(undefined)}
                focusAfter={() => document.getElementById(openerId(move))}
                refresh={refresh}
              />
            ),
        )}
      </Suspense>
    </>
  );
}
