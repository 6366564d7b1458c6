import { Suspense } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ChosenStay_stay$key } from '#web/__generated__/ChosenStay_stay.graphql.ts';
import type { resortPageLoaderStayQuery } from '#web/__generated__/resortPageLoaderStayQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { CancellationTerms } from '#web/bookings/price/CancellationTerms.tsx';
import { FromTheOwner } from '#web/listings/FromTheOwner.tsx';
import { UnitFacts } from '#web/listings/UnitFacts.tsx';
import { OnRequest } from '#web/listings/OnRequest.tsx';
import { unitSize } from '#web/resorts/unitSize.ts';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import { BookNow } from './BookNow.tsx';
import styles from './ChosenStay.module.css';
import { OwnHoldOf } from '#web/bookings/holds/OwnHold.tsx';
import { resortStayQuery } from '../resortPageLoader.ts';
import { useResortView } from '../useResortView.ts';

interface ChosenStayProps {
  reference: PreloadedQuery<resortPageLoaderStayQuery>;
}

export function ChosenStay(props: ChosenStayProps) {
  return (
    <SectionBoundary message="Your stay could not be loaded" attempt={props.reference}>
      <Suspense fallback={<Skeleton height="360px" radius="14px" />}>
        <Stay {...props} />
      </Suspense>
    </SectionBoundary>
  );
}

function Stay({ reference }: ChosenStayProps) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderStayQuery>(resortStayQuery, reference);
  const { view, pathOf } = useResortView();
  const stay = useFragment<ChosenStay_stay$key>(stayFragment, resort?.stay);
  if (!resort || !view.stay) return null;
  const { from, to, guests } = view.stay;
  const quote = stay?.listing.quote;
  const isInstant = quote?.isInstant ?? stay?.listing.isInstant ?? false;
  const dates = formatStay(from, to);
  return (
    <section className={`stack gap-2 padding-4 tile ${styles.stay}`} aria-label="Your stay">
      <h2 className="text-22">Your stay</h2>
      <p className="semibold">{dates}</p>
      {stay ? (
        <>
          <p>
            {plural(stay.nights, 'night')}
            {guests !== null && ` · ${plural(guests, 'guest')}`}
          </p>
          <p className="soft">
            {unitSize(stay.listing.bedrooms, stay.listing.maxGuests)}
            {stay.listing.isWholeOnly && ' · only as a whole'}
          </p>
          <UnitFacts facts={stay.listing.facts} />
          <OnRequest isInstant={isInstant} />
          {quote && (
            <dl className={`stack gap-1 ${styles.lines}`}>
              {quote.lines.map(({ kind, label, amount }) => (
                <div className="cluster gap-3 row-gap-0 between" key={kind}>
                  <dt>{label}</dt>
                  <dd>{amount.formatted}</dd>
                </div>
              ))}
            </dl>
          )}
          <p>
            <strong className="text-22">{stay.total.formatted}</strong> in all
          </p>
          <BookNow
            stay={{
              listingId: stay.listing.databaseId,
              checkIn: from,
              checkOut: to,
              guests,
              totalCents: stay.total.amount,
              isInstant,
              words: dates,
            }}
          />
          {quote && (
            <CancellationTerms
              steps={
                quote.cancellationSteps.length > 0 ? quote.cancellationSteps : [quote.cancellation]
              }
            />
          )}
          <FromTheOwner listing={stay.listing} />
        </>
      ) : (
        <OwnHoldOf checkIn={from} checkOut={to}>
          <p role="status">These nights can&apos;t be booked.</p>
        </OwnHoldOf>
      )}
      <Link
        className={`inline target ${styles.others}`}
        to={pathOf({ stay: undefined })}
        preventScrollReset
      >
        {stay ? 'Choose other dates' : 'See all weeks'}
      </Link>
    </section>
  );
}

const stayFragment = graphql`
  fragment ChosenStay_stay on Week {
    nights
    total {
      amount
      formatted
    }
    listing {
      databaseId
      bedrooms
      maxGuests
      isWholeOnly
      isInstant
      facts {
        ...UnitFacts_facts
      }
      ...FromTheOwner_listing
      quote(checkIn: $checkIn, checkOut: $checkOut) {
        isInstant
        lines {
          kind
          label
          amount {
            formatted
          }
        }
        cancellation
        cancellationSteps
      }
    }
  }
`;
