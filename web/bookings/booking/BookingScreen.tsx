import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { BookingScreen_booking$key } from '#web/__generated__/BookingScreen_booking.graphql.ts';
import { UnitFacts } from '#web/listings/UnitFacts.tsx';
import { BookingStatusPanel } from '../BookingStatusPanel.tsx';
import { BookingTimeline } from '../BookingTimeline.tsx';
import { BothSides } from '../disputes/BothSides.tsx';
import { HiddenContacts } from '../HiddenContacts.tsx';
import { PriceLines } from '../price/PriceLines.tsx';
import { bookingNumber } from '../bookingNumber.ts';
import { BookingBadge } from '../BookingBadge.tsx';
import { readerOf, statusWords, type Reader } from '../statusWords.ts';
import { BookingReview } from '#web/reviews/BookingReview.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import { plural } from '#common/numbers.ts';
import layout from '#web/ui/layout/DetailPage.module.css';
import styles from './BookingScreen.module.css';
import { useLiveBooking } from './useLiveBooking.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface BookingScreenProps {
  booking: BookingScreen_booking$key;
  siteTitle: string;
}

const backTo: Readonly<Record<Reader, { to: string; label: string }>> = {
  TRAVELER: { to: '/bookings', label: 'My Bookings' },
  OWNER: { to: '/reservations', label: 'Reservations' },
  TEAM: { to: '/admin/bookings', label: 'Manage Bookings' },
};

export function BookingScreen({ booking, siteTitle }: BookingScreenProps) {
  const data = useFragment<BookingScreen_booking$key>(bookingFragment, booking);
  const { resort, status, checkIn, checkOut, guests, guestNames } = data;
  const reader = readerOf(data.parts);
  const back = backTo[reader];
  const isAhead = ['PENDING', 'CONFIRMED', 'CERTIFIED', 'CHECKED_IN'].includes(status);
  const isOff = ['DECLINED', 'EXPIRED', 'CANCELLED', 'RESOLVED'].includes(status);
  const [firstStatus] = useState(status);
  useLiveBooking(data.databaseId);
  return (
    <div className={`content ${layout.page}`}>
      <BackLink to={back.to}>{back.label}</BackLink>
      <header
        className={`stack icon-and-text gap-5 row-gap-4 middle full margin-bottom-4 ${layout.head}`}
      >
        <img src={resort.imageUrl} alt="" width="180" height="120" />
        <div className={`stack gap-2 to-left breaks ${layout.title}`}>
          <BookingBadge booking={data} />
          <h1>{resort.name}</h1>
          <p className="soft">
            {formatStay(checkIn, checkOut)} · {plural(nightsBetween(checkIn, checkOut), 'night')} ·{' '}
            {plural(guests, 'guest')}
          </p>
          {data.canMessage && (
            <ButtonLink
              to={`/messages/new?booking=${data.databaseId}`}
              variant="outlined"
              color="inherit"
              startIcon={<Icon name="chat" size={20} />}
            >
              Messages
            </ButtonLink>
          )}
        </div>
      </header>
      <p className="visuallyHidden" role="status">
        {status !== firstStatus && statusWords[status]?.title}
      </p>
      <div className={layout.columns}>
        <div className="stack gap-5 shrink">
          <BookingStatusPanel booking={data} />
          <BothSides booking={data} />
          <BookingReview booking={data} />
          {data.events.length > 0 && (
            <Panel title="What happened, and what comes next">
              <BookingTimeline booking={data} />
            </Panel>
          )}
        </div>
        <div className="stack gap-5 shrink">
          <div className={styles.receipt}>
            <Panel
              title={data.confirmedAt ? 'Receipt' : 'Price'}
              action={
                data.confirmedAt && (
                  <span className={styles.print}>
                    <Button variant="outlined" color="inherit" onClick={() => window.print()}>
                      Print
                    </Button>
                  </span>
                )
              }
            >
              <div className={styles.onPaper}>
                <p>
                  {siteTitle}: stay at {resort.name}, {resort.location}
                </p>
                <p>
                  {formatStay(checkIn, checkOut)}, {plural(guests, 'guest')}
                  {guestNames.length > 0 && `: ${guestNames.join(', ')}`}
                </p>
              </div>
              <PriceLines booking={data} />
              {reader === 'OWNER' && data.ownerShare && (
                <p>
                  <strong>{data.ownerShare.formatted}</strong> of it is yours
                  {isOff
                    ? ': what is kept of the nights and the cleaning.'
                    : ': the nights and the cleaning.'}
                </p>
              )}
              <p className="soft">
                {data.confirmedAt && (
                  <>
                    Paid on <LocalDay instant={data.confirmedAt} />.{' '}
                  </>
                )}
                Booking {bookingNumber(data.databaseId)}
              </p>
            </Panel>
          </div>
          <Panel title="The stay">
            <dl className={`stack gap-3 breaks ${styles.facts}`}>
              <div>
                <dt>Where</dt>
                <dd>
                  <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>, {resort.location}
                </dd>
              </div>
              {data.weekTitle && (
                <div>
                  <dt>Week</dt>
                  <dd>
                    {data.weekTitle}
                    {data.facts && <UnitFacts facts={data.facts} />}
                  </dd>
                </div>
              )}
              <div>
                <dt>Booked by</dt>
                <dd>{data.guestName}</dd>
              </div>
              {guestNames.length > 0 && (
                <div>
                  <dt>{guestNames.length === 1 ? 'Guest' : 'Guests'}</dt>
                  <dd>{guestNames.join(', ')}</dd>
                </div>
              )}
              {data.message && (
                <div>
                  <dt>Message to the owner</dt>
                  <dd>
                    <p className="pre-line">
                      <MaskedText text={data.message} />
                    </p>
                    {data.messageHidesContacts && <HiddenContacts text={data.message} />}
                  </dd>
                </div>
              )}
              {isAhead && data.cancellation.length > 0 && (
                <div>
                  <dt>Cancelling</dt>
                  <dd>{data.cancellation.join('; ')}</dd>
                </div>
              )}
            </dl>
            {isAhead && (
              <ButtonAnchor
                href={`/api/bookings/${data.databaseId}/calendar`}
                download
                variant="outlined"
                color="inherit"
                startIcon={<Icon name="calendar" size={20} />}
              >
                Add to Calendar
              </ButtonAnchor>
            )}
          </Panel>
        </div>
      </div>
    </div>
  );
}

const bookingFragment = graphql`
  fragment BookingScreen_booking on Booking {
    databaseId
    status
    parts
    checkIn
    checkOut
    guests
    guestName
    guestNames
    message
    messageHidesContacts
    canMessage
    weekTitle
    facts {
      ...UnitFacts_facts
    }
    cancellation
    confirmedAt
    ...BookingBadge_booking
    ownerShare {
      formatted
    }
    events {
      __typename
    }
    resort {
      databaseId
      name
      location
      imageUrl
    }
    ...BookingReview_booking
    ...BookingStatusPanel_booking
    ...BothSides_booking
    ...BookingTimeline_booking
    ...PriceLines_booking
  }
`;
