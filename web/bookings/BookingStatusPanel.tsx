import { graphql, useFragment } from 'react-relay/hooks';
import type {
  BookingStatusPanel_booking$key,
  BookingStatusPanel_booking$data,
} from '../__generated__/BookingStatusPanel_booking.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { TonePanel } from '../ui/panels/TonePanel.tsx';
import { formatLongDay, formatStay } from '../ui/words/dates.ts';
import { MaskedText } from '../ui/words/MaskedText.tsx';
import { BookingMoves } from './moves/BookingMoves.tsx';
import styles from './BookingStatusPanel.module.css';
import { useSiteFacts } from '../page/siteFacts.ts';
import { checkoutPath } from '#common/addresses/checkoutPath.ts';
import {
  agreedElsewhere,
  handedInWords,
  chargebackWords,
  offeredWords,
  readerOf,
  statusWords,
  takenWords,
  type Reader,
} from './statusWords.ts';
import { TimeLeft } from './TimeLeft.tsx';
import type { BookingStatusPanelMutation } from '../__generated__/BookingStatusPanelMutation.graphql.ts';
import { DownloadButton } from './DownloadButton.tsx';
import offeredTermsStyles from './price/OfferedTerms.module.css';
import { PriceLines } from './price/PriceLines.tsx';
import { PriceList } from './price/PriceList.tsx';
import { RefundProgress } from './price/RefundProgress.tsx';

export function BookingStatusPanel({ booking }: { booking: BookingStatusPanel_booking$key }) {
  const { takesPayments } = useSiteFacts();
  const data = useFragment<BookingStatusPanel_booking$key>(bookingFragment, booking);
  const { status, listing, certificateNumber, checkIn, checkOut, guests } = data;
  const isHandedIn = status === 'CONFIRMED' && certificateNumber;
  const words = data.takenBy
    ? takenWords
    : data.offer
      ? offeredWords
      : isHandedIn
        ? handedInWords
        : statusWords[status];
  const reader = readerOf(data.parts);
  const note = data.events.findLast(({ move }) => !notHowItStands.has(move))?.note;
  const isOver = ['DECLINED', 'EXPIRED', 'CANCELLED'].includes(status);
  return (
    <TonePanel
      tone={words?.tone ?? 'quiet'}
      label="How it stands"
      title={
        status === 'CONFIRMED' && data.deposit?.isOwed
          ? 'Booked with a deposit'
          : (reader === 'OWNER' && words?.titleForOwner) || words?.title
      }
      className={styles.panel}
    >
      <p>{data.isProtected ? words?.words[reader] : agreedElsewhere}</p>
      {data.chargeback && (
        <p>
          <strong>{chargebackWords[data.chargeback]?.[reader]}</strong>
        </p>
      )}
      {data.chargeback && reader === 'TEAM' && (
        <ButtonLink to="/admin/bookings/chargebacks" variant="quiet">
          Chargebacks
        </ButtonLink>
      )}
      {note && (
        <blockquote>
          <MaskedText text={note} />
        </blockquote>
      )}
      {data.takenBy && (
        <ButtonLink to={`/bookings/${data.takenBy.databaseId}`} variant="main">
          Show the Booking
        </ButtonLink>
      )}
      <OfferedTerms booking={data} />
      <Deadlines booking={data} reader={reader} />
      {certificateNumber && (
        <p className={styles.number}>
          Guest certificate <strong>{certificateNumber}</strong>
        </p>
      )}
      {data.certificate && (
        <DownloadButton<BookingStatusPanelMutation>
          mutation={linkMutation}
          variables={{ input: { bookingId: data.databaseId } }}
          what="The certificate"
        >
          Download Certificate
        </DownloadButton>
      )}
      <RefundProgress booking={data} />
      {status === 'HELD' && reader === 'TRAVELER' && listing && takesPayments && (
        <ButtonLink
          to={checkoutPath({ listingId: listing.databaseId, checkIn, checkOut, guests })}
          variant="main"
        >
          Go On Paying
        </ButtonLink>
      )}
      {reader === 'TRAVELER' && isOver && !data.takenBy && data.otherWeeks.length === 0 && (
        <ButtonLink to={`/resort/${data.resort.databaseId}`} variant="quiet">
          Find Other Dates
        </ButtonLink>
      )}
      <BookingMoves booking={data} />
    </TonePanel>
  );
}

