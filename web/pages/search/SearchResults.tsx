import Button from '@mui/material/Button';
import { useId, useRef, type ReactNode } from 'react';
import { graphql, usePaginationFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { SearchResults_query$key } from '../../__generated__/SearchResults_query.graphql.ts';
import type { searchPageLoaderQuery } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import type { SearchResultsPaginationQuery } from '../../__generated__/SearchResultsPaginationQuery.graphql.ts';
import { formatCount } from '../../ui/words/numbers.ts';
import { PageMeta } from '../../shell/PageMeta.tsx';
import { ResortCard } from '../../resorts/ResortCard.tsx';
import { ResortGrid } from '../../resorts/ResortGrid.tsx';
import { showToast } from '../../ui/feedback/toastStore.ts';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { NoResorts } from './NoResorts.tsx';
import { ResultCount } from './ResultCount.tsx';
import { SaveSearch } from './SaveSearch.tsx';
import styles from './SearchPage.module.css';
import { searchPageQuery } from './searchPageLoader.ts';
import { isNarrowed, pageSize, searchPath, type SearchState } from './searchUrl.ts';
import type { NotePlace } from './useAskedSearch.ts';

/** The most cards in the first row, on wide screens. */
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
        canonicalPath={searchPath({ query: search.query, destinations: search.destinations })}
      />
      <ResortResults
        query={query}
        action={<SaveSearch queryRef={query} search={search} />}
        search={search}
        onPlace={onPlace}
      />
    </>
  );
}

interface ResortResultsProps {
  query: SearchResults_query$key;
  /** Beside the number of results. */
  action?: ReactNode;
  search: SearchState;
  onPlace: NotePlace;
}

export function ResortResults({ query, action, search, onPlace }: ResortResultsProps) {
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    SearchResultsPaginationQuery,
    SearchResults_query$key
  >(queryFragment, query);
  const { totalCount, readAs } = data.resorts;
  // The store may hold more results than requested; the URL says how many are shown.
  const loaded = data.resorts.edges;
  const edges = loaded.slice(0, search.count);
  const hasMore = hasNext || loaded.length > edges.length;
  const headingId = useId();
  const shown = useRef<HTMLParagraphElement>(null);
  const showMore = () => {
    onPlace({ count: search.count + pageSize });
    // The focused button is gone after the last page.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) shown.current?.focus();
    });
  };
  const loadMore = () => {
    const missing = edges.length + pageSize - loaded.length;
    if (missing <= 0 || !hasNext) {
      showMore();
      return;
    }
    loadNext(missing, {
      onComplete: (error) => {
        if (error === null) {
          showMore();
          return;
        }
        showToast({
          title: 'Could not load more results',
          description: 'Please try again',
          variant: 'destructive',
        });
      },
    });
  };

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="visuallyHidden">
        Resorts
      </h2>
      <div className={styles.found}>
        <p className={styles.count} role="status">
          <ResultCount total={totalCount} /> found
          {readAs && <span className={styles.readAs}> · Showing results for “{readAs}”</span>}
        </p>
        {action}
      </div>
      {edges.length === 0 ? (
        <NoResorts isSearch={isNarrowed(search)} />
      ) : (
        <ResortGrid>
          {edges.map(({ node }, index) => (
            <ResortCard
              key={node.id}
              resort={node}
              showNewBadge
              picture={index === 0 ? 'main' : index < firstRow ? 'soon' : 'lazy'}
            />
          ))}
        </ResortGrid>
      )}
      {(hasMore || edges.length > pageSize) && (
        <div className={styles.more}>
          <p ref={shown} className={styles.shown} role="status" tabIndex={-1}>
            Showing {formatCount(edges.length)} of {formatCount(totalCount.value)}
            {totalCount.isCapped ? '+' : ''}
          </p>
          {hasMore && (
            <Button
              variant="outlined"
              color="inherit"
              size="large"
              aria-busy={isLoadingNext}
              onClick={isLoadingNext ? undefined : loadMore}
            >
              {isLoadingNext ? 'Loading…' : 'Load More Results'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const queryFragment = graphql`
  fragment SearchResults_query on Query
  @refetchable(queryName: "SearchResultsPaginationQuery")
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 12 }
    after: { type: "String" }
    query: { type: "String" }
    filter: { type: "ResortFilter" }
    sort: { type: "ResortSort!" }
  ) {
    resorts(first: $first, after: $after, query: $query, filter: $filter, sort: $sort)
      @connection(key: "SearchResults_resorts", filters: ["query", "filter", "sort"]) {
      totalCount {
        value
        isCapped
        ...ResultCount_total
      }
      readAs
      edges {
        node {
          id
          ...ResortCard_resort
        }
      }
    }
  }
`;
