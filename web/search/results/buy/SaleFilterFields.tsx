import { graphql, useFragment } from 'react-relay/hooks';
import type { SaleFilterFields_facets$key } from '#web/__generated__/SaleFilterFields_facets.graphql.ts';
import { ownershipWords, tenureWords, useWords } from '#web/listings/listingFactWords.ts';
import { seasonWords } from '#web/sales/saleWords.ts';
import { formatCount } from '#common/numbers.ts';
import { CheckFacet } from '../filters/CheckFacet.tsx';
import styles from '#web/search/fields/Fields.module.css';
import { PillFacet } from '../filters/PillFacet.tsx';
import { NumberRange } from './NumberRange.tsx';
import { greatest, type SaleState } from './saleAddress.ts';
import type { ChangeSales } from './useAskedSales.ts';

interface SaleFilterFieldsProps {
  facets: SaleFilterFields_facets$key;
  search: SaleState;
  onChange: ChangeSales;
}

export function SaleFilterFields({ facets, search, onChange: change }: SaleFilterFieldsProps) {
  const data = useFragment<SaleFilterFields_facets$key>(facetsFragment, facets);
  return (
    <div className="stack gap-5">
      <PillFacet
        legend="Sale price"
        values={data.prices}
        scale={centsPerDollar}
        labelOf={upToDollars}
        chosen={search.priceTo}
        onChange={(priceTo) => change({ priceTo, priceFrom: null })}
      >
        <NumberRange
          label="price"
          unit="$"
          range={[search.priceFrom, search.priceTo]}
          bounds={[0, greatest('priceTo')]}
          onChange={([priceFrom, priceTo]) => change({ priceFrom, priceTo })}
        />
      </PillFacet>
      <PillFacet
        legend="First year in all"
        values={data.firstYears}
        scale={centsPerDollar}
        labelOf={upToDollars}
        chosen={search.firstYearTo}
        onChange={(firstYearTo) => change({ firstYearTo })}
      />
      <PillFacet
        legend="Yearly fee"
        values={data.fees}
        scale={centsPerDollar}
        labelOf={upToDollars}
        chosen={search.feeTo}
        onChange={(feeTo) => change({ feeTo, feeFrom: null })}
      >
        <NumberRange
          label="yearly fee"
          unit="$"
          range={[search.feeFrom, search.feeTo]}
          bounds={[0, greatest('feeTo')]}
          onChange={([feeFrom, feeTo]) => change({ feeFrom, feeTo })}
        />
      </PillFacet>
      <CheckFacet
        legend="Kind"
        values={data.ownerships}
        labelOf={(value) => wordsIn(ownershipWords, value)}
        chosen={search.kinds}
        onChange={(kinds) => change({ kinds: kinds as SaleState['kinds'] })}
      />
      <CheckFacet
        legend="Use"
        values={data.uses}
        labelOf={(value) => wordsIn(useWords, value)}
        chosen={search.uses}
        onChange={(uses) => change({ uses: uses as SaleState['uses'] })}
      />
      <fieldset className={styles.group}>
        <legend>Week number</legend>
        <NumberRange
          label="week"
          range={[search.weekFrom, search.weekTo]}
          bounds={[1, greatest('weekTo')]}
          onChange={([weekFrom, weekTo]) => change({ weekFrom, weekTo })}
        />
      </fieldset>
      <PillFacet
        legend="Bedrooms"
        values={data.bedrooms}
        labelOf={(value) => (value === 0 ? 'Studio+' : `${value}+`)}
        chosen={search.bedrooms}
        onChange={(bedrooms) => change({ bedrooms })}
      />
      <CheckFacet
        legend="Season"
        values={data.seasons}
        labelOf={seasonWords}
        chosen={search.seasons}
        onChange={(seasons) => change({ seasons })}
      />
      <PillFacet
        legend="First use"
        values={data.firstUses}
        labelOf={(value) => `By ${value}`}
        chosen={search.firstUseBy}
        onChange={(firstUseBy) => change({ firstUseBy })}
      />
      <CheckFacet
        legend="Held as"
        values={data.tenures}
        labelOf={(value) => wordsIn(tenureWords, value)}
        chosen={search.tenures}
        onChange={(tenures) => change({ tenures: tenures as SaleState['tenures'] })}
      />
      <CheckFacet
        legend="Destination"
        values={data.destinations}
        chosen={search.destinations}
        onChange={(destinations) => change({ destinations })}
      />
      <CheckFacet
        legend="Brand"
        values={data.brands}
        chosen={search.brands}
        onChange={(brands) => change({ brands })}
      />
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

const wordsIn = (words: Readonly<Record<string, string | undefined>>, value: string): string =>
  words[value] ?? value;

const upToDollars = (dollars: number): string => `Up to $${formatCount(dollars)}`;
