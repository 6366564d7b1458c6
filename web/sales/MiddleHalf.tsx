import { graphql, useFragment } from 'react-relay/hooks';
import type { MiddleHalf_prices$key } from '#web/__generated__/MiddleHalf_prices.graphql.ts';

/** Between which prices the middle half of them lies. */
export function MiddleHalf({ prices }: { prices: MiddleHalf_prices$key }) {
  const { lowerQuartile, upperQuartile } = useFragment<MiddleHalf_prices$key>(
    graphql`
      fragment MiddleHalf_prices on PriceSpread {
        lowerQuartile {
          formatted
        }
        upperQuartile {
          formatted
        }
      }
    `,
    prices,
  );
  return (
    <>
      {lowerQuartile.formatted} to {upperQuartile.formatted}
    </>
  );
}