/** Moves whose words say nothing about how the stay stands, or are shown with what they are about. */
const notHowItStands = new Set<string>([
  'RENAME_GUESTS',
  'GOODWILL',
  'CLAIM_DAMAGE',
  'CONTEST_CLAIM',
  'DECIDE_CLAIM',
]);

interface DeadlinesProps {
  booking: BookingStatusPanel_booking$data;
  reader: Reader;
}

function Deadlines({ booking, reader }: DeadlinesProps) {
  return (
    <>
      {booking.status === 'HELD' && booking.heldUntil && (
        <p>
          Kept until <TimeLeft until={booking.heldUntil} />
        </p>
      )}
      {booking.status === 'PENDING' && booking.acceptedAt && (
        <p>It is accepted; the payment is being taken.</p>
      )}
      {booking.status === 'PENDING' && booking.answerBy && !booking.acceptedAt && (
        <p>
          <strong>
            {whoAnswers(reader, Boolean(booking.offer))} by <TimeLeft until={booking.answerBy} />
          </strong>
        </p>
      )}
      {booking.certificateDue && reader !== 'TRAVELER' && (
        <p>
          <strong>It is due by {formatLongDay(booking.certificateDue)}.</strong>
        </p>
      )}
    </>
  );
}

function whoAnswers(reader: Reader, isOffered: boolean): string {
  if (isOffered) return reader === 'TRAVELER' ? 'Answer' : 'The traveler answers';
  return reader === 'TRAVELER' ? 'The owner answers' : 'Answer';
}

const bookingFragment = graphql`
  fragment BookingStatusPanel_booking on Booking {
    ...RefundProgress_booking
    status
    isProtected
    chargeback
    deposit {
      isOwed
    }
    parts
    heldUntil
    answerBy
    acceptedAt
    offer {
      checkIn
      checkOut
      priceLines {
        label
        amount {
          formatted
        }
      }
      totalPrice {
        formatted
      }
    }
    takenBy {
      databaseId
    }
    otherWeeks {
      __typename
    }
    certificateNumber
    certificateDue
    checkIn
    checkOut
    guests
    events {
      move
      note
    }
    listing {
      databaseId
    }
    resort {
      databaseId
    }
    databaseId
    certificate {
      __typename
    }
    ...BookingMoves_booking
    ...PriceLines_booking
  }
`;

const linkMutation = graphql`
  mutation BookingStatusPanelMutation($input: CreateCertificateLinkInput!) {
    link: createCertificateLink(input: $input) {
      ... on CreateCertificateLinkPayload {
        url
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

function OfferedTerms({ booking: data }: { booking: BookingStatusPanel_booking$data }) {
  const { checkIn, checkOut, offer } = data;
  if (!offer) return null;
  return (
    <div className={`stack gap-3 full ${offeredTermsStyles.beside}`}>
      <section className={offeredTermsStyles.offered} aria-labelledby="offered-terms">
        <h3 id="offered-terms">Offered</h3>
        <p>
          <strong>{formatStay(offer.checkIn, offer.checkOut)}</strong>
        </p>
        <PriceList
          lines={offer.priceLines.map(({ label, amount }) => ({ label, price: amount.formatted }))}
          total={offer.totalPrice.formatted}
        />
      </section>
      <section
        className="stack gap-2 packed padding-4 rounded on-white ink"
        aria-labelledby="asked-terms"
      >
        <h3 id="asked-terms">Asked for</h3>
        <p>
          <strong>{formatStay(checkIn, checkOut)}</strong>
        </p>
        <PriceLines booking={data} />
      </section>
    </div>
  );
}
