import Button from '@mui/material/Button';
import { useId, useRef, type ReactNode } from 'react';
import { graphql, usePaginationFragment, type PreloadedQuery } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { SearchResults_query$key } from '../../__generated__/SearchResults_query.graphql.ts';
import type { searchPageLoaderQuery } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import type { SearchResultsPaginationQuery } from '../../__generated__/SearchResultsPaginationQuery.graphql.ts';
import { formatCount } from '../../components/numbers.ts';
import { PageMeta } from '../../components/PageMeta.tsx';
import { ResortCard } from '../../components/ResortCard.tsx';
import { ResortGrid } from '../../components/ResortGrid.tsx';
import { showToast } from '../../components/toastStore.ts';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import { NoResorts } from './NoResorts.tsx';
import { ResultCount } from './ResultCount.tsx';
import { SaveThisSearch } from './SaveThisSearch.tsx';
import styles from './SearchPage.module.css';
import { searchPageQuery } from './searchPageLoader.ts';
import { isNarrowed, pageSize, searchPath, type SearchState } from './searchUrl.ts';

/** At most, on wide screens. */
const firstRow = 4;

interface SearchResultsProps {
  reference: PreloadedQuery<searchPageLoaderQuery>;
  search: SearchState;
}

export function SearchResults({ reference, search }: SearchResultsProps) {
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
        search={search}
        action={<SaveThisSearch query={query} search={search} />}
      />
    </>
  );
}

interface ResortResultsProps {
  query: SearchResults_query$key;
  search: SearchState;
  /** Beside the count. */
  action?: ReactNode;
}

export function ResortResults({ query, search, action }: ResortResultsProps) {
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    SearchResultsPaginationQuery,
    SearchResults_query$key
  >(
    graphql`
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
    `,
    query,
  );
  const { totalCount, readAs } = data.resorts;
  // The store may hold more than this visit has asked for; the address says how many are shown.
  const loaded = data.resorts.edges;
  const edges = loaded.slice(0, search.count);
  const hasMore = hasNext || loaded.length > edges.length;
  const navigate = useNavigate();
  const headingId = useId();
  const shown = useRef<HTMLParagraphElement>(null);
  const showMore = () => {
    void navigate(searchPath({ ...search, count: search.count + pageSize }), {
      replace: true,
      preventScrollReset: true,
    });
    // With the last page the button goes, and the focus must not go with it.
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
      <div className={styles.summary}>
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
