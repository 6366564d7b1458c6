import { useId, type ReactNode } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { Variables } from 'relay-runtime';
import type { SearchResults_query$key } from '#web/__generated__/SearchResults_query.graphql.ts';
import type { searchPageLoaderQuery } from '#web/__generated__/searchPageLoaderQuery.graphql.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { CardWeek } from '#web/resorts/CardWeek.tsx';
import { ResortCard } from '#web/resorts/ResortCard.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { MoreResults } from './found/MoreResults.tsx';
import { NoResorts } from './waysOn/NoResorts.tsx';
import { ReadingNotes } from './found/ReadingNotes.tsx';
import { ResultCount } from './found/ResultCount.tsx';
import { SaveSearch } from './found/SaveSearch.tsx';
import styles from './found/Found.module.css';
import { searchPageQuery } from './searchPageLoader.ts';
import { pageSize, sortOf, type SearchState } from '../address/searchState.ts';
import { listedAs } from '../address/searchUrl.ts';
import { guestsAsked } from '../address/searchVariables.ts';
import type { NotePlace } from './address/useAskedSearch.ts';

const firstRow = 4;

interface SearchResultsProps {
  reference: PreloadedQuery<searchPageLoaderQuery>;
  search: SearchState;
  onPlace: NotePlace;
}

export function SearchResults({ reference, search, onPlace }: SearchResultsProps) {
  const query = useOwnedPreloadedQuery<searchPageLoaderQuery>(searchPageQuery, reference);
  const subject = search.query === '' ? 'All Resorts' : `Resorts for “${search.query}”`;
  return (
    <>
      <PageMeta
        title={`${subject} | ${query.site.title}`}
        description="Search timeshare resorts by location, name or brand; compare ratings, prices and available rentals."
        {...listedAs(search)}
      />
      <ResortResults
        query={query}
        variables={reference.variables}
        action={<SaveSearch queryRef={query} search={search} />}
        search={search}
        onPlace={onPlace}
      />
    </>
  );
}

interface ResortResultsProps {
  query: SearchResults_query$key;
  variables: Variables;
  action?: ReactNode;
  search: SearchState;
  onPlace: NotePlace;
}

export function ResortResults({ query, variables, action, search, onPlace }: ResortResultsProps) {
  const data = useFragment<SearchResults_query$key>(queryFragment, query);
  const { totalCount } = data.resorts;
  // The store may hold more results than requested; the URL gives the number to show.
  const loaded = data.resorts.edges;
  const edges = loaded.slice(0, search.count);
  const guests = guestsAsked(
    search,
    data.searchPhrases.map(({ guests: said }) => said),
  );
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="visuallyHidden">
        Resorts
      </h2>
      <div className={styles.found}>
        <p className="medium" role="status">
          <ResultCount total={totalCount} where="found" />
        </p>
        <ReadingNotes query={data} isEmpty={edges.length === 0} sort={sortOf(search)} />
        {action}
      </div>
      {edges.length === 0 ? (
        <NoResorts search={search} />
      ) : (
        <ResortGrid>
          {edges.map((edge, index) => (
            <ResortCard
              key={edge.node.id}
              resort={edge.node}
              week={edge.week && <CardWeek edge={edge} guests={guests} />}
              showNewBadge
              picture={index === 0 ? 'main' : index < firstRow ? 'soon' : 'lazy'}
            />
          ))}
        </ResortGrid>
      )}
      <MoreResults
        list="resorts"
        variables={variables}
        page={data.resorts.pageInfo}
        total={totalCount}
        loaded={loaded.length}
        shown={edges.length}
        onMore={() => onPlace({ count: search.count + pageSize })}
      />
    </section>
  );
}

const queryFragment = graphql`
  fragment SearchResults_query on Query
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 12 }
    after: { type: "String" }
    query: { type: "String" }
    filter: { type: "ResortFilter" }
    sort: { type: "ResortSort" }
  ) {
    searchPhrases(query: $query) {
      guests
    }
    ...ReadingNotes_query @arguments(query: $query)
    resorts(first: $first, after: $after, query: $query, filter: $filter, sort: $sort)
      @connection(key: "SearchResults_resorts", filters: ["query", "filter", "sort"]) {
      totalCount {
        ...ResultCount_total
      }
      edges {
        ...CardWeek_edge
        week {
          __typename
        }
        node {
          id
          ...ResortCard_resort
        }
      }
      pageInfo {
        ...MoreResults_page
      }
    }
  }
`;
