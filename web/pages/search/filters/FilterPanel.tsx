import { lazy, Suspense } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime';
import type { FilterPanel_query$key } from '../../../__generated__/FilterPanel_query.graphql.ts';
import { useOwnedPreloadedQuery } from '../../../relay/useOwnedPreloadedQuery.ts';
import { FilterFields } from './FilterFields.tsx';
import type { FlexibleStayComponent } from './StayDates.tsx';
import styles from './Filters.module.css';
import type { SearchState } from '../address/searchState.ts';
import type { ChangeSearch } from '../address/useAskedSearch.ts';

const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'));

/** A query of the page that includes that of the filters. */
export interface FilteredQuery extends OperationType {
  readonly response: FilterPanel_query$key;
}

interface FilterPanelProps {
  document: GraphQLTaggedNode;
  reference: PreloadedQuery<FilteredQuery>;
  search: SearchState;
  onChange: ChangeSearch;
  /** Missing until it is opened if the URL did not need it. */
  FlexibleStay: FlexibleStayComponent | undefined;
  /** On phones the filters are in a drawer. */
  isDrawerOpen: boolean;
  onClose: () => void;
}

export function FilterPanel(props: FilterPanelProps) {
  const { document, reference, search, onChange, FlexibleStay, isDrawerOpen, onClose } = props;
  const query = useOwnedPreloadedQuery<FilteredQuery>(document, reference);
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
          <FilterDrawer facets={resortFacets} onClose={onClose}>
            {fields}
          </FilterDrawer>
        </Suspense>
      )}
    </>
  );
}
