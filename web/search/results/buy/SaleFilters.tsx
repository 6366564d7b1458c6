import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import type { SaleFilters_facets$key } from '#web/__generated__/SaleFilters_facets.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import filterStyles from '#web/search/fields/Fields.module.css';
import pageStyles from '../SearchPage.module.css';
import styles from './Buy.module.css';
import { buyPageQuery } from './buyPageLoader.ts';
import { chosenConditions } from './chosenConditions.ts';
import type { SaleState } from './saleAddress.ts';
import { SaleFilterFields } from './SaleFilterFields.tsx';
import type { ChangeSales } from './useAskedSales.ts';

const FilterDrawer = lazy(() => import('../filters/FilterDrawer.tsx'));

interface SaleFiltersProps {
  reference: PreloadedQuery<buyPageLoaderQuery>;
  search: SaleState;
  onChange: ChangeSales;
  /** On phones the filters are in a drawer. */
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
        ...SaleFilterFields_facets
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
