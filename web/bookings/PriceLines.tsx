import { graphql, useFragment } from 'react-relay/hooks';
import type { PriceLines_booking$key } from '../__generated__/PriceLines_booking.graphql.ts';
import styles from './PriceLines.module.css';

interface PriceLinesProps {
  booking: PriceLines_booking$key;
}

/** What a stay costs, line by line, and what is given back. */
export function PriceLines({ booking }: PriceLinesProps) {
  const data = useFragment<PriceLines_booking$key>(
    graphql`
      fragment PriceLines_booking on Booking {
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
        refund {
          formatted
        }
      }
    `,
    booking,
  );
  return <PriceList {...data} />;
}

interface Formatted {
  formatted: string;
}

interface PriceListProps {
  priceLines: readonly { kind: string; label: string; amount: Formatted }[];
  totalPrice: Formatted;
  refund?: Formatted | null;
}

export function PriceList({ priceLines, totalPrice, refund }: PriceListProps) {
  return (
    <dl className={styles.lines}>
      {priceLines.map(({ kind, label, amount }) => (
        <div key={kind}>
          <dt>{label}</dt>
          <dd>{amount.formatted}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{totalPrice.formatted}</dd>
      </div>
      {refund && (
        <div className={styles.total}>
          <dt>Given back</dt>
          <dd>{refund.formatted}</dd>
        </div>
      )}
    </dl>
  );
}
