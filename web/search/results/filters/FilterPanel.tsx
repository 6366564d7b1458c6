import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { FilterPanel_query$key } from '#web/__generated__/FilterPanel_query.graphql.ts';
import { ResultCount } from '../found/ResultCount.tsx';
import { FilterFields } from './FilterFields.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';
import type { FlexibleStayComponent } from '#web/search/fields/StayDates.tsx';
import styles from '#web/search/fields/Fields.module.css';
import type { SearchState } from '#web/search/address/searchState.ts';
import type { ChangeSearch } from '../address/useAskedSearch.ts';

const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'));

interface FilterPanelProps {
  data: FrameReference;
  search: SearchState;
  onChange: ChangeSearch;
  /** Undefined until opened, if the URL did not need it. */
  FlexibleStay: FlexibleStayComponent | undefined;
  /** On phones the filters are in a drawer. */
  isDrawerOpen: boolean;
  onClose: () => void;
}

export function FilterPanel(props: FilterPanelProps) {
  const { data, search, onChange, FlexibleStay, isDrawerOpen, onClose } = props;
  const { resortFacets } = useFragment<FilterPanel_query$key>(
    graphql`
      fragment FilterPanel_query on Query
      @argumentDefinitions(query: { type: "String" }, filter: { type: "ResortFilter" }) {
        resortFacets(query: $query, filter: $filter) {
          totalCount {
            ...ResultCount_total
          }
          ...FilterFields_facets
        }
      }
    `,
    useFrameQuery(data),
  );
  const fields = (
    <FilterFields
      facets={resortFacets}
      search={search}
      onChange={onChange}
      FlexibleStay={FlexibleStay}
    />
  );
  return (
    <>
      <section className={styles.column} aria-label="Filters">
        {fields}
      </section>
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <FilterDrawer
            found={
              search.view === 'weeks' ? (
                <>
                  weeks at <ResultCount total={resortFacets.totalCount} noun="resort" />
                </>
              ) : (
                <ResultCount total={resortFacets.totalCount} />
              )
            }
            onClose={onClose}
          >
            {fields}
          </FilterDrawer>
        </Suspense>
      )}
    </>
  );
}
