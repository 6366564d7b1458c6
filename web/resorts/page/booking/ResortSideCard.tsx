import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortSideCard_resort$key } from '#web/__generated__/ResortSideCard_resort.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { NewBadge } from '#web/resorts/NewBadge.tsx';
import { formatCount } from '#common/numbers.ts';
import { BookNow } from './BookNow.tsx';
import styles from './ResortSideCard.module.css';

interface ResortSideCardProps {
  resort: ResortSideCard_resort$key;
  /** The stay to book; without it, the card leads to the calendar. */
  stay: ReactNode;
}

export function ResortSideCard({ resort, stay }: ResortSideCardProps) {
  const data = useFragment<ResortSideCard_resort$key>(
    graphql`
      fragment ResortSideCard_resort on Resort {
        destination
        priceMin {
          formatted
        }
        priceMax {
          formatted
        }
        availableRentals
        isNewAvailability
      }
    `,
    resort,
  );
  const { takesPayments } = useSiteFacts();
  return (
    <aside className={`stack gap-5 second-column sticky ${styles.side}`} aria-label="Booking">
      <div className={styles.card}>
        {stay}
        {data.isNewAvailability && (
          <p>
            <NewBadge />
          </p>
        )}
        <p>
          <span className={styles.price}>
            {data.priceMin.formatted} - {data.priceMax.formatted}
          </span>{' '}
          <span className="soft">per night</span>
        </p>
        <dl className={`ruled ${styles.facts}`}>
          <div className="cluster gap-4 row-gap-0 between padding-y-3">
            <dt className="soft">Available rentals</dt>
            <dd>{formatCount(data.availableRentals)}</dd>
          </div>
          <div className="cluster gap-4 row-gap-0 between padding-y-3">
            <dt className="soft">Destination</dt>
            <dd>{data.destination}</dd>
          </div>
        </dl>
        {!stay && <BookNow />}
        {!stay && takesPayments && (
          <p className="quiet text-center">Free cancellation • Secure booking</p>
        )}
      </div>
      <div className={styles.help}>
        <h2 className="text-22">Need Help?</h2>
        <p>Our team knows the resorts and their owners, and answers within 24 hours.</p>
        <ButtonLink to="/contact" variant="quiet">
          Contact Support
        </ButtonLink>
      </div>
    </aside>
  );
}
