import { startTransition, useEffect, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { PriceAdviceQuery } from '#web/__generated__/PriceAdviceQuery.graphql.ts';
import { plural } from '#common/numbers.ts';
import { WayOut } from '#web/sales/WayOut.tsx';
import { MiddleHalf } from '#web/sales/MiddleHalf.tsx';

interface Week {
  resortId: string;
  bedrooms: number;
  season: string;
}

const priceAdviceQuery = graphql`
  query PriceAdviceQuery($resortId: ID!, $bedrooms: Int!, $season: String!) {
    salePrices(resortId: $resortId, bedrooms: $bedrooms, season: $season) {
      askingPrices {
        count
        median {
          amount
        }
        ...MiddleHalf_prices
      }
      closedPrices {
        count
        median {
          amount
        }
        ...MiddleHalf_prices
      }
      medianDays
      deedBack {
        ...WayOut_deedBack
      }
    }
  }
`;

/** The median price, in cents, up to which owners hardly find a buyer. */
const nearlyNothing = 10_000;

/** What others ask, and buyers paid, for the same resort, size and season. */
export default function PriceAdvice(week: Week) {
  const settled = useSettled(week);
  const { salePrices } = useLazyLoadQuery<PriceAdviceQuery>(priceAdviceQuery, settled);
  const { askingPrices: asked, closedPrices: paid, medianDays, deedBack } = salePrices ?? {};
  const typical = paid ?? asked;
  return (
    <div role="group" aria-label="Prices of others" className="stack gap-2 soft text-15-5">
      {asked && (
        <p>
          {asked.count} timeshares of the same size and season are for sale here: half of them ask{' '}
          <MiddleHalf prices={asked} />.
        </p>
      )}
      {paid && (
        <p>
          {paid.count} were sold here in three years: half of the buyers paid{' '}
          <MiddleHalf prices={paid} />
          {medianDays != null && `, typically within ${plural(medianDays, 'day')}`}.
        </p>
      )}
      {typical && typical.median.amount <= nearlyNothing && (
        <p>
          Timeshares like yours go for next to nothing.
          {!deedBack && ' Ask the resort whether it takes yours back free of charge, and never'}
          {deedBack && ' Never'} pay anybody in advance to find a buyer.
        </p>
      )}
      {deedBack && <WayOut deedBack={deedBack} />}
      {!typical && (
        <p>
          Fewer than five timeshares like yours are for sale or were sold here, so we can’t say what
          others ask or paid.
        </p>
      )}
    </div>
  );
}

/** A week that was not changed for a moment: the season is typed. */
function useSettled({ resortId, bedrooms, season }: Week): Week {
  const [settled, setSettled] = useState({ resortId, bedrooms, season });
  useEffect(() => {
    const settle = () => startTransition(() => setSettled({ resortId, bedrooms, season }));
    const timer = setTimeout(settle, 500);
    return () => clearTimeout(timer);
  }, [resortId, bedrooms, season]);
  return settled;
}
