import { graphql, useFragment } from 'react-relay/hooks';
import type { OfferedTerms_booking$key } from '#web/__generated__/OfferedTerms_booking.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import styles from './OfferedTerms.module.css';
import { PriceLines } from './PriceLines.tsx';
import { PriceList } from './PriceList.tsx';

/** The offered terms next to the requested terms; nothing without an offer. */
export function OfferedTerms({ booking }: { booking: OfferedTerms_booking$key }) {
  const data = useFragment<OfferedTerms_booking$key>(
    graphql`
      fragment OfferedTerms_booking on Booking {
        checkIn
        checkOut
        ...PriceLines_booking
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
      }
    `,
    booking,
  );
  const { checkIn, checkOut, offer } = data;
  if (!offer) return null;
  return (
    <div className={`stack gap-3 full ${styles.beside}`}>
      <section className={styles.offered} aria-labelledby="offered-terms">
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
