import { graphql, useFragment } from 'react-relay/hooks';
import type { VerificationReview_listing$key } from '#web/__generated__/VerificationReview_listing.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { ListingContract } from '#web/listings/ListingContract.tsx';
import { ListingFacts } from '#web/listings/ListingFacts.tsx';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import { ListingTimeline } from '#web/listings/ListingTimeline.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { Age } from '#web/admin/Age.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { ReviewOwner } from './ReviewOwner.tsx';
import { ReviewResort } from './ReviewResort.tsx';
import { ReviewStanding } from './ReviewStanding.tsx';
import styles from './VerificationReview.module.css';

interface VerificationReviewProps {
  listing: VerificationReview_listing$key;
  /** Plain id of the administrator who reviews it. */
  viewerId: string | undefined;
  refresh: () => Promise<void>;
}

/** Everything the decision depends on, side by side, and the decision. */
export function VerificationReview({ listing, viewerId, refresh }: VerificationReviewProps) {
  const data = useFragment<VerificationReview_listing$key>(
    graphql`
      fragment VerificationReview_listing on OwnListing {
        title
        status
        hasContract
        reviewRequestedAt
        nextInQueueId
        pictures {
          ...PictureStrip_pictures
        }
        ...ListingContract_listing
        ...ListingFacts_listing
        ...ListingTimeline_listing
        ...ReviewResort_listing
        ...ReviewOwner_listing
        ...ReviewStanding_listing
        ...DecisionBar_listing
      }
    `,
    listing,
  );
  return (
    <AdminFrame
      title={data.title}
      subtitle={
        <span className="inline wrap gap-3 row-gap-2">
          <StatusBadge status={listingStatuses[data.status]} />
          <span>
            Sent to the team <Age instant={data.reviewRequestedAt} />
          </span>
        </span>
      }
      actions={
        <>
          <ButtonLink to="/admin/verification" variant="outlined" color="inherit">
            Back to the Queue
          </ButtonLink>
          {data.nextInQueueId && (
            <ButtonLink
              to={`/admin/verification/${data.nextInQueueId}`}
              variant="outlined"
              color="inherit"
            >
              Skip to the Next
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={`stack gap-5 at-top three-columns ${styles.sides}`}>
        <div className="stack gap-5 shrink">
          <Panel title="Document">
            {data.hasContract ? (
              <ListingContract listing={data} />
            ) : (
              <p>The owner has not uploaded a document.</p>
            )}
          </Panel>
          <ReviewOwner listing={data} />
          <ReviewResort listing={data} />
        </div>
        <div className="stack gap-5 shrink">
          <Panel title="Listing">
            <ListingFacts listing={data} />
          </Panel>
          <Panel title="Pictures">
            {data.pictures.length > 0 ? (
              <PictureStrip pictures={data.pictures} title={data.title} name="look" />
            ) : (
              <p>The owner has not added pictures.</p>
            )}
          </Panel>
        </div>
        <div className="stack gap-5 shrink">
          <ReviewStanding listing={data} />
          <Panel title="History">
            <ListingTimeline listing={data} reader="team" />
          </Panel>
        </div>
      </div>
      <DecisionBar listing={data} viewerId={viewerId} refresh={refresh} />
    </AdminFrame>
  );
}
