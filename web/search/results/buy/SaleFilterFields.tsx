import { graphql, useFragment } from 'react-relay/hooks';
import type { CheckFacet_values$key } from '#web/__generated__/CheckFacet_values.graphql.ts';
import type { SaleFilterFields_facets$key } from '#web/__generated__/SaleFilterFields_facets.graphql.ts';
import { ownershipWords, tenureWords, useWords } from '#web/listings/listingFactWords.ts';
import { seasonWords } from '#web/sales/saleWords.ts';
import { formatCount } from '#common/numbers.ts';
import { CheckFacet } from '../filters/CheckFacet.tsx';
import styles from '#web/search/fields/Fields.module.css';
import { PillFacet } from '../filters/PillFacet.tsx';
import { type ListName, wordsIn } from './chosenConditions.ts';
import { NumberRange } from './NumberRange.tsx';
import { greatest, type NumberName, type SaleState } from './saleAddress.ts';
import type { ChangeSales } from './useAskedSales.ts';

interface SaleFilterFieldsProps {
  facets: SaleFilterFields_facets$key;
  search: SaleState;
  onChange: ChangeSales;
}

export function SaleFilterFields({ facets, search, onChange: change }: SaleFilterFieldsProps) {
  const data = useFragment<SaleFilterFields_facets$key>(facetsFragment, facets);
  const checks = (
    legend: string,
    name: ListName,
    values: CheckFacet_values$key,
    labelOf: (value: string) => string = String,
  ) => (
    <CheckFacet
      legend={legend}
      values={values}
      labelOf={labelOf}
      chosen={search[name]}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  );
  const range = (label: string, from: NumberName, to: NumberName, unit = '$', least = 0) => (
    <NumberRange
      label={label}
      unit={unit}
      range={[search[from], search[to]]}
      bounds={[least, greatest(to)]}
      onChange={([lowest, highest]) => change({ [from]: lowest, [to]: highest })}
    />
  );
  const amounts = { scale: centsPerDollar, labelOf: upToDollars };
  return (
    <div className="stack gap-5">
      <PillFacet
        {...amounts}
        legend="Sale price"
        values={data.prices}
        chosen={search.priceTo}
        onChange={(priceTo) => change({ priceTo, priceFrom: null })}
      >
        {range('price', 'priceFrom', 'priceTo')}
      </PillFacet>
      <PillFacet
        {...amounts}
        legend="First year in all"
        values={data.firstYears}
        chosen={search.firstYearTo}
        onChange={(firstYearTo) => change({ firstYearTo })}
      />
      <PillFacet
        {...amounts}
        legend="Yearly fee"
        values={data.fees}
        chosen={search.feeTo}
        onChange={(feeTo) => change({ feeTo, feeFrom: null })}
      >
        {range('yearly fee', 'feeFrom', 'feeTo')}
      </PillFacet>
      {checks('Kind', 'kinds', data.ownerships, (value) => wordsIn(ownershipWords, value))}
      {checks('Use', 'uses', data.uses, (value) => wordsIn(useWords, value))}
      <fieldset className={styles.group}>
        <legend>Week number</legend>
        {range('week', 'weekFrom', 'weekTo', '', 1)}
      </fieldset>
      <PillFacet
        legend="Bedrooms"
        values={data.bedrooms}
        labelOf={(value) => (value === 0 ? 'Studio+' : `${value}+`)}
        chosen={search.bedrooms}
        onChange={(bedrooms) => change({ bedrooms })}
      />
      {checks('Season', 'seasons', data.seasons, seasonWords)}
      <PillFacet
        legend="First use"
        values={data.firstUses}
        labelOf={(value) => `By ${value}`}
        chosen={search.firstUseBy}
        onChange={(firstUseBy) => change({ firstUseBy })}
      />
      {checks('Held as', 'tenures', data.tenures, (value) => wordsIn(tenureWords, value))}
      {checks('Destination', 'destinations', data.destinations)}
      {checks('Brand', 'brands', data.brands)}
    </div>
  );
}

const facetsFragment = graphql`
  fragment SaleFilterFields_facets on SaleFacets {
    prices {
      ...PillFacet_values
    }
    firstYears {
      ...PillFacet_values
    }
    fees {
      ...PillFacet_values
    }
    ownerships {
      ...CheckFacet_values
    }
    uses {
      ...CheckFacet_values
    }
    bedrooms {
      ...PillFacet_values
    }
    seasons {
      ...CheckFacet_values
    }
    firstUses {
      ...PillFacet_values
    }
    tenures {
      ...CheckFacet_values
    }
    destinations {
      ...CheckFacet_values
    }
    brands {
      ...CheckFacet_values
    }
  }
`;

/** Choices of amounts are in cents. */
const centsPerDollar = 100;

const upToDollars = (dollars: number): string => `Up to $${formatCount(dollars)}`;
