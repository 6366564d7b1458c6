import {
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import {
  fetchQuery,
  graphql,
  useRefetchableFragment,
  useRelayEnvironment,
  type PreloadedQuery,
} from 'react-relay/hooks';
import type { MapResults_query$key } from '#web/__generated__/MapResults_query.graphql.ts';
import mapRefetchQuery, {
  type MapResultsRefetchQuery,
} from '#web/__generated__/MapResultsRefetchQuery.graphql.ts';
import type { MapList_query$key } from '#web/__generated__/MapList_query.graphql.ts';
import mapListPaginationQuery, {
  type MapListPaginationQuery,
} from '#web/__generated__/MapListPaginationQuery.graphql.ts';
import type { searchMapPageLoaderListQuery } from '#web/__generated__/searchMapPageLoaderListQuery.graphql.ts';
import type { searchMapPageLoaderQuery } from '#web/__generated__/searchMapPageLoaderQuery.graphql.ts';
import type { Bounds } from '#web/map/mapGeometry.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import styles from './MapResults.module.css';
import { MapList, useMapList } from './MapList.tsx';
import type { MarkedResort } from './mapMarkers.ts';
import { NoResorts } from '../waysOn/NoResorts.tsx';
import { ReadingNotes } from '../found/ReadingNotes.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import { SaveSearch } from '../found/SaveSearch.tsx';
import { mapListQuery, searchMapPageQuery } from './searchMapPageLoader.ts';
import { sortOf, type SearchState } from '#web/search/address/searchState.ts';
import { listedAs } from '#web/search/address/searchUrl.ts';
import { guestsAsked, searchVariables } from '#web/search/address/searchVariables.ts';
import type { NotePlace } from '../address/useAskedSearch.ts';

const MapView = lazy(() => import('./MapView.tsx'));

interface MapResultsProps {
  reference: PreloadedQuery<searchMapPageLoaderQuery>;
  list: PreloadedQuery<searchMapPageLoaderListQuery>;
  search: SearchState;
  onPlace: NotePlace;
}

export function MapResults({ reference, list, search, onPlace }: MapResultsProps) {
  const query = useOwnedPreloadedQuery<searchMapPageLoaderQuery>(searchMapPageQuery, reference);
  const listed = useOwnedPreloadedQuery<searchMapPageLoaderListQuery>(mapListQuery, list);
  const subject = search.query === '' ? 'Map of all resorts' : `Map of “${search.query}”`;
  return (
    <>
      <PageMeta
        title={`${subject} | ${query.site.title}`}
        description="Timeshare resorts on a map: see where they are, what they cost a night and how they are rated."
        {...listedAs(search)}
      />
      <ResortMap
        query={query}
        list={listed}
        action={<SaveSearch queryRef={query} search={search} />}
        search={search}
        onPlace={onPlace}
      />
    </>
  );
}

interface ResortMapProps {
  query: MapResults_query$key;
  list: MapList_query$key;
  action?: ReactNode;
  search: SearchState;
  onPlace: NotePlace;
}

function ResortMap({ query, list, action, search, onPlace }: ResortMapProps) {
  const [data, refetch] = useRefetchableFragment<MapResultsRefetchQuery, MapResults_query$key>(
    queryFragment,
    query,
  );
  const isHydrated = useHydrated();
  const [marked, mark] = useState<MarkedResort | null>(null);
  const found = useMapList(list);
  const [round, startRound] = useState(0);
  const [loading, load] = useMapPart(search, (bounds) => {
    refetch({ bounds });
    found.refetch({ bounds });
    // Without bounds, resets the map to all results.
    if (!bounds) startRound((before) => before + 1);
  });
  const { clusters, totalCount } = data.resortMap;
  const guests = guestsAsked(
    search,
    data.searchPhrases.map(({ guests: said }) => said),
  );
  const rest = (bounds: Bounds) => {
    // The map is about to be reset elsewhere.
    if (loading && !loading.bounds) return;
    const area = roundedBounds(bounds);
    if (search.area && isSame(search.area, area)) return;
    onPlace({ area });
    load(area);
  };
  const notes = (
    <ReadingNotes query={data} isEmpty={totalCount.value === 0} sort={sortOf(search)} />
  );
  const placeholder = <Skeleton height="100%" radius="var(--radius-panel)" />;
  if (totalCount.value === 0) {
    return (
      <div>
        <div className={styles.found}>
          <p className="medium" role="status">
            <ResultCount total={totalCount} where="found" />
          </p>
          {notes}
          {action}
        </div>
        <NoResorts search={search} />
      </div>
    );
  }
  return (
    <>
      {notes}
      <div className={`stack gap-5 at-top ${styles.split}`}>
        <MapList
          found={found}
          action={action}
          search={search}
          guests={guests}
          marked={marked}
          onMark={mark}
          onShowAll={() => {
            onPlace({ area: null });
            load(null);
          }}
        />
        <div className={styles.side} aria-busy={loading !== null}>
          {isHydrated ? (
            <Suspense fallback={placeholder}>
              <MapView
                key={round}
                clusters={clusters}
                site={data.site}
                area={search.area}
                guests={guests}
                marked={marked}
                onMark={mark}
                onRest={rest}
              />
            </Suspense>
          ) : (
            placeholder
          )}
        </div>
      </div>
    </>
  );
}

const queryFragment = graphql`
  fragment MapResults_query on Query
  @refetchable(queryName: "MapResultsRefetchQuery")
  @argumentDefinitions(
    query: { type: "String" }
    filter: { type: "ResortFilter" }
    bounds: { type: "MapBoundsInput" }
  ) {
    site {
      ...MapView_site
    }
    searchPhrases(query: $query) {
      guests
    }
    ...ReadingNotes_query @arguments(query: $query)
    resortMap(query: $query, filter: $filter, bounds: $bounds) {
      totalCount {
        value
        ...ResultCount_total
      }
      clusters {
        ...MapView_clusters
      }
    }
  }
`;

const roundedBounds = ({ south, west, north, east }: Bounds): Bounds => ({
  south: rounded(south),
  west: rounded(west),
  north: rounded(north),
  east: rounded(east),
});

const rounded = (degrees: number): number => Number(degrees.toFixed(4));

const isSame = (one: Bounds, other: Bounds): boolean =>
  (['south', 'west', 'north', 'east'] as const).every(
    (side) =>
      Math.abs(one[side] - other[side]) <= 0.0002 + 0.004 * Math.abs(other.east - other.west),
  );

interface MapPart {
  bounds: Bounds | null;
}

type ShowPart = (bounds: MapPart['bounds']) => void;

/** Loads a part of a search's map, then shows it; on failure the map stays. */
function useMapPart(search: SearchState, show: ShowPart): [loading: MapPart | null, ShowPart] {
  const environment = useRelayEnvironment();
  const [loading, setLoading] = useState<MapPart | null>(null);
  const latest = useRef<MapPart>(undefined);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  const load: ShowPart = (bounds) => {
    const { query, filter, sort } = searchVariables(search);
    const turn = { bounds };
    latest.current = turn;
    setLoading(turn);
    const isLatest = () => latest.current === turn;
    Promise.all([
      fetchQuery<MapResultsRefetchQuery>(environment, mapRefetchQuery, {
        query,
        filter,
        bounds,
      }).toPromise(),
      fetchQuery<MapListPaginationQuery>(environment, mapListPaginationQuery, {
        query,
        filter,
        sort,
        bounds,
      }).toPromise(),
    ]).then(
      () => {
        if (!isLatest()) return;
        startTransition(() => {
          show(bounds);
          setLoading(null);
        });
      },
      () => {
        if (!isLatest()) return;
        setLoading(null);
        showFailure('Could not load this part of the map', undefined);
      },
    );
  };
  return [loading, load];
}
