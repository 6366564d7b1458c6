import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SaleMarket_comparables$key } from '#web/__generated__/SaleMarket_comparables.graphql.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import { plural } from '#common/numbers.ts';
import { MiddleHalf } from '../MiddleHalf.tsx';

/** Since when a timeshare is for sale, what others ask for the same, and what buyers paid. */
export function SaleMarket({ comparables }: { comparables: SaleMarket_comparables$key }) {
  const headingId = useId();
  const {
    onSaleSince,
    askingPrices: asked,
    closedPrices: paid,
    medianDays,
    firstRefusals,
  } = useFragment<SaleMarket_comparables$key>(
    graphql`
      fragment SaleMarket_comparables on SaleComparables {
        onSaleSince
        askingPrices {
          count
          median {
            formatted
          }
          ...MiddleHalf_prices
        }
        closedPrices {
          count
          median {
            formatted
          }
          ...MiddleHalf_prices
        }
        medianDays
        firstRefusals {
          count
          used
          medianDays
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
          ['For sale here since', onSaleSince && <LocalDay key="since" instant={onSaleSince} />],
          ['Others like it for sale', asked?.count],
          ['Median asking price', asked?.median.formatted],
          ['Half of them ask', asked && <MiddleHalf key="asked" prices={asked} />],
          ['Sold here in three years', paid?.count],
          ['Median price paid', paid?.median.formatted],
          ['Half of the buyers paid', paid && <MiddleHalf key="paid" prices={paid} />],
          ['Typically sold within', medianDays == null ? null : plural(medianDays, 'day')],
          [
            'Right of first refusal',
            firstRefusals &&
              `The resort bought in ${firstRefusals.used} of ${plural(firstRefusals.count, 'sale')}; it typically decides within ${plural(firstRefusals.medianDays, 'day')}`,
          ],
        ]}
      />
      <p className="quiet pretty">
        All figures are of the same resort, and prices of the same size and season. We show each
        once there are at least five to count.
      </p>
    </section>
  );
}
