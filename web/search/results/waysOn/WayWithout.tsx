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
  return (
    <Link
      to={searchPath({ ...search, count: pageSize, area: null, ...changesWithout(data, search) })}
    >
      {labelWithout(data, search)}:{' '}
      <span className={`soft text-14 regular ${styles.count}`}>
        <TotalNumber total={data.count} />
        <span className="visuallyHidden"> resorts</span>
      </span>
    </Link>
  );
}

type Way = Omit<WayWithout_way$data, 'count' | ' $fragmentType'>;

type Filter = keyof SearchFilters;

const filtersOf: Record<string, readonly Filter[]> = {
  DATES: ['from', 'to', 'flex', 'month', 'season'],
  NIGHTS: ['nights'],
  HIGHEST_PRICE: ['total'],
  PRICE_TIER: ['price'],
  GUESTS: ['guests'],
  BEDROOMS: ['bedrooms'],
  BOOKING: ['instant'],
  RATING: ['rating'],
  DESTINATIONS: ['destinations'],
  BRANDS: ['brands'],
} satisfies Partial<Record<SearchCondition, readonly Filter[]>>;

/** The changes of a search when a condition is left out. */
function changesWithout(way: Way, search: SearchState): Partial<SearchState> {
  const { condition, amenity, query } = way;
  const empty = filtersOf[condition]?.map((name) => [name, noFilters[name]]) ?? [];
  return {
    ...Object.fromEntries(empty),
    ...(condition === 'AMENITY' && {
      amenities: search.amenities.filter((other) => other !== amenity),
    }),
    query,
  };
}

function labelWithout({ condition, amenity, phrase }: Way, search: SearchState) {
  switch (condition) {
    case 'AMENITY':
      return `Without “${amenity}”`;
    case 'PHRASE':
      return `Without “${phrase?.words}”`;
    case 'TEXT':
      return 'Any place, resort or brand';
    case 'DESTINATIONS':
      return `Not only in ${anyOf.format(search.destinations)}`;
    case 'BRANDS':
      return `Not only ${anyOf.format(search.brands)}`;
    case 'DATES':
      return 'On any date';
    case 'NIGHTS':
      return 'For any number of nights';
    case 'HIGHEST_PRICE':
    case 'PRICE_TIER':
      return 'At any price';
    case 'GUESTS':
      return 'For any number of guests';
    case 'BEDROOMS':
      return 'With any number of bedrooms';
    case 'BOOKING':
      return 'Also weeks on request';
    case 'RATING':
      return 'With any rating';
    default:
      return 'Without this condition';
  }
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' });
