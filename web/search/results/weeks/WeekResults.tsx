import { useId, type ReactNode, useEffect, useRef } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { Variables } from 'relay-runtime';
import type { WeekResults_query$key } from '#web/__generated__/WeekResults_query.graphql.ts';
import type { weeksPageLoaderQuery } from '#web/__generated__/weeksPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { pageSize, sortOf, type SearchState } from '#web/search/address/searchState.ts';
import { listedAs, searchPath } from '#web/search/address/searchUrl.ts';
import { guestsAsked } from '#web/search/address/searchVariables.ts';
import type { NotePlace } from '../address/useAskedSearch.ts';
import foundStyles from '../found/Found.module.css';
import { MoreResults } from '../found/MoreResults.tsx';
import { ReadingNotes } from '../found/ReadingNotes.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import { SaveSearch } from '../found/SaveSearch.tsx';
import { NoWeeks } from '../waysOn/NoResorts.tsx';
import { WeekRow } from '../found/WeekRow.tsx';
import { weeksPageQuery } from './weeksPageLoader.ts';
import { Link } from 'react-router-dom';
import type { WeekResults_monthStrip$key } from '#web/__generated__/WeekResults_monthStrip.graphql.ts';
import { nightsBetween } from '#common/days.ts';
import { noTime } from '#web/search/address/stayTime.ts';
import styles from './MonthStrip.module.css';

interface WeekResultsProps {
  reference: PreloadedQuery<weeksPageLoaderQuery>;
  search: SearchState;
  onPlace: NotePlace;
}

export function WeekResults({ reference, search, onPlace }: WeekResultsProps) {
  const query = useOwnedPreloadedQuery<weeksPageLoaderQuery>(weeksPageQuery, reference);
  const subject = search.query === '' ? 'All weeks' : `Weeks for “${search.query}”`;
  return (
    <>
      <PageMeta
        title={`${subject} | ${query.site.title}`}
        description="Timeshare weeks you can book now: dates, size and the price of the whole stay, from verified owners."
        {...listedAs(search)}
      />
      <WeekList
        query={query}
        variables={reference.variables}
        action={<SaveSearch queryRef={query} search={search} />}
        search={search}
        onPlace={onPlace}
      />
    </>
  );
}

interface WeekListProps {
  query: WeekResults_query$key;
  variables: Variables;
  action?: ReactNode;
  search: SearchState;
  onPlace: NotePlace;
}

const firstRows = 3;

export function WeekList({ query, variables, action, search, onPlace }: WeekListProps) {
  const data = useFragment<WeekResults_query$key>(queryFragment, query);
  const { totalCount, edges: loaded } = data.weeks;
  // The store may hold more weeks than requested; the URL gives the number to show.
  const edges = loaded.slice(0, search.count);
  const guests = guestsAsked(
    search,
    data.searchPhrases.map(({ guests: said }) => said),
  );
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="visuallyHidden">
        Weeks
      </h2>
      <div className={foundStyles.found}>
        <p className="medium" role="status">
          <ResultCount total={totalCount} noun="week" where="found" />
        </p>
        <ReadingNotes query={data} isEmpty={edges.length === 0} sort={sortOf(search)} />
        {action}
      </div>
      <MonthStrip query={data} search={search} />
      {edges.length === 0 ? (
        <NoWeeks search={search} />
      ) : (
        <ul className={`stack gap-4 ${foundStyles.rows}`}>
          {edges.map(({ cursor, node }, index) => (
            <li key={cursor}>
              <WeekRow
                week={node}
                guests={guests}
                canCompare
                picture={index === 0 ? 'main' : index < firstRows ? 'soon' : 'lazy'}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreResults
        list="weeks"
        variables={variables}
        page={data.weeks.pageInfo}
        total={totalCount}
        loaded={loaded.length}
        shown={edges.length}
        onMore={() => onPlace({ count: search.count + pageSize })}
      />
    </section>
  );
}

const queryFragment = graphql`
  fragment WeekResults_query on Query
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 12 }
    after: { type: "String" }
    query: { type: "String" }
    filter: { type: "ResortFilter" }
    sort: { type: "WeekSort" }
  ) {
    searchPhrases(query: $query) {
      guests
    }
    ...ReadingNotes_query @arguments(query: $query)
    ...WeekResults_monthStrip @arguments(query: $query, filter: $filter)
    weeks(first: $first, after: $after, query: $query, filter: $filter, sort: $sort)
      @connection(key: "WeekResults_weeks", filters: ["query", "filter", "sort"]) {
      totalCount {
        ...ResultCount_total
      }
      edges {
        cursor
        node {
          ...WeekRow_week
        }
      }
      pageInfo {
        ...MoreResults_page
      }
    }
  }
`;

interface MonthStripProps {
  query: WeekResults_monthStrip$key;
  search: SearchState;
}

const shortMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function MonthStrip({ query, search }: MonthStripProps) {
  const { weekMonths, searchPhrases } = useFragment<WeekResults_monthStrip$key>(
    graphql`
      fragment WeekResults_monthStrip on Query
      @argumentDefinitions(query: { type: "String" }, filter: { type: "ResortFilter" }) {
        weekMonths(query: $query, filter: $filter) {
          month
          lowestTotal {
            formatted
          }
        }
        searchPhrases(query: $query) {
          isDate
          without
        }
      }
    `,
    query,
  );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Scrolls the strip only; scrollIntoView would scroll the page as well.
    const chosen = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
  }, [search.month]);
  if (weekMonths.length === 0) return null;

  const dated = searchPhrases.find(({ isDate }) => isDate);
  const isAnyTime = !dated && search.from + search.month + search.season === '';
  const pathOf = (month: string) =>
    searchPath({
      ...search,
      ...noTime,
      query: dated?.without ?? search.query,
      month,
      nights: search.from === '' ? search.nights : `${nightsBetween(search.from, search.to)}`,
      count: pageSize,
    });
  return (
    <nav aria-label="Months">
      <ul ref={list} className={styles.months}>
        <li>
          <Link to={pathOf('')} preventScrollReset aria-current={isAnyTime || undefined}>
            <strong className="text-15 semibold">Any time</strong>
          </Link>
        </li>
        {weekMonths.map(({ month, lowestTotal }) => (
          <li key={month}>
            <Link
              to={pathOf(month)}
              preventScrollReset
              aria-current={month === search.month || undefined}
            >
              <strong className="text-15 semibold">
                {shortMonth.format(new Date(`${month}-01`))}
              </strong>
              <span className="soft">from {lowestTotal.formatted}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
