import type { ReactNode } from 'react';
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { WaysOn_resorts$key } from '#web/__generated__/WaysOn_resorts.graphql.ts';
import type { WaysOn_weeks$key } from '#web/__generated__/WaysOn_weeks.graphql.ts';
import type { SearchCondition, WaysOnQuery } from '#web/__generated__/WaysOnQuery.graphql.ts';
import { pictureSizes } from '#web/resorts/pictureSizes.ts';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { plural } from '#common/numbers.ts';
import {
  type SearchState,
  noFilters,
  pageSize,
  type SearchFilters,
} from '#web/search/address/searchState.ts';
import { guestsAsked, searchConditions } from '#web/search/address/searchVariables.ts';
import { WeekRow } from '../found/WeekRow.tsx';
import styles from './WaysOn.module.css';
import { emptied, watchedWords } from '#web/search/address/chosenFilters.ts';
import { searchPath } from '#web/search/address/searchUrl.ts';
import { TotalNumber } from '../found/ResultCount.tsx';

interface WaysOnProps {
  search: SearchState;
}

export default function WaysOn({ search }: WaysOnProps): ReactNode {
  return (
    <SectionBoundary message="Similar results could not be loaded" attempt={search}>
      <LoadedWaysOn search={search} />
    </SectionBoundary>
  );
}

function LoadedWaysOn({ search }: WaysOnProps) {
  const { searchWaysOn, searchPhrases } = useLazyLoadQuery<WaysOnQuery>(
    waysOnQuery,
    searchConditions(search),
  );
  const { conditions, weeks, resorts } = searchWaysOn;
  const guests = guestsAsked(
    search,
    searchPhrases.map(({ guests: said }) => said),
  );
  return (
    <div className={`stack gap-6 margin-top-5 ${styles.ways}`}>
      {conditions.length > 0 && (
        <section aria-labelledby="leave-out">
          <h2 id="leave-out">Leave one condition out</h2>
          <ul className={`cluster gap-2 padding-0 ${styles.conditions}`}>
            {conditions.map((way, index) => (
              <li key={index}>
                <WayWithout way={way} search={search} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {weeks.length > 0 && <NearWeeks weeks={weeks} guests={guests} />}
      {resorts.length > 0 && <NearResorts resorts={resorts} />}
      <p className="padding-4-5 tile breaks">
        Or wait for it: Save This Search and we&apos;ll write when a week is listed for{' '}
        <strong>{watchedWords(search)}</strong>.
      </p>
    </div>
  );
}

function NearWeeks({ weeks, guests }: { weeks: WaysOn_weeks$key; guests: number | null }) {
  const near = useFragment<WaysOn_weeks$key>(
    graphql`
      fragment WaysOn_weeks on NearWeek @relay(plural: true) {
        differences
        week {
          checkIn
          listing {
            id
            maxGuests
          }
          ...WeekRow_week
        }
      }
    `,
    weeks,
  );
  return (
    <section aria-labelledby="close-weeks">
      <h2 id="close-weeks">Weeks that come close</h2>
      <ul className={`stack gap-5 padding-0 ${styles.weeks}`}>
        {near.map(({ week, differences }) => (
          <li key={`${week.listing.id} ${week.checkIn}`}>
            <p className="teal semibold margin-bottom-2">{sentence(differences)}</p>
            <WeekRow
              week={week}
              // A booking for more people than the unit sleeps would be refused.
              guests={guests !== null && guests <= week.listing.maxGuests ? guests : null}
              picture="lazy"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NearResorts({ resorts }: { resorts: WaysOn_resorts$key }) {
  const near = useFragment<WaysOn_resorts$key>(
    graphql`
      fragment WaysOn_resorts on NearResort @relay(plural: true) {
        differences
        resort {
          id
          databaseId
          name
          location
          imageUrl
          availableRentals
        }
      }
    `,
    resorts,
  );
  return (
    <section aria-labelledby="close-resorts">
      <h2 id="close-resorts">Resorts to look at</h2>
      <ul className={`stack gap-3 padding-0 breaks ${styles.resorts}`}>
        {near.map(({ resort, differences }) => (
          <li key={resort.id}>
            <Link to={`/resort/${resort.databaseId}`}>
              <img
                {...pictureSizes(resort.imageUrl, '96px')}
                alt=""
                width="96"
                height="72"
                loading="lazy"
                decoding="async"
              />
              <span className="stack gap-2px">
                <strong>{resort.name}</strong>
                <span className="teal text-15 semibold">
                  {differences.length > 0 ? sentence(differences) : resort.location}
                </span>
                <span className="soft text-14 regular">
                  {plural(resort.availableRentals, 'timeshare rental')} available
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const list = new Intl.ListFormat('en-US', { type: 'unit' });

function sentence(differences: readonly string[]): string {
  const text = list.format(differences);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const waysOnQuery = graphql`
  query WaysOnQuery($query: String, $filter: ResortFilter) {
    searchPhrases(query: $query) {
      guests
    }
    searchWaysOn(query: $query, filter: $filter) {
      conditions {
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
      weeks {
        ...WaysOn_weeks
      }
      resorts {
        ...WaysOn_resorts
      }
    }
  }
`;

type Way = WaysOnQuery['response']['searchWaysOn']['conditions'][number];

function WayWithout({ way, search }: { way: Way; search: SearchState }) {
  const { label, changes } = wayWithout(way, search);
  const { query } = way;
  return (
    <Link to={searchPath({ ...search, count: pageSize, area: null, ...changes, query })}>
      {label}:{' '}
      <span className="soft text-16 regular">
        <TotalNumber total={way.count} />
        <span className="visuallyHidden"> resorts</span>
      </span>
    </Link>
  );
}

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
