import { Suspense, type ReactNode } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { BookBar_resort$key } from '#web/__generated__/BookBar_resort.graphql.ts';
import type { BookBar_stay$key } from '#web/__generated__/BookBar_stay.graphql.ts';
import type { resortPageLoaderStayQuery } from '#web/__generated__/resortPageLoaderStayQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { formatDays, formatStay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import styles from './BookBar.module.css';
import { BookNow } from './BookNow.tsx';
import { OwnHoldOf } from '#web/bookings/holds/OwnHold.tsx';
import { resortStayQuery } from '../resortPageLoader.ts';
import { useResortView } from '../useResortView.ts';

interface BookBarProps {
  resort: BookBar_resort$key;
  reference: PreloadedQuery<resortPageLoaderStayQuery> | undefined;
}

export function BookBar({ resort, reference }: BookBarProps) {
  const { priceMin, priceMax } = useFragment<BookBar_resort$key>(resortFragment, resort);
  const any = (
    <Bar
      price={`${priceMin.formatted} - ${priceMax.formatted}`}
      detail="per night"
      book={<BookNow />}
    />
  );
  return (
    <section className={styles.bar} aria-label="Price and booking">
      {reference ? (
        <SectionBoundary message="Your stay could not be loaded" attempt={reference}>
          <Suspense fallback={any}>
            <StayBar reference={reference} fallback={any} />
          </Suspense>
        </SectionBoundary>
      ) : (
        any
      )}
    </section>
  );
}

const resortFragment = graphql`
  fragment BookBar_resort on Resort {
    priceMin {
      formatted
    }
    priceMax {
      formatted
    }
  }
`;

interface StayBarProps {
  reference: PreloadedQuery<resortPageLoaderStayQuery>;
  fallback: ReactNode;
}

function StayBar({ reference, fallback }: StayBarProps) {
  const { resort } = useOwnedPreloadedQuery<resortPageLoaderStayQuery>(resortStayQuery, reference);
  const { view } = useResortView();
  const stay = useFragment<BookBar_stay$key>(
    graphql`
      fragment BookBar_stay on Week {
        nights
        total {
          amount
          formatted
        }
        listing {
          databaseId
          isInstant
          quote(checkIn: $checkIn, checkOut: $checkOut) {
            isInstant
          }
        }
      }
    `,
    resort?.stay,
  );
  if (!view.stay) return fallback;
  const { from, to, guests } = view.stay;
  if (!stay) {
    return (
      <OwnHoldOf checkIn={from} checkOut={to}>
        {fallback}
      </OwnHoldOf>
    );
  }
  return (
    <Bar
      price={`${stay.total.formatted} in all`}
      detail={`${formatDays(from, to)}, ${plural(stay.nights, 'night')}`}
      book={
        <BookNow
          stay={{
            listingId: stay.listing.databaseId,
            checkIn: from,
            checkOut: to,
            guests,
            totalCents: stay.total.amount,
            isInstant: stay.listing.quote?.isInstant ?? stay.listing.isInstant,
            words: formatStay(from, to),
          }}
        />
      }
    />
  );
}

interface BarProps {
  price: string;
  detail: string;
  book: ReactNode;
}

const Bar = ({ price, detail, book }: BarProps) => (
  <div className={styles.row}>
    <p className="stack tight">
      <strong>{price}</strong>
      <span>{detail}</span>
    </p>
    {book}
  </div>
);
