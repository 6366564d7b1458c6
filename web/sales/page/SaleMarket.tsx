import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SaleMarket_comparables$key } from '#web/__generated__/SaleMarket_comparables.graphql.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

/** Since when a timeshare is for sale, and what others ask for the same. */
export function SaleMarket({ comparables }: { comparables: SaleMarket_comparables$key }) {
  const headingId = useId();
  const { onSaleSince, askingPrices: prices } = useFragment<SaleMarket_comparables$key>(
    graphql`
      fragment SaleMarket_comparables on SaleComparables {
        onSaleSince
        askingPrices {
          count
          lowerQuartile {
            formatted
          }
          median {
            formatted
          }
          upperQuartile {
            formatted
          }
        }
      }
    `,
    comparables,
  );
  return (
    <section className="stack gap-2 padding-5 card padding-4-on-phones" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-22">
        On the market
      </h2>
      <FactList
        facts={[
          ['For sale here since', <LocalDay key="since" instant={onSaleSince} />],
          ['Others like it for sale', prices?.count],
          ['Their median price', prices?.median.formatted],
          [
            'Half of them ask',
            prices && `${prices.lowerQuartile.formatted} to ${prices.upperQuartile.formatted}`,
          ],
        ]}
      />
      <p className="quiet pretty">
        {prices
          ? 'These are asking prices of the same resort, size and season, not what buyers paid.'
          : 'We show what others ask once at least five timeshares of the same resort, size and season are for sale.'}
      </p>
    </section>
  );
}
