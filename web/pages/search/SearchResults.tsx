import Button from '@mui/material/Button';
import { useId, useRef } from 'react';
import { graphql, usePaginationFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { SearchResults_query$key } from '../../__generated__/SearchResults_query.graphql.ts';
import type { searchPageLoaderQuery } from '../../__generated__/searchPageLoaderQuery.graphql.ts';
import type { SearchResultsPaginationQuery } from '../../__generated__/SearchResultsPaginationQuery.graphql.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { formatCount } from '../../components/numbers.ts';
import { PageMeta } from '../../components/PageMeta.tsx';
import { ResortCard } from '../../components/ResortCard.tsx';
import { ResortGrid } from '../../components/ResortGrid.tsx';
import { showToast } from '../../components/toastStore.ts';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import styles from './SearchPage.module.css';
import { searchPageQuery } from './searchPageLoader.ts';
import { searchPath, type SearchState } from './searchUrl.ts';

const pageSize = 12;
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
        canonicalPath={searchPath({ query: search.query })}
      />
      <ResortResults query={query} search={search} />
    </>
  );
}

interface ResortResultsProps {
  query: SearchResults_query$key;
  search: Pick<SearchState, 'query' | 'price'>;
}

export function ResortResults({ query, search }: ResortResultsProps) {
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
        priceTier: { type: "PriceTier" }
        sort: { type: "ResortSort!" }
      ) {
        resorts(
          first: $first
          after: $after
          query: $query
          filter: { priceTier: $priceTier }
          sort: $sort
        ) @connection(key: "SearchResults_resorts", filters: ["query", "filter", "sort"]) {
          totalCount {
            value
            isCapped
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
  const { edges, totalCount, readAs } = data.resorts;
  const headingId = useId();
  const shown = useRef<HTMLParagraphElement>(null);
  const loadMore = () =>
    loadNext(pageSize, {
      onComplete: (error) => {
        if (error === null) {
          // With the last page the button goes, and the focus must not go with it.
          requestAnimationFrame(() => {
            if (document.activeElement === document.body) shown.current?.focus();
          });
          return;
        }
        showToast({
          title: 'Could not load more results',
          description: 'Please try again',
          variant: 'destructive',
        });
      },
    });

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="visuallyHidden">
        Resorts
      </h2>
      <p className={styles.count} role="status">
        {formatCount(totalCount.value)}
        {totalCount.isCapped ? '+' : ''}{' '}
        {totalCount.value === 1 && !totalCount.isCapped ? 'result' : 'results'} found
        {readAs && <span className={styles.readAs}> · Showing results for “{readAs}”</span>}
      </p>
      {edges.length === 0 ? (
        <NoResorts isSearch={search.query !== '' || search.price !== 'all'} />
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
      {(hasNext || edges.length > pageSize) && (
        <div className={styles.more}>
          <p ref={shown} className={styles.shown} role="status" tabIndex={-1}>
            Showing {formatCount(edges.length)} of {formatCount(totalCount.value)}
            {totalCount.isCapped ? '+' : ''}
          </p>
          {hasNext && (
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

interface NoResortsProps {
  isSearch: boolean;
}

function NoResorts({ isSearch }: NoResortsProps) {
  return (
    <EmptyState
      title="No resorts found"
      action={
        <ButtonLink to="/search" variant="contained">
          Clear Search
        </ButtonLink>
      }
    >
      <p>
        {isSearch
          ? "We couldn't find any resorts matching the query. Try adjusting your search terms"
          : 'No resorts are available at the moment'}
      </p>
    </EmptyState>
  );
}
