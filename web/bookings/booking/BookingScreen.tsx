import { useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  BookingScreen_booking$data,
  BookingScreen_booking$key,
} from '#web/__generated__/BookingScreen_booking.graphql.ts';
import { UnitFacts } from '#web/listings/UnitFacts.tsx';
import { BookingStatusPanel } from '../BookingStatusPanel.tsx';
import { BookingTimeline } from '../BookingTimeline.tsx';
import type { ClaimPanel_site$key } from '#web/__generated__/ClaimPanel_site.graphql.ts';
import { BothSides } from '../disputes/BothSides.tsx';
import { RestPanel } from '../deposit/RestPanel.tsx';
import type { RestPanel_site$key } from '#web/__generated__/RestPanel_site.graphql.ts';
import { ClaimPanel } from '../disputes/ClaimPanel.tsx';
import { DecisionPanel } from '../disputes/DecisionPanel.tsx';
import { HiddenContacts } from '../HiddenContacts.tsx';
import { PriceLines } from '../price/PriceLines.tsx';
import { bookingNumber } from '../bookingNumber.ts';
import { BookingBadge } from '../BookingBadge.tsx';
import { readerOf, statusWords, type Reader } from '../statusWords.ts';
import { BookingReview } from '#web/reviews/BookingReview.tsx';
import { OtherWeeks } from './OtherWeeks.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import { plural } from '#common/numbers.ts';
import layout from '#web/ui/layout/DetailPage.module.css';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import type { BookingScreenSubscription } from '#web/__generated__/BookingScreenSubscription.graphql.ts';
import { useLive } from '#web/relay/useLive.ts';
import { isStatusIn } from '#common/bookingStatuses.ts';

const backTo: Readonly<Record<Reader, { to: string; label: string }>> = {
  TRAVELER: { to: '/bookings', label: 'My Bookings' },
  OWNER: { to: '/reservations', label: 'Reservations' },
  TEAM: { to: '/admin/bookings', label: 'Manage Bookings' },
};

interface BookingScreenProps {
  booking: BookingScreen_booking$key;
  site: RestPanel_site$key & ClaimPanel_site$key;
}

export function BookingScreen({ booking, site }: BookingScreenProps) {
  const data = useFragment<BookingScreen_booking$key>(bookingFragment, booking);
  const { resort, status, checkIn, checkOut, guests } = data;
  const back = backTo[readerOf(data.parts)];
  const [firstStatus] = useState(status);
  useLive<BookingScreenSubscription>(subscription, data.databaseId);
  return (
    <div className={`content ${layout.page}`}>
      <BackLink to={back.to}>{back.label}</BackLink>
      <header className={layout.head}>
        <img src={resort.imageUrl} alt="" width="180" height="120" />
        <div className={`stack gap-2 to-left breaks ${layout.title}`}>
          <BookingBadge booking={data} />
          <h1>{resort.name}</h1>
          <p className="soft">
            {formatStay(checkIn, checkOut)} · {plural(nightsBetween(checkIn, checkOut), 'night')} ·{' '}
            <span className="nowrap">{plural(guests, 'guest')}</span>
          </p>
          {data.canMessage && (
            <ButtonLink
              to={`/messages/new?booking=${data.databaseId}`}
              variant="quiet"
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
          <RestPanel booking={data} site={site} />
          <ClaimPanel booking={data} site={site} />
          <OtherWeeks booking={data} />
          <BothSides booking={data} />
          <DecisionPanel booking={data} />
          <BookingReview booking={data} />
          {data.events.length > 0 && (
            <Panel title="What happened, and what comes next">
              <BookingTimeline booking={data} />
            </Panel>
          )}
        </div>
        <div className="stack gap-5 shrink">
          <Price data={data} />
          <Stay data={data} />
        </div>
      </div>
    </div>
  );
}

function Price({ data }: { data: BookingScreen_booking$data }) {
  const { databaseId, status, ownerShare, receipts, goodwill, insteadOf } = data;
  const isOff = ['DECLINED', 'EXPIRED', 'CANCELLED', 'RESOLVED'].includes(status);
  return (
    <Panel title="Price">
      <PriceLines booking={data} />
      {insteadOf && readerOf(data.parts) === 'TRAVELER' && (
        <p>
          This week is paid anew. What you paid for{' '}
          <Link to={`/bookings/${insteadOf.databaseId}`}>the one that its owner cancelled</Link> is
          refunded there.
        </p>
      )}
      {readerOf(data.parts) === 'OWNER' && ownerShare && (
        <p>
          <strong>{ownerShare.formatted}</strong> of it is yours
          {isOff
            ? ': what is kept of the nights and the cleaning.'
            : ': the nights and the cleaning.'}
        </p>
      )}
      {goodwill.map(({ party, amount, at }) => (
        <p key={at}>
          <strong>{amount.formatted}</strong> from us as goodwill
          {readerOf(data.parts) === 'TEAM' && `, to the ${party.toLowerCase()}`}.
        </p>
      ))}
      {receipts.length > 0 && (
        <ul className="stack gap-2 breaks">
          {receipts.map(({ number, title, issuedAt, amount }) => (
            <li key={number}>
              <Link to={`/bookings/${databaseId}/receipts/${number}`}>{title}</Link>:{' '}
              {amount.formatted}, <LocalDay instant={issuedAt} />
            </li>
          ))}
        </ul>
      )}
      <p className="soft">Booking {bookingNumber(databaseId)}</p>
    </Panel>
  );
}

function Stay({ data }: { data: BookingScreen_booking$data }) {
  const { resort, guestNames, message, cancellation } = data;
  const isAhead = data.status === 'PENDING' || isStatusIn('ahead', data.status);
  const facts: Readonly<Record<string, ReactNode>> = {
    Where: (
      <>
        <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>, {resort.location}
      </>
    ),
    Week: data.weekTitle && (
      <>
        {data.weekTitle}
        {data.facts && <UnitFacts facts={data.facts} />}
      </>
    ),
    'Booked by': data.guestName,
    [guestNames.length === 1 ? 'Guest' : 'Guests']: guestNames.join(', '),
    'Message to the owner': message && (
      <>
        <p className="pre-line">
          <MaskedText text={message} />
        </p>
        {data.messageHidesContacts && <HiddenContacts text={message} />}
      </>
    ),
    Cancelling: isAhead && cancellation.join('. '),
  };
  return (
    <Panel title="The stay">
      <dl className="stack gap-3 breaks">
        {Object.entries(facts).map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt className="quiet">{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
      {isAhead && (
        <ButtonAnchor
          href={`/api/bookings/${data.databaseId}/calendar`}
          download
          variant="quiet"
          startIcon={<Icon name="calendar" size={20} />}
        >
          Add to Calendar
        </ButtonAnchor>
      )}
    </Panel>
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
    receipts {
      number
      title
      issuedAt
      amount {
        formatted
      }
    }
    insteadOf {
      databaseId
    }
    ...BookingBadge_booking
    ownerShare {
      formatted
    }
    goodwill {
      party
      at
      amount {
        formatted
      }
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
    ...ClaimPanel_booking
    ...OtherWeeks_booking
    ...DecisionPanel_booking
    ...BookingTimeline_booking
    ...PriceLines_booking
    ...RestPanel_booking
  }
`;

const subscription = graphql`
  subscription BookingScreenSubscription($id: ID!) {
    bookingChanged(id: $id) {
      booking {
        ...BookingScreen_booking
      }
    }
  }
`;
