import { graphql, useFragment } from 'react-relay/hooks';
import type { OfferedTerms_booking$key } from '../__generated__/OfferedTerms_booking.graphql.ts';
import { formatStay } from '../ui/words/dates.ts';
import styles from './OfferedTerms.module.css';
import { PriceList } from './PriceLines.tsx';

interface OfferedTermsProps {
  booking: OfferedTerms_booking$key;
}

/** What is offered, beside what was asked; nothing without an offer. */
export function OfferedTerms({ booking }: OfferedTermsProps) {
  const { checkIn, checkOut, priceLines, totalPrice, offer } =
    useFragment<OfferedTerms_booking$key>(
      graphql`
        fragment OfferedTerms_booking on Booking {
          checkIn
          checkOut
          priceLines {
            kind
            label
            amount {
              formatted
            }
          }
          totalPrice {
            formatted
          }
          offer {
            checkIn
            checkOut
            priceLines {
              kind
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
  if (!offer) return null;
  return (
    <div className={styles.beside}>
      <section className={styles.offered} aria-labelledby="offered-terms">
        <h3 id="offered-terms">Offered</h3>
        <p>
          <strong>{formatStay(offer.checkIn, offer.checkOut)}</strong>
        </p>
        <PriceList {...offer} />
      </section>
      <section aria-labelledby="asked-terms">
        <h3 id="asked-terms">Asked for</h3>
        <p>
          <strong>{formatStay(checkIn, checkOut)}</strong>
        </p>
        <PriceList priceLines={priceLines} totalPrice={totalPrice} />
      </section>
    </div>
  );
}
