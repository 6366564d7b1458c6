import { lazy, startTransition, Suspense, useId, type ReactNode } from 'react';
import { graphql, useRefetchableFragment, type PreloadedQuery } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import type { MapResults_query$key } from '../../__generated__/MapResults_query.graphql.ts';
import type { MapResultsRefetchQuery } from '../../__generated__/MapResultsRefetchQuery.graphql.ts';
import type { searchPageLoaderMapQuery } from '../../__generated__/searchPageLoaderMapQuery.graphql.ts';
import { formatCount } from '../../components/numbers.ts';
import { PageMeta } from '../../components/PageMeta.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useHydrated } from '../../components/useHydrated.ts';
import { useOwnedPreloadedQuery } from '../../relay/useOwnedPreloadedQuery.ts';
import type { Bounds } from './mapGeometry.ts';
import styles from './Map.module.css';
import { NoResorts } from './NoResorts.tsx';
import { ResultCount } from './ResultCount.tsx';
import { SaveThisSearch } from './SaveThisSearch.tsx';
import pageStyles from './SearchPage.module.css';
import { searchMapQuery } from './searchPageLoader.ts';
import { isNarrowed, searchPath, type MapPlace, type SearchState } from './searchUrl.ts';

const MapView = lazy(() => import('./MapView.tsx'));

interface MapResultsProps {
  reference: PreloadedQuery<searchPageLoaderMapQuery>;
  search: SearchState;
}

export function MapResults({ reference, search }: MapResultsProps) {
  const query = useOwnedPreloadedQuery<searchPageLoaderMapQuery>(searchMapQuery, reference);
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
        search={search}
        action={<SaveThisSearch query={query} search={search} />}
      />
    </>
  );
}

interface ResortMapProps {
  query: MapResults_query$key;
  search: SearchState;
  /** Beside the count. */
  action: ReactNode;
}

function ResortMap({ query, search, action }: ResortMapProps) {
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
              priceMin
            }
            ...MapView_clusters
          }
        }
      }
    `,
    query,
  );
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const listId = useId();
  const { clusters, totalCount, isPart } = resortMap;
  const rest = (view: MapPlace, bounds: Bounds) => {
    const rounded = {
      latitude: Number(view.latitude.toFixed(4)),
      longitude: Number(view.longitude.toFixed(4)),
      zoom: Number(view.zoom.toFixed(2)),
    };
    void navigate(searchPath({ ...search, at: rounded }), {
      replace: true,
      preventScrollReset: true,
    });
    startTransition(() => void refetch({ bounds, zoom: Math.round(view.zoom) }));
  };
  const count = (
    <div className={pageStyles.summary}>
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
        <NoResorts isSearch={isNarrowed(search)} />
      </div>
    );
  }

  const placeholder = <Skeleton height="min(70vh, 640px)" radius="var(--radius-panel)" />;
  const seen = clusters.reduce((sum, { count }) => sum + count, 0);
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
                    {cluster.resort.location} · from ${formatCount(cluster.resort.priceMin)} a night
                  </span>
                </>
              ) : (
                <>
                  <Link
                    to={searchPath({ ...search, query: cluster.place, view: 'list', at: null })}
                  >
                    Near {cluster.place}
                  </Link>
                  <span>{formatCount(cluster.count)} resorts close together</span>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
