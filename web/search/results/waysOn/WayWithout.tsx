import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  SearchCondition,
  WayWithout_way$data,
  WayWithout_way$key,
} from '#web/__generated__/WayWithout_way.graphql.ts';
import {
  noFilters,
  pageSize,
  type SearchFilters,
  type SearchState,
} from '#web/search/address/searchState.ts';
import { emptied } from '#web/search/address/chosenFilters.ts';
import { searchPath } from '#web/search/address/searchUrl.ts';
import { TotalNumber } from '../found/ResultCount.tsx';
import styles from './WaysOn.module.css';

export function WayWithout({ way, search }: { way: WayWithout_way$key; search: SearchState }) {
  const data = useFragment<WayWithout_way$key>(
    graphql`
      fragment WayWithout_way on SearchWithoutCondition {
        condition
        amenity
        query
        phrase {
          words
        }
        count {
          ...ResultCount_total
        }
      }
    `,
    way,
  );
  const { label, changes } = wayWithout(data, search);
  const { query } = data;
  return (
    <Link to={searchPath({ ...search, count: pageSize, area: null, ...changes, query })}>
      {label}:{' '}
      <span className={`soft text-14 regular ${styles.count}`}>
        <TotalNumber total={data.count} />
        <span className="visuallyHidden"> resorts</span>
      </span>
    </Link>
  );
}

type Way = Omit<WayWithout_way$data, 'count' | ' $fragmentType'>;

/** The label of a search without a condition, and the filters that change. */
function wayWithout({ condition, amenity, phrase }: Way, search: SearchState) {
  const { amenities, destinations, brands } = search;
  const none = (label: string, ...names: (keyof SearchFilters)[]) => ({
    label,
    changes: emptied(noFilters, names),
  });
  const ways: Partial<Record<SearchCondition, ReturnType<typeof none>>> = {
    AMENITY: {
      label: `Without “${amenity}”`,
      changes: { amenities: amenities.filter((other) => other !== amenity) },
    },
    PHRASE: none(`Without “${phrase?.words}”`),
    TEXT: none('Any place, resort or brand'),
    DESTINATIONS: none(`Not only in ${anyOf.format(destinations)}`, 'destinations'),
    BRANDS: none(`Not only ${anyOf.format(brands)}`, 'brands'),
    DATES: none('On any date', 'from', 'to', 'flex', 'month', 'season'),
    NIGHTS: none('For any number of nights', 'nights'),
    HIGHEST_PRICE: none('At any price', 'total'),
    PRICE_TIER: none('At any price', 'price'),
    GUESTS: none('For any number of guests', 'guests'),
    BEDROOMS: none('With any number of bedrooms', 'bedrooms'),
    BOOKING: none('Also weeks on request', 'instant'),
    RATING: none('With any rating', 'rating'),
  };
  return ways[condition] ?? none('Without this condition');
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' });
