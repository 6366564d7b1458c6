import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MyListing_listing$key } from '#web/__generated__/MyListing_listing.graphql.ts';
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
import { ContractPanel } from './panels/ContractPanel.tsx';
import { ListingDialogs } from './dialogs/ListingDialogs.tsx';
import { NextStep } from './panels/NextStep.tsx';
import { PicturesPanel } from './panels/PicturesPanel.tsx';
import { ProgressPanel } from './panels/ProgressPanel.tsx';
import { StaysPanel } from './panels/StaysPanel.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';
import styles from './MyListing.module.css';
import { useListingAct } from './useListingAct.ts';

export function MyListing({ listing }: { listing: MyListing_listing$key }) {
  const data = useFragment<MyListing_listing$key>(listingFragment, listing);
  const { resort, status } = data;
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
          <span className={styles.badges}>
            <StatusBadge status={listingStatuses[status]} />
            <LeftBadge
              status={data.status}
              nights={data.nights}
              freeNights={data.freeNights}
              minNights={data.minNights}
            />
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
        </div>
        <div className={styles.actions}>
          <ButtonLink
            to={`/dashboard/listings/${data.databaseId}/edit`}
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="pencil" size={20} />}
          >
            Edit
          </ButtonLink>
          {status === 'WITHDRAWN' ? null : (
            <Button variant="outlined" color="inherit" {...act.opener('withdraw')}>
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
          <CalendarPanel listing={data} calendarUrl={calendarUrl} act={act} />
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
    ...EscrowBadge_listing
    ...NextStep_listing
    ...StaysPanel_listing
    ...ListingFacts_listing
    ...ListingTimeline_listing
    ...ProgressPanel_listing
    ...ContractPanel_listing
    ...PicturesPanel_listing
    ...CalendarPanel_listing
    ...ListingDialogs_listing
  }
`;
