import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { OwningCosts_comparables$key } from '#web/__generated__/OwningCosts_comparables.graphql.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { plural } from '#common/numbers.ts';
import { WayOut } from '../WayOut.tsx';

/** Ten years of fees beside renting the same weeks, and what the team recorded about the resort. */
export function OwningCosts({ comparables }: { comparables: OwningCosts_comparables$key }) {
  const headingId = useId();
  const { costs, deedBack } = useFragment<OwningCosts_comparables$key>(
    graphql`
      fragment OwningCosts_comparables on SaleComparables {
        costs {
          stays
          yearlyFee {
            formatted
          }
          yearlyRise {
            amount
            formatted
          }
          owned {
            formatted
          }
          rented {
            count
            total {
              formatted
            }
          }
          fees {
            year
            source
            fee {
              formatted
            }
          }
        }
        deedBack {
          ...WayOut_deedBack
        }
      }
    `,
    comparables,
  );
  if (!costs && !deedBack) return null;
  const { stays, yearlyFee, yearlyRise, owned, rented, fees } = costs ?? {};
  const isRising = yearlyRise !== undefined && yearlyRise.amount !== 0;
  return (
    <section className="stack gap-3 padding-5 card padding-4-on-phones" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-22">
        What it costs to own
      </h2>
      <FactList
        facts={[
          ['Yearly fee', yearlyFee?.formatted],
          ['Rise of the fee in a year', isRising ? yearlyRise.formatted : undefined],
          ['Price and ten fees', owned?.formatted],
          [
            `Renting ${plural(stays ?? 0, 'such week')} instead`,
            rented && `${rented.total.formatted} at today’s prices`,
          ],
        ]}
      />
      {rented && (
        <p className="quiet pretty">
          Renting is the middle of {plural(rented.count, 'nightly price')} here for the same size,
          without taxes and fees.
        </p>
      )}
      {fees && fees.length > 0 && (
        <>
          <h3 className="text-18">Fees of this size, for a week in every year</h3>
          <FactList
            facts={fees.map(({ year, fee, source }) => [
              String(year),
              <span key={year}>
                {fee.formatted} <span className="quiet">({source})</span>
              </span>,
            ])}
          />
        </>
      )}
      {deedBack && <WayOut deedBack={deedBack} />}
    </section>
  );
}
