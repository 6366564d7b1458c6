import { graphql, useFragment } from 'react-relay/hooks';
import type { FilterFields_facets$key } from '#web/__generated__/FilterFields_facets.graphql.ts';
import { CheckFacet } from './CheckFacet.tsx';
import { PillFacet } from './PillFacet.tsx';
import type { SearchState } from '#web/search/address/searchState.ts';
import { StayDates, type FlexibleStayComponent } from '#web/search/fields/StayDates.tsx';
import { TotalPrice } from './TotalPrice.tsx';
import type { ChangeSearch } from '../address/useAskedSearch.ts';

interface FilterFieldsProps {
  facets: FilterFields_facets$key;
  search: SearchState;
  onChange: ChangeSearch;
  FlexibleStay: FlexibleStayComponent | undefined;
}

export function FilterFields(props: FilterFieldsProps) {
  const { facets, search, onChange: change, FlexibleStay } = props;
  const data = useFragment<FilterFields_facets$key>(
    graphql`
      fragment FilterFields_facets on ResortFacets {
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
    `,
    facets,
  );

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
