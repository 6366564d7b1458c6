import { lazy, startTransition, Suspense, useEffect, useId, useRef, type ReactNode } from 'react';
import {
  fetchQuery,
  graphql,
  useRefetchableFragment,
  useRelayEnvironment,
  type PreloadedQuery,
} from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { Subscription } from 'relay-runtime';
import type {
  MapResults_query$data,
  MapResults_query$key,
} from '../../../__generated__/MapResults_query.graphql.ts';
import mapRefetchQuery, {
  type MapResultsRefetchQuery,
} from '../../../__generated__/MapResultsRefetchQuery.graphql.ts';
import type { searchMapPageLoaderQuery } from '../../../__generated__/searchMapPageLoaderQuery.graphql.ts';
import { formatCount } from '../../../ui/words/numbers.ts';
import { PageMeta } from '../../../shell/PageMeta.tsx';
import { Skeleton } from '../../../ui/basics/Skeleton.tsx';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { useHydrated } from '../../../ui/basics/useHydrated.ts';
import { useOwnedPreloadedQuery } from '../../../relay/useOwnedPreloadedQuery.ts';
import type { Bounds } from './mapGeometry.ts';
import styles from './Map.module.css';
import { NoResorts } from '../waysOn/NoResorts.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import { SaveSearch } from '../found/SaveSearch.tsx';
import pageStyles from '../found/Found.module.css';
import { searchMapPageQuery } from './searchMapPageLoader.ts';
import type { MapPlace, SearchState } from '../address/searchState.ts';
import { searchPath } from '../address/searchUrl.ts';
import { searchVariables } from '../address/searchVariables.ts';
import type { NotePlace } from '../address/useAskedSearch.ts';

const MapView = lazy(() => import('./MapView.tsx'));

interface MapResultsProps {
  reference: PreloadedQuery<searchMapPageLoaderQuery>;
  search: SearchState;
  onPlace: NotePlace;
}

export function MapResults({ reference, search, onPlace }: MapResultsProps) {
  const query = useOwnedPreloadedQuery<searchMapPageLoaderQuery>(searchMapPageQuery, reference);
  const subject = search.query === '' ? 'Map of all resorts' : `Map of “${search.query}”`;
  return (
    <>
      <PageMeta
        title={`${subject} | ${query.site.title}`}
        description="Timeshare resorts on a map: see where they are, what they cost a night and how they are rated."
        canonicalPath={searchPath({ query: search.query, view: 'map' })}
      />
      <ResortMap
        query={query}
        action={<SaveSearch queryRef={query} search={search} />}
        search={search}
        onPlace={onPlace}
      />
    </>
  );
}

interface ResortMapProps {
  query: MapResults_query$key;
  /** Beside the number of results. */
  action?: ReactNode;
  search: SearchState;
  onPlace: NotePlace;
}

function ResortMap({ query, action, search, onPlace }: ResortMapProps) {
  const [{ resortMap }, refetch] = useRefetchableFragment<
    MapResultsRefetchQuery,
    MapResults_query$key
  >(
    graphql`
      fragment MapResults_query on Query
      @refetchable(queryName: "MapResultsRefetchQuery")
      @argumentDefinitions(
        query: { type: "String" }
        filter: { type: "ResortFilter" }
        bounds: { type: "MapBoundsInput" }
        zoom: { type: "Int" }
      ) {
        resortMap(query: $query, filter: $filter, bounds: $bounds, zoom: $zoom) {
          totalCount {
            value
            ...ResultCount_total
          }
          isPart
          clusters {
            count
            latitude
            longitude
            place
            resort {
              databaseId
              name
              location
              priceMin {
                formatted
              }
            }
            ...MapView_clusters
          }
        }
      }
    `,
    query,
  );
  const isHydrated = useHydrated();
  const { clusters, totalCount, isPart } = resortMap;
  const load = useMapPart(search, (part) => void refetch(part));
  const rest = (view: MapPlace, bounds: Bounds) => {
    onPlace({ at: roundedPlace(view) });
    load({ bounds, zoom: Math.round(view.zoom) });
  };
  const count = (
    <div className={pageStyles.found}>
      <p className={pageStyles.count} role="status">
        <ResultCount total={totalCount} /> found
      </p>
      {action}
    </div>
  );
  if (totalCount.value === 0) {
    return (
      <div>
        {count}
        <NoResorts search={search} />
      </div>
    );
  }

  const placeholder = <Skeleton height="var(--map-height)" radius="var(--radius-panel)" />;
  return (
    <div>
      {count}
      {isHydrated ? (
        <Suspense fallback={placeholder}>
          <MapView clusters={clusters} at={search.at} onRest={rest} />
        </Suspense>
      ) : (
        placeholder
      )}
      <ClusterList clusters={clusters} isPart={isPart} search={search} />
    </div>
  );
}

const roundedPlace = ({ latitude, longitude, zoom }: MapPlace): MapPlace => ({
  latitude: Number(latitude.toFixed(4)),
  longitude: Number(longitude.toFixed(4)),
  zoom: Number(zoom.toFixed(2)),
});

interface MapPart {
  bounds: Bounds;
  zoom: number;
}

/** Loads a part of the map of a search, then shows it; on failure the map stays as it is. */
function useMapPart(search: SearchState, show: (part: MapPart) => void): (part: MapPart) => void {
  const environment = useRelayEnvironment();
  const loading = useRef<Subscription>(undefined);
  useEffect(() => () => loading.current?.unsubscribe(), []);
  return (part) => {
    const { query, filter } = searchVariables(search);
    loading.current?.unsubscribe();
    loading.current = fetchQuery<MapResultsRefetchQuery>(environment, mapRefetchQuery, {
      query,
      filter,
      ...part,
    }).subscribe({
      complete: () => startTransition(() => show(part)),
      error: () =>
        showToast({
          title: 'Could not load this part of the map',
          description: 'Please try again',
          variant: 'destructive',
        }),
    });
  };
}

interface ClusterListProps {
  clusters: MapResults_query$data['resortMap']['clusters'];
  /** Whether there are more than the clusters hold. */
  isPart: boolean;
  search: SearchState;
}

/** What the map shows, as links. */
function ClusterList({ clusters, isPart, search }: ClusterListProps) {
  const listId = useId();
  const seen = clusters.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby={listId} className={styles.listed}>
      <h2 id={listId}>On this map</h2>
      <p role="status">
        {formatCount(seen)}
        {isPart && '+'} {seen === 1 ? 'resort' : 'resorts'} in view
      </p>
      <ul>
        {clusters.map((cluster) => (
          <li key={`${cluster.latitude} ${cluster.longitude}`}>
            {cluster.resort ? (
              <>
                <Link to={`/resort/${cluster.resort.databaseId}`}>{cluster.resort.name}</Link>
                <span>
                  {cluster.resort.location} · from {cluster.resort.priceMin.formatted} a night
                </span>
              </>
            ) : (
              <>
                <Link to={searchPath({ ...search, query: cluster.place, view: 'list', at: null })}>
                  Near {cluster.place}
                </Link>
                <span>{formatCount(cluster.count)} resorts close together</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
