import { useId, type ReactNode } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { Variables } from 'relay-runtime';
import type { WeekResults_query$key } from '#web/__generated__/WeekResults_query.graphql.ts';
import type { weeksPageLoaderQuery } from '#web/__generated__/weeksPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { pageSize, sortOf, type SearchState } from '#web/search/address/searchState.ts';
import { listedAs } from '#web/search/address/searchUrl.ts';
import { guestsAsked } from '#web/search/address/searchVariables.ts';
import type { NotePlace } from '../address/useAskedSearch.ts';
import foundStyles from '../found/Found.module.css';
import { MoreResults } from '../found/MoreResults.tsx';
import { ReadingNotes } from '../found/ReadingNotes.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import { SaveSearch } from '../found/SaveSearch.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { NoWeeks } from '../waysOn/NoWeeks.tsx';
import { WeekRow } from '../found/WeekRow.tsx';
import { weeksPageQuery } from './weeksPageLoader.ts';

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
    ...MonthStrip_query @arguments(query: $query, filter: $filter)
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
