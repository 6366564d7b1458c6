import { lazy, Suspense, useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  FilterPanel_query$key,
  FilterPanel_query$data,
} from '#web/__generated__/FilterPanel_query.graphql.ts';
import type { CheckFacet_values$key } from '#web/__generated__/CheckFacet_values.graphql.ts';
import { ResultCount } from '../found/ResultCount.tsx';
import { useFrameQuery, type FrameReference } from './frameQuery.ts';
import { type FlexibleStayComponent, StayDates } from '#web/search/fields/StayDates.tsx';
import styles from '#web/search/fields/Fields.module.css';
import { type SearchState, most } from '#web/search/address/searchState.ts';
import type { ChangeSearch } from '../address/useAskedSearch.ts';
import { CheckFacet } from './CheckFacet.tsx';
import { PillFacet } from './PillFacet.tsx';
import { formatCount } from '#common/numbers.ts';

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
            ...CheckFacet_values
          }
          guests {
            ...CheckFacet_values
          }
          bedrooms {
            ...CheckFacet_values
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

function FilterFields({ facets, search, onChange: change, FlexibleStay }: FilterFieldsProps) {
  const checks = (
    legend: string,
    name: 'destinations' | 'brands' | 'amenities',
    values: CheckFacet_values$key,
  ) => (
    <CheckFacet
      legend={legend}
      values={values}
      chosen={search[name]}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  );
  return (
    <div className="stack gap-5">
      <StayDates time={search} onChange={change} FlexibleStay={FlexibleStay} />
      <TotalPrice total={search.total} onChange={(total) => change({ total })} />
      <PillFacet
        legend="Guests"
        values={facets.guests}
        labelOf={(value) => `${value}+`}
        chosen={search.guests}
        onChange={(guests) => change({ guests })}
      />
      <PillFacet
        legend="Bedrooms"
        values={facets.bedrooms}
        labelOf={(value) => (value === 0 ? 'Studio+' : `${value}+`)}
        chosen={search.bedrooms}
        onChange={(bedrooms) => change({ bedrooms })}
      />
      <CheckFacet
        legend="Booking"
        values={facets.instant}
        labelOf={() => 'Book at once, without a request'}
        chosen={search.instant ? ['true'] : []}
        onChange={(chosen) => change({ instant: chosen.length > 0 })}
      />
      <PillFacet
        legend="Minimum rating"
        values={facets.ratings}
        labelOf={(value) => `${value} ★`}
        chosen={search.rating}
        onChange={(rating) => change({ rating })}
      />
      {checks('Destination', 'destinations', facets.destinations)}
      {checks('Brand', 'brands', facets.brands)}
      {checks('Amenities', 'amenities', facets.amenities)}
    </div>
  );
}

interface TotalPriceProps {
  total: number | null;
  onChange: (total: number | null) => void;
}

function TotalPrice({ total, onChange }: TotalPriceProps) {
  const [typed, setTyped] = useState(String(total ?? ''));
  const [given, setGiven] = useState(total);
  if (given !== total) {
    setGiven(total);
    setTyped(String(total ?? ''));
  }
  const problemId = useId();
  const digits = typed.replaceAll(/[\s$,]/g, '');
  const isValid = digits === '' || (/^\d{1,7}$/.test(digits) && Number(digits) > 0);
  const take = () => {
    const next = digits === '' ? null : Number(digits);
    if (isValid && next !== total) onChange(next);
  };
  return (
    <fieldset className={styles.group}>
      <legend>Total price</legend>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
        onBlur={take}
      >
        <label className={styles.date}>
          Up to, in all
          <input
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="$"
            maxLength={12}
            value={typed}
            aria-invalid={!isValid}
            aria-describedby={problemId}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <p id={problemId} className={styles.problem} role="status">
          {!isValid && `Enter whole dollars, $${formatCount(most.total)} at most`}
        </p>
      </form>
    </fieldset>
  );
}
