// mapMarkers.ts reads where a resort is.
/* eslint-disable relay/unused-fields */
import { Button } from '#web/ui/basics/Button.tsx';
import { useId, type ReactNode } from 'react';
import { graphql, usePaginationFragment } from 'react-relay/hooks';
import type { MapList_query$key } from '#web/__generated__/MapList_query.graphql.ts';
import type { MapListPaginationQuery } from '#web/__generated__/MapListPaginationQuery.graphql.ts';
import { CardWeek } from '#web/resorts/CardWeek.tsx';
import { ResortCard } from '#web/resorts/ResortCard.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { ResultCount } from '../found/ResultCount.tsx';
import { pageSize, type SearchState } from '#web/search/address/searchState.ts';
import type { MarkedResort } from './mapMarkers.ts';
import styles from './MapResults.module.css';

type MapListData = ReturnType<typeof useMapList>;

export const useMapList = (query: MapList_query$key) =>
  usePaginationFragment<MapListPaginationQuery, MapList_query$key>(listFragment, query);

interface MapListProps {
  found: MapListData;
  action: ReactNode;
  search: SearchState;
  guests: number | null;
  marked: MarkedResort | null;
  onMark: (resort: MarkedResort | null) => void;
  onShowAll: () => void;
}

export function MapList(props: MapListProps) {
  const { found, action, search, guests, marked, onMark, onShowAll } = props;
  const { data, hasNext, isLoadingNext, loadNext } = found;
  const { totalCount, edges } = data.resorts;
  const headingId = useId();
  const loadMore = () =>
    loadNext(pageSize, {
      onComplete: (error) => {
        if (!error) return;
        showFailure('Could not load more results', undefined);
      },
    });
  return (
    <section className={styles.list} aria-labelledby={headingId}>
      <h2 id={headingId} className="visuallyHidden">
        On this map
      </h2>
      <div className={styles.found}>
        <p className="medium" role="status">
          <ResultCount total={totalCount} where={search.area ? 'in this area' : 'found'} />
        </p>
        {action}
      </div>
      {edges.length === 0 && (
        <p className={styles.nothing}>
          No resorts here. Move the map, or{' '}
          <button className="target teal semibold" type="button" onClick={onShowAll}>
            show all results
          </button>
          .
        </p>
      )}
      <ul className={`stack gap-4 ${styles.cards}`}>
        {edges.map(({ node, week, ...edge }, index) => {
          const point = () => onMark(node);
          const leave = () => onMark(null);
          return (
            <li
              key={node.id}
              className={`shrink rounded ${marked?.databaseId === node.databaseId ? styles.marked : ''}`}
              onPointerEnter={point}
              onPointerLeave={leave}
              onFocus={point}
              onBlur={leave}
            >
              <ResortCard
                resort={node}
                week={week && <CardWeek edge={edge} guests={guests} />}
                showNewBadge
                picture={index === 0 ? 'main' : index < 2 ? 'soon' : 'lazy'}
              />
            </li>
          );
        })}
      </ul>
      {hasNext && (
        <Button
          className={styles.more}
          variant="quiet"
          size="large"
          aria-busy={isLoadingNext}
          onClick={isLoadingNext ? undefined : loadMore}
        >
          {isLoadingNext ? 'Loading…' : 'Load More Results'}
        </Button>
      )}
    </section>
  );
}

const listFragment = graphql`
  fragment MapList_query on Query
  @refetchable(queryName: "MapListPaginationQuery")
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 12 }
    after: { type: "String" }
    query: { type: "String" }
    filter: { type: "ResortFilter" }
    bounds: { type: "MapBoundsInput" }
    sort: { type: "ResortSort" }
  ) {
    resorts(
      first: $first
      after: $after
      query: $query
      filter: $filter
      bounds: $bounds
      sort: $sort
    ) @connection(key: "MapList_resorts", filters: ["query", "filter", "bounds", "sort"]) {
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
          databaseId
          latitude
          longitude
          ...ResortCard_resort
        }
      }
    }
  }
`;
