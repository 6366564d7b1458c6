import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MapFrame_site$key } from '#web/__generated__/MapFrame_site.graphql.ts';
import type { ResortPlace_resort$key } from '#web/__generated__/ResortPlace_resort.graphql.ts';
import { useNear } from '#web/ui/basics/useNear.ts';
import styles from './ResortPlace.module.css';

const PlaceMap = lazy(() => import('#web/map/PlaceMap.tsx'));

interface ResortPlaceProps {
  resort: ResortPlace_resort$key;
  site: MapFrame_site$key;
}

export function ResortPlace({ resort, site }: ResortPlaceProps) {
  const { name, location, latitude, longitude } = useFragment<ResortPlace_resort$key>(
    graphql`
      fragment ResortPlace_resort on Resort {
        name
        location
        latitude
        longitude
      }
    `,
    resort,
  );
  const [frame, isNear] = useNear<HTMLDivElement>();
  if (latitude == null || longitude == null) return null;
  return (
    <section className={styles.place} aria-labelledby="place">
      <h2 id="place">Where It Is</h2>
      <p>
        {location}.{' '}
        <Link to={`/search?view=map&area=${areaAround(latitude, longitude).join(',')}`}>
          Resorts nearby on the map
        </Link>
      </p>
      <div ref={frame} className={`margin-top-4 rounded-panel on-foam ${styles.map}`}>
        {isNear && (
          <Suspense fallback={null}>
            <PlaceMap
              label={`Map of ${name}`}
              latitude={latitude}
              longitude={longitude}
              site={site}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** South, west, north and east of the area around a place, in degrees. */
const areaAround = (latitude: number, longitude: number): number[] => [
  Math.max(rounded(latitude - 0.4), -90),
  Math.max(rounded(longitude - 0.6), -180),
  Math.min(rounded(latitude + 0.4), 90),
  Math.min(rounded(longitude + 0.6), 180),
];

const rounded = (degrees: number): number => Number(degrees.toFixed(4));
