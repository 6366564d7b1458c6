import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  MyListing_listing$key,
  MyListing_listing$data,
} from '#web/__generated__/MyListing_listing.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { EscrowBadge } from '../EscrowBadge.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { ListingFacts } from '../ListingFacts.tsx';
import { ListingTimeline } from '../ListingTimeline.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { stayRule } from '../nightsWords.ts';
import { LeftBadge } from '../LeftBadge.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { CalendarPanel } from './panels/CalendarPanel.tsx';
import { ListingDialogs } from './dialogs/ListingDialogs.tsx';
import { NextStep } from './panels/NextStep.tsx';
import { ProgressPanel } from './panels/ProgressPanel.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';
import { useListingAct, type ListingAct } from './useListingAct.ts';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import { sumInWords } from '#web/ui/words/money.ts';
import { plural } from '#common/numbers.ts';
import { ListingContract } from '../ListingContract.tsx';

export function MyListing({ listing }: { listing: MyListing_listing$key }) {
  const data = useFragment<MyListing_listing$key>(listingFragment, listing);
  const { resort, status, nights, freeNights, minNights } = data;
  const act = useListingAct();
  const [calendarUrl, setCalendarUrl] = useState<string>();
  return (
    <div className={`content ${layout.page}`}>
      <BackLink to="/dashboard/listings">My Listings</BackLink>
      <header
        className={`icon-and-text gap-5 row-gap-4 middle full margin-bottom-4 ${layout.head}`}
      >
        <img src={resort.imageUrl} alt="" width="180" height="120" />
        <div className={`stack gap-2 to-left breaks ${layout.title}`}>
          <span className="cluster gap-3 row-gap-2">
            <StatusBadge status={listingStatuses[status]} />
            <LeftBadge {...{ status, nights, freeNights, minNights }} />
            <EscrowBadge listing={data} />
          </span>
          <h1>{data.title}</h1>
          <p className="soft">
            <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link> ·{' '}
            {[
              formatStay(data.availableFrom, data.availableTo),
              stayRule(data.minNights, data.isWholeOnly).toLowerCase(),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="quiet">
            Offer code {data.offerCode}. <Link to="/verify">What is it for?</Link>
          </p>
        </div>
        <div className="cluster gap-3 row-gap-2">
          <ButtonLink
            to={`/dashboard/listings/${data.databaseId}/edit`}
            variant="quiet"
            startIcon={<Icon name="pencil" size={20} />}
          >
            Edit
          </ButtonLink>
          {status === 'WITHDRAWN' ? null : (
            <Button variant="quiet" {...act.opener('withdraw')}>
              Withdraw
            </Button>
          )}
        </div>
      </header>
      <div className={layout.columns}>
        <div className="stack gap-5 shrink">
          <NextStep listing={data} act={act} />
          <ProgressPanel listing={data} />
          <PicturesPanel listing={data} act={act} />
          <StaysPanel listing={data} />
          <Panel title="The listing">
            <ListingFacts listing={data} />
          </Panel>
        </div>
        <div className="stack gap-5 shrink">
          <ContractPanel listing={data} act={act} />
          <CalendarPanel
            listingId={data.databaseId}
            availableFrom={data.availableFrom}
            conflicts={data.nightConflicts.length}
            hasLink={data.hasCalendarLink}
            calendarUrl={calendarUrl}
            act={act}
          />
          <Panel title="History">
            <ListingTimeline listing={data} reader="owner" />
          </Panel>
        </div>
      </div>
      <ListingDialogs listing={data} onCalendarUrl={setCalendarUrl} act={act} />
    </div>
  );
}

const listingFragment = graphql`
  fragment MyListing_listing on OwnListing {
    databaseId
    offerCode
    title
    availableFrom
    availableTo
    nights
    freeNights
    minNights
    isWholeOnly
    status
    resort {
      databaseId
      name
      imageUrl
    }
    pictures {
      ...PictureStrip_pictures
    }
    earned {
      formatted
    }
    stays {
      checkIn
      checkOut
      guests
      totalPrice {
        formatted
      }
      isOnHold
    }
    hasContract
    hasCalendarLink
    nightConflicts {
      __typename
    }
    verificationStatus
    ...EscrowBadge_listing
    ...NextStep_listing
    ...ListingFacts_listing
    ...ListingTimeline_listing
    ...ProgressPanel_listing
    ...ListingDialogs_listing
    ...ListingContract_listing
  }
`;

interface PicturesPanelProps {
  listing: MyListing_listing$data;
  act: ListingAct;
}

function PicturesPanel({ listing: { title, pictures }, act }: PicturesPanelProps) {
  return (
    <Panel title="Pictures">
      {pictures.length === 0 ? (
        <p>Show the rooms and the view: up to 12 pictures, seen on the page of the resort.</p>
      ) : (
        <PictureStrip pictures={pictures} title={title} name="look" />
      )}
      <Button variant="quiet" {...act.opener('pictures')}>
        {pictures.length === 0 ? 'Add Pictures' : 'Edit Pictures'}
      </Button>
    </Panel>
  );
}

function StaysPanel({ listing: { stays, earned } }: { listing: MyListing_listing$data }) {
  return (
    <Panel
      title="Booked nights and earnings"
      action={
        <strong className="teal bold text-22">
          {sumInWords(earned.map(({ formatted }) => formatted))}
        </strong>
      }
    >
      {stays.length === 0 ? (
        <p className="soft">
          No nights are booked yet. What confirmed stays bring will be added up here.
        </p>
      ) : (
        <ul className="full">
          {stays.map((stay) => (
            <li
              className="row gap-4 between padding-y-3 line-above"
              key={`${stay.checkIn} ${stay.isOnHold}`}
            >
              <div>
                <p className="semibold">{formatStay(stay.checkIn, stay.checkOut)}</p>
                <p className="soft">
                  {plural(stay.guests, 'guest')} · {stay.totalPrice.formatted}
                  {stay.isOnHold && ' once it is booked'}
                </p>
              </div>
              <StatusBadge status={stay.isOnHold ? onHold : booked} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const booked = { tone: 'good', label: 'Booked' } as const;
const onHold = { tone: 'open', label: 'On hold' } as const;

interface ContractPanelProps {
  listing: MyListing_listing$data;
  act: ListingAct;
}

function ContractPanel({ listing: data, act }: ContractPanelProps) {
  return (
    <Panel title="Proof of ownership">
      {data.hasContract ? (
        <>
          <ListingContract listing={data} />
          {data.verificationStatus === 'VERIFIED' && (
            <p className="soft">
              When you replace it, others don&apos;t see the listing until our team has verified the
              new document.
            </p>
          )}
          <Button color="inherit" {...act.opener('document')}>
            Replace Document
          </Button>
        </>
      ) : (
        <>
          <p>
            {data.verificationStatus === 'VERIFIED'
              ? 'There is no document: our team has verified your ownership without one.'
              : 'There is no document yet. Our team needs one before others can see the listing.'}
          </p>
          <Button variant="quiet" {...act.opener('document')}>
            Upload Document
          </Button>
        </>
      )}
      <p className="soft">Only you and our team can open it. Each opening is written down.</p>
    </Panel>
  );
}
