// mapGeometry.ts and mapMarkers.ts read the fields of `bounds`.
/* eslint-disable relay/unused-fields */
import { useId, useMemo, useState, useEffect, useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { MapView_site$key } from '#web/__generated__/MapView_site.graphql.ts';
import type {
  MapView_clusters$data,
  MapView_clusters$key,
} from '#web/__generated__/MapView_clusters.graphql.ts';
import { MapFrame } from '#web/map/MapFrame.tsx';
import {
  boundsOf,
  fittedView,
  mostZoom,
  zoomedView,
  type Bounds,
  type MapPlace,
  type Size,
} from '#web/map/mapGeometry.ts';
import { useMap } from '#web/map/useMap.ts';
import { formatCount, plural } from '#common/numbers.ts';
import { formatStayDays } from '#web/ui/words/stayDays.ts';
import {
  clusterSide,
  isMarked,
  markersOf,
  obstacleOf,
  type MapMarker,
  type MarkedResort,
} from './mapMarkers.ts';
import styles from './MapResults.module.css';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { Link } from 'react-router-dom';
import { CardRating } from '#web/resorts/CardRating.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { stayPath } from '#common/addresses/stayAddress.ts';

interface MapViewProps {
  clusters: MapView_clusters$key;
  site: MapView_site$key;
  area: Bounds | null;
  guests: number | null;
  marked: MarkedResort | null;
  onMark: (resort: MarkedResort | null) => void;
  onRest: (bounds: Bounds) => void;
}

const wholeWorld: Bounds = { south: -50, west: -170, north: 65, east: 170 };

type FoundCluster = MapView_clusters$data[number];
type FoundResort = NonNullable<FoundCluster['resort']>;

export default function MapView(props: MapViewProps) {
  const { clusters: reference, site, area, guests, marked, onMark, onRest } = props;
  const clusters = useFragment<MapView_clusters$key>(clustersFragment, reference);
  const siteReference = useFragment<MapView_site$key>(siteFragment, site);
  const [first] = useState(() => boundsOf(clusters) ?? wholeWorld);
  const [openId, setOpenId] = useState<string | null>(null);
  const mapId = useId();
  const map = useMap({ bounds: first, area, onRest });
  const { frame, view, size, move } = map;
  const markers = useMemo(
    () => (view && size ? markersOf(clusters, view, size) : []),
    [clusters, view, size],
  );
  const obstacles = useMemo(() => markers.map(obstacleOf), [markers]);
  const open = clusters.find(({ resort }) => resort?.databaseId === openId);

  const close = () => {
    if (open?.resort) document.getElementById(pinId(mapId, open.resort))?.focus();
    setOpenId(null);
  };
  const enter = (marker: MapMarker<FoundCluster>) => {
    setOpenId(null);
    onMark(null);
    // The cluster's button is about to go; with the focus on the map its keys keep working.
    frame.current?.focus({ preventScroll: true });
    move((from, within) => enteredView(marker, from, within));
  };
  return (
    <MapFrame
      map={map}
      label="Map of resorts"
      site={siteReference}
      obstacles={obstacles}
      onEscape={close}
      over={
        open?.resort && (
          <MapCard
            key={open.resort.databaseId}
            resort={open.resort}
            week={open.week}
            guests={guests}
            onClose={close}
          />
        )
      }
    >
      {markers.map((marker) => {
        const [cluster, ...others] = marker.clusters;
        const isPointedAt = marked !== null && isMarked(marker, marked);
        return cluster?.resort && others.length === 0 ? (
          <ResortPin
            key={cluster.resort.databaseId}
            id={pinId(mapId, cluster.resort)}
            cluster={cluster}
            resort={cluster.resort}
            marker={marker}
            isOpen={cluster.resort.databaseId === openId}
            isMarked={isPointedAt}
            onOpen={setOpenId}
            onMark={onMark}
          />
        ) : (
          <ClusterPin
            key={`${marker.latitude} ${marker.longitude}`}
            marker={marker}
            isMarked={isPointedAt}
            onEnter={() => enter(marker)}
          />
        );
      })}
    </MapFrame>
  );
}

const siteFragment = graphql`
  fragment MapView_site on Site {
    ...MapFrame_site
  }
`;

const clustersFragment = graphql`
  fragment MapView_clusters on ResortCluster @relay(plural: true) {
    count
    latitude
    longitude
    place
    bounds {
      south
      west
      north
      east
    }
    week {
      checkIn
      checkOut
      total {
        formatted
      }
      listing {
        databaseId
      }
    }
    resort {
      databaseId
      name
      latitude
      longitude
      priceMin {
        formatted
      }
      location
      imageUrl
      rating
      reviewCount
      priceMax {
        formatted
      }
    }
  }
`;

/** The view of a whole cluster, or two steps closer if that changes too little. */
function enteredView(cluster: MapMarker<FoundCluster>, from: MapPlace, size: Size): MapPlace {
  const fitted = fittedView(cluster.bounds, size, { closest: mostZoom });
  return fitted.zoom > from.zoom + 0.5
    ? fitted
    : zoomedView({ ...cluster, zoom: from.zoom }, 2, size);
}

const pinId = (mapId: string, { databaseId }: FoundResort): string => `${mapId}-${databaseId}`;

interface ResortPinProps {
  id: string;
  cluster: FoundCluster;
  resort: FoundResort;
  marker: MapMarker<FoundCluster>;
  isOpen: boolean;
  isMarked: boolean;
  onOpen: (id: string) => void;
  onMark: (resort: MarkedResort | null) => void;
}

function ResortPin(props: ResortPinProps) {
  const { id, cluster, resort, marker, isOpen, isMarked: isPointedAt, onOpen, onMark } = props;
  const { week } = cluster;
  const point = () => onMark(resort);
  const leave = () => onMark(null);
  return (
    <button
      id={id}
      type="button"
      className={`on-white teal ${styles.pin} ${isPointedAt ? styles.pointedAt : ''}`}
      style={{ left: marker.x, top: marker.y }}
      aria-expanded={isOpen}
      aria-label={
        week
          ? `${resort.name}, ${formatStayDays(week.checkIn, week.checkOut)}, ${week.total.formatted} in all`
          : `${resort.name}, from ${resort.priceMin.formatted} a night`
      }
      onClick={() => onOpen(resort.databaseId)}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {week ? week.total.formatted : resort.priceMin.formatted}
    </button>
  );
}

interface ClusterPinProps {
  marker: MapMarker<FoundCluster>;
  isMarked: boolean;
  onEnter: () => void;
}

function ClusterPin({ marker, isMarked: isPointedAt, onEnter }: ClusterPinProps) {
  const side = clusterSide(marker.count);
  return (
    <button
      type="button"
      className={`on-teal white ${styles.cluster} ${isPointedAt ? styles.pointedAt : ''}`}
      style={{ left: marker.x, top: marker.y, width: side, height: side }}
      aria-label={`${plural(marker.count, 'resort')} near ${marker.place}: zoom in`}
      onClick={onEnter}
    >
      {formatCount(marker.count)}
    </button>
  );
}

interface MapCardProps {
  resort: FoundResort;
  week: FoundCluster['week'];
  guests: number | null;
  onClose: () => void;
}

function MapCard({ resort, week, guests, onClose }: MapCardProps) {
  const path = week
    ? stayPath(resort.databaseId, {
        from: week.checkIn,
        to: week.checkOut,
        guests,
        listing: week.listing.databaseId,
      })
    : `/resort/${resort.databaseId}`;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    // Escape closes the card wherever the focus is in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={`stack absolute clip rounded on-white ${styles.card}`}
      aria-label={resort.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <img
        className="full full-height on-sand"
        src={resort.imageUrl}
        alt=""
        width="600"
        height="400"
      />
      <div className={`stack gap-1 ${styles.cardBody}`}>
        <h2>
          <Link ref={link} className="undecorated covers" to={path}>
            {resort.name}
          </Link>
        </h2>
        <p className="quiet">{resort.location}</p>
        <CardRating
          className="row wrap gap-2 quiet"
          rating={resort.rating}
          reviewCount={resort.reviewCount}
        />
        <p className={`teal bold ${styles.cardPrice}`}>
          {week ? (
            <>
              {week.total.formatted}{' '}
              <span className="soft regular">
                in all · {formatStayDays(week.checkIn, week.checkOut)}
              </span>
            </>
          ) : (
            <>
              {resort.priceMin.formatted} - {resort.priceMax.formatted}{' '}
              <span className="soft regular">/night</span>
            </>
          )}
        </p>
      </div>
      <IconButton className={styles.cardClose} aria-label="Close" onClick={onClose}>
        <Icon name="close" size={20} />
      </IconButton>
    </section>
  );
}
