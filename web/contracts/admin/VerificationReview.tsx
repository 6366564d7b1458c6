import { graphql, useFragment } from 'react-relay/hooks';
import type {
  VerificationReview_listing$data,
  VerificationReview_listing$key,
} from '#web/__generated__/VerificationReview_listing.graphql.ts';
import { Link } from 'react-router-dom';
import { fraudReasons, listingReasons } from '#common/fraudReasons.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { ListingContract } from '#web/listings/ListingContract.tsx';
import { ListingFacts } from '#web/listings/ListingFacts.tsx';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import { ListingTimeline } from '#web/listings/ListingTimeline.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { escrowStatuses, listingStatuses } from '#web/ui/basics/statuses.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { queueStatuses } from '#web/admin/queueStatus.ts';
import { weekdayWords } from '#web/listings/listingFactWords.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import { Age } from '#web/admin/Age.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import styles from './VerificationReview.module.css';

interface VerificationReviewProps {
  listing: VerificationReview_listing$key;
  /** Plain id of the administrator who reviews it. */
  viewerId: string | undefined;
  refresh: () => Promise<void>;
}

export function VerificationReview({ listing, viewerId, refresh }: VerificationReviewProps) {
  const data = useFragment<VerificationReview_listing$key>(reviewFragment, listing);
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
          <ButtonLink to="/admin/verification" variant="quiet">
            Back to the Queue
          </ButtonLink>
          {data.nextInQueueId && (
            <ButtonLink to={`/admin/verification/${data.nextInQueueId}`} variant="quiet">
              Skip to the Next
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={`columns-3 gap-5 at-top ${styles.sides}`}>
        <div className="stack gap-5 shrink">
          <Panel title="Document">
            {data.hasContract ? (
              <ListingContract listing={data} />
            ) : (
              <p>The owner has not uploaded a document.</p>
            )}
          </Panel>
          <Owner listing={data} />
          <Resort listing={data} />
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
          <FraudSigns listing={data} />
          <Standing listing={data} />
          <Panel title="History">
            <ListingTimeline listing={data} reader="team" />
          </Panel>
        </div>
      </div>
      <DecisionBar listing={data} viewerId={viewerId} refresh={refresh} />
    </AdminFrame>
  );
}

const reviewFragment = graphql`
  fragment VerificationReview_listing on OwnListing {
    title
    status
    verificationStatus
    escrowStatus
    evidenceEndsOn
    hasContract
    reviewRequestedAt
    nextInQueueId
    fraudSigns {
      reason
      details
      listingId
    }
    stays {
      __typename
    }
    resort {
      databaseId
      name
      location
      brand
      imageUrl
      weekStartsOn
    }
    owner {
      username
      firstName
      lastName
      email
      emailVerified
      createdAt
      ownerCancellations
    }
    pictures {
      ...PictureStrip_pictures
    }
    ...ListingContract_listing
    ...ListingFacts_listing
    ...ListingTimeline_listing
    ...DecisionBar_listing
  }
`;

interface PartProps {
  listing: VerificationReview_listing$data;
}

function Owner({ listing: { owner } }: PartProps) {
  return (
    <Panel
      title="Owner"
      action={<StatusBadge status={owner.emailVerified ? emailConfirmed : emailOpen} />}
    >
      <FactList
        facts={[
          ['Name', `${owner.firstName} ${owner.lastName}`],
          ['Username', owner.username],
          [
            'Email',
            <a key="email" href={`mailto:${owner.email}`}>
              <EmailText email={owner.email} />
            </a>,
          ],
          ['Member since', <LocalDay key="since" instant={owner.createdAt} />],
          ['Bookings cancelled', owner.ownerCancellations ?? 0],
        ]}
      />
    </Panel>
  );
}

const emailConfirmed = { tone: 'good', label: 'Email confirmed' } as const;
const emailOpen = { tone: 'quiet', label: 'Email not confirmed' } as const;

function Resort({ listing: { resort } }: PartProps) {
  return (
    <Panel title="Resort">
      <img
        className={`full rounded on-sand ${styles.picture}`}
        src={resort.imageUrl}
        alt=""
        loading="lazy"
      />
      <FactList
        facts={[
          [
            'Name',
            <a key="name" href={`/resort/${resort.databaseId}`} target="_blank" rel="noreferrer">
              {resort.name}
              <span className="visuallyHidden"> (opens in a new tab)</span>
            </a>,
          ],
          ['Place', resort.location],
          ['Brand', resort.brand],
          ['Weeks begin on', weekdayWords[resort.weekStartsOn]],
        ]}
      />
    </Panel>
  );
}

function FraudSigns({ listing: { fraudSigns } }: PartProps) {
  return (
    <Panel title="Signs of Fraud" icon="flag">
      {!fraudSigns?.length ? (
        <p className="soft">None was found.</p>
      ) : (
        <ul className="stack gap-3">
          {fraudSigns.map(({ reason, details, listingId }) => (
            <li key={reason} className="breaks">
              <strong>{reasons[reason]?.team ?? reason}</strong>
              {details && `: ${details}`}
              {listingId != null && (
                <>
                  {', '}
                  <Link to={`/admin/listings/${listingId}`}>see the other listing</Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const reasons: Readonly<Record<string, { team: string }>> = { ...fraudReasons, ...listingReasons };

function Standing({ listing }: PartProps) {
  return (
    <Panel title="Where it stands">
      <FactList
        facts={[
          [
            'Verification',
            queueStatuses.find(({ value }) => value === listing.verificationStatus)?.label,
          ],
          ['On the site', listing.status === 'PUBLISHED' ? 'Yes' : 'No'],
          ['Escrow', escrowStatuses[listing.escrowStatus]?.label],
          ['Proof good until', listing.evidenceEndsOn && formatDay(listing.evidenceEndsOn)],
          ['Booked', listing.stays.length > 0 ? plural(listing.stays.length, 'stay') : 'No nights'],
        ]}
      />
    </Panel>
  );
}
