import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  FilterPanel_query$key,
  FilterPanel_query$data,
} from '#web/__generated__/FilterPanel_query.graphql.ts';
import { ResultCount } from '../found/ResultCount.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';
import { type FlexibleStayComponent, StayDates } from '#web/search/fields/StayDates.tsx';
import styles from '#web/search/fields/Fields.module.css';
import type { SearchState } from '#web/search/address/searchState.ts';
import type { ChangeSearch } from '../address/useAskedSearch.ts';
import { CheckFacet } from './CheckFacet.tsx';
import { PillFacet } from './PillFacet.tsx';
import { TotalPrice } from './TotalPrice.tsx';

const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'));

interface FilterPanelProps {
  data: FrameReference;
  search: SearchState;
  onChange: ChangeSearch;
  FlexibleStay: FlexibleStayComponent | undefined;
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
          destinations {
            ...CheckFacet_values
          }
          brands {
            ...CheckFacet_values
          }
          amenities {
            ...CheckFacet_values
          }
          ratings {
            ...PillFacet_values
          }
          guests {
            ...PillFacet_values
          }
          bedrooms {
            ...PillFacet_values
          }
          instant {
            ...CheckFacet_values
          }
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

interface FilterFieldsProps {
  facets: FilterPanel_query$data['resortFacets'];
  search: SearchState;
  onChange: ChangeSearch;
  FlexibleStay: FlexibleStayComponent | undefined;
}

function FilterFields(props: FilterFieldsProps) {
  const { facets, search, onChange: change, FlexibleStay } = props;
  const data = facets;

  return (
    <div className="stack gap-5">
      <StayDates time={search} onChange={change} FlexibleStay={FlexibleStay} />
      <TotalPrice total={search.total} onChange={(total) => change({ total })} />
      <PillFacet
        legend="Guests"
        values={data.guests}
        labelOf={(value) => `${value}+`}
        chosen={search.guests}
        onChange={(guests) => change({ guests })}
      />
      <PillFacet
        legend="Bedrooms"
        values={data.bedrooms}
        labelOf={(value) => (value === 0 ? 'Studio+' : `${value}+`)}
        chosen={search.bedrooms}
        onChange={(bedrooms) => change({ bedrooms })}
      />
      <CheckFacet
        legend="Booking"
        values={data.instant}
        labelOf={() => 'Book at once, without a request'}
        chosen={search.instant ? ['true'] : []}
        onChange={(chosen) => change({ instant: chosen.length > 0 })}
      />
      <PillFacet
        legend="Minimum rating"
        values={data.ratings}
        labelOf={(value) => `${value} ★`}
        chosen={search.rating}
        onChange={(rating) => change({ rating })}
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
      <CheckFacet
        legend="Amenities"
        values={data.amenities}
        chosen={search.amenities}
        onChange={(amenities) => change({ amenities })}
      />
    </div>
  );
}
