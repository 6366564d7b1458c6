import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import type {
  SaleFilters_facets$key,
  SaleFilters_facets$data,
} from '#web/__generated__/SaleFilters_facets.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import filterStyles from '#web/search/fields/Fields.module.css';
import pageStyles from '../SearchPage.module.css';
import styles from './Buy.module.css';
import { buyPageQuery } from './buyPageLoader.ts';
import { chosenConditions, type ListName, wordsIn } from './chosenConditions.ts';
import { type SaleState, greatest, type NumberName } from './saleAddress.ts';
import type { ChangeSales } from './useAskedSales.ts';
import type { CheckFacet_values$key } from '#web/__generated__/CheckFacet_values.graphql.ts';
import { ownershipWords, tenureWords, useWords } from '#web/listings/listingFactWords.ts';
import { seasonWords } from '#web/sales/saleWords.ts';
import { formatCount } from '#common/numbers.ts';
import { CheckFacet } from '../filters/CheckFacet.tsx';
import { PillFacet } from '../filters/PillFacet.tsx';
import { NumberRange } from './NumberRange.tsx';

const FilterDrawer = lazy(() => import('../filters/FilterDrawer.tsx'));

interface SaleFiltersProps {
  reference: PreloadedQuery<buyPageLoaderQuery>;
  search: SaleState;
  onChange: ChangeSales;
  isDrawerOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

export function SaleFilters(props: SaleFiltersProps) {
  const { reference, search, onChange, isDrawerOpen, onOpen, onClose } = props;
  const { saleFacets } = useOwnedPreloadedQuery<buyPageLoaderQuery>(buyPageQuery, reference);
  const facets = useFragment<SaleFilters_facets$key>(
    graphql`
      fragment SaleFilters_facets on SaleFacets {
        totalCount {
          ...ResultCount_total
        }
        prices {
          ...CheckFacet_values
        }
        firstYears {
          ...CheckFacet_values
        }
        fees {
          ...CheckFacet_values
        }
        ownerships {
          ...CheckFacet_values
        }
        uses {
          ...CheckFacet_values
        }
        bedrooms {
          ...CheckFacet_values
        }
        seasons {
          ...CheckFacet_values
        }
        firstUses {
          ...CheckFacet_values
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
    `,
    saleFacets,
  );
  const chosen = chosenConditions(search).length;
  const fields = <SaleFilterFields facets={facets} search={search} onChange={onChange} />;
  return (
    <>
      <Button
        className={`${pageStyles.filtersButton} ${styles.filtersButton}`}
        variant="quiet"
        aria-haspopup="dialog"
        startIcon={<Icon name="filter" size={20} />}
        onClick={onOpen}
      >
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      <section className={filterStyles.column} aria-label="Filters">
        {fields}
      </section>
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <FilterDrawer found={<ResultCount total={facets.totalCount} />} onClose={onClose}>
            {fields}
          </FilterDrawer>
        </Suspense>
      )}
    </>
  );
}

interface SaleFilterFieldsProps {
  facets: SaleFilters_facets$data;
  search: SaleState;
  onChange: ChangeSales;
}

function SaleFilterFields({ facets: data, search, onChange: change }: SaleFilterFieldsProps) {
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
      <fieldset className={filterStyles.group}>
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

const centsPerDollar = 100;

const upToDollars = (dollars: number): string => `Up to $${formatCount(dollars)}`;
