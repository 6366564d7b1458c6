import { lazy, Suspense } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { FilterPanel_query$key } from '../../__generated__/FilterPanel_query.graphql.ts';
import type { searchMapPageLoaderQuery } from '../../__generated__/searchMapPageLoaderQuery.graphql.ts';
import type { searchPageLoaderQuery } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { FilterFields } from './FilterFields.tsx';
import styles from './Filters.module.css';
import { searchMapPageQuery } from './searchMapPageLoader.ts';
import { searchPageQuery } from './searchPageLoader.ts';
import type { SearchState } from './searchUrl.ts';
import type { ChangeSearch } from './useAskedSearch.ts';

const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'));

interface PanelProps {
  search: SearchState;
  onChange: ChangeSearch;
  /** On phones the filters are in a drawer. */
  isDrawerOpen: boolean;
  onClose: () => void;
}

type WithReference<TQuery extends searchPageLoaderQuery | searchMapPageLoaderQuery> = PanelProps & {
  reference: PreloadedQuery<TQuery>;
};

export function ListFilters({ reference, ...panel }: WithReference<searchPageLoaderQuery>) {
  const query = useOwnedPreloadedQuery<searchPageLoaderQuery>(searchPageQuery, reference);
  return <FilterPanel query={query} {...panel} />;
}

export function MapFilters({ reference, ...panel }: WithReference<searchMapPageLoaderQuery>) {
  const query = useOwnedPreloadedQuery<searchMapPageLoaderQuery>(searchMapPageQuery, reference);
  return <FilterPanel query={query} {...panel} />;
}

function FilterPanel(props: PanelProps & { query: FilterPanel_query$key }) {
  const { query, search, onChange, isDrawerOpen, onClose } = props;
  const { resortFacets } = useFragment<FilterPanel_query$key>(
    graphql`
      fragment FilterPanel_query on Query
      @argumentDefinitions(query: { type: "String" }, filter: { type: "ResortFilter" }) {
        resortFacets(query: $query, filter: $filter) {
          ...FilterDrawer_facets
          ...FilterFields_facets
        }
      }
    `,
    query,
  );
  const fields = <FilterFields facets={resortFacets} search={search} onChange={onChange} />;
  return (
    <>
      <section className={styles.column} aria-label="Filters">
        {fields}
      </section>
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <FilterDrawer facets={resortFacets} onClose={onClose}>
            {fields}
          </FilterDrawer>
        </Suspense>
      )}
    </>
  );
}
