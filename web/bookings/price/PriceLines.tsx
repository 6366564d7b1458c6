import { graphql, useFragment } from 'react-relay/hooks';
import type { PriceLines_booking$key } from '#web/__generated__/PriceLines_booking.graphql.ts';
import { PriceList } from './PriceList.tsx';

export function PriceLines({ booking }: { booking: PriceLines_booking$key }) {
  const { priceLines, totalPrice, refund } = useFragment<PriceLines_booking$key>(
    graphql`
      fragment PriceLines_booking on Booking {
        priceLines {
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
  return (
    <PriceList
      lines={priceLines.map(({ label, amount }) => ({ label, price: amount.formatted }))}
      total={totalPrice.formatted}
      givenBack={refund?.formatted}
    />
  );
}
