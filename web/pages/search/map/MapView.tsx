// mapGeometry.ts and mapMarkers.ts read the fields of `bounds`.
/* eslint-disable relay/unused-fields */
import IconButton from '@mui/material/IconButton';
import { use, useDeferredValue, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  MapView_clusters$data,
  MapView_clusters$key,
} from '../../../__generated__/MapView_clusters.graphql.ts';
import { Icon } from '../../../ui/basics/Icon.tsx';
import { formatCount } from '../../../ui/words/numbers.ts';
import { MapCanvas } from './MapCanvas.tsx';
import {
  boundsOf,
  fittedView,
  mostZoom,
  movedView,
  zoomedView,
  type Bounds,
  type Size,
} from './mapGeometry.ts';
import { useDrag, useWheel } from './mapGestures.ts';
import { clusterSide, markersOf, type MapMarker } from './mapMarkers.ts';
import { loadShapes, type MapDetail } from './mapShapes.ts';
import styles from './Map.module.css';
import { MapCard } from './MapCard.tsx';
import type { MapPlace } from '../address/searchState.ts';
import { useMapPlace, type MapRest } from './useMapPlace.ts';

interface MapViewProps {
  clusters: MapView_clusters$key;
  /** The initial place. Null shows all clusters. */
  at: MapPlace | null;
  /** Called shortly after the map stopped at another place. */
  onRest: MapRest;
}

/** Pixels that an arrow key moves the map. */
const keyStep = 80;

/** Pixels that each arrow key moves the map, to the right and down. */
const arrowMoves: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

/** Zoom from which the fine shapes are shown. */
const fineFrom = 2.5;

const wholeWorld: Bounds = { south: -50, west: -170, north: 65, east: 170 };

type MapResort = NonNullable<MapView_clusters$data[number]['resort']>;

export default function MapView({ clusters: reference, at, onRest }: MapViewProps) {
  const clusters = useFragment<MapView_clusters$key>(clustersFragment, reference);
  const [first] = useState(() => boundsOf(clusters) ?? wholeWorld);
  const [open, setOpen] = useState<MapResort | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const { view, size, move } = useMapPlace(frame, first, at, onRest);

  const detail = view && view.zoom >= fineFrom ? 'fine' : 'coarse';
  // The coarse shapes stay until the fine ones are loaded.
  const shapes = use(loadShapes(useDeferredValue<MapDetail>(detail, 'coarse')));

  const markers = useMemo(
    () => (view && size ? markersOf(clusters, view, size) : []),
    [clusters, view, size],
  );

  useWheel(frame, (steps, anchor) => {
    move((from, within) => zoomedView(from, steps, within, anchor));
  });
  const drag = useDrag((right, down, steps, anchor) => {
    move((from, within) => zoomedView(movedView(from, right, down, within), steps, within, anchor));
  });

  const zoom = (steps: number) => move((from, within) => zoomedView(from, steps, within));
  const press = (event: KeyboardEvent) => {
    const [right, down] = arrowMoves[event.key] ?? [];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (right !== undefined && down !== undefined) {
      event.preventDefault();
      move((from, within) => movedView(from, right, down, within));
    } else if (event.key === '+' || event.key === '=') zoom(1);
    else if (event.key === '-') zoom(-1);
    else if (event.key === 'Escape') close();
  };
  const close = () => {
    if (open) document.getElementById(pinId(hintId, open))?.focus();
    setOpen(null);
  };
  const enter = (marker: MapMarker<MapResort>) => {
    setOpen(null);
    // The cluster's button is about to go; with the focus on the map its keys keep working.
    frame.current?.focus({ preventScroll: true });
    move((from, within) => enteredView(marker, from, within));
  };

  return (
    <div className={styles.map}>
      {/* A map is moved by its own keys, as its description explains. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        className={styles.frame}
        role="application"
        aria-label="Map of resorts"
        aria-describedby={hintId}
        // Its keys work while it has the focus.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={press}
        {...drag}
      >
        {view && size && <MapCanvas shapes={shapes} view={view} size={size} markers={markers} />}
        <Pins mapId={hintId} markers={markers} open={open} onOpen={setOpen} onEnter={enter} />
      </div>
      <p id={hintId} className="visuallyHidden">
        Arrow keys move the map, plus and minus zoom.
      </p>
      <ZoomButtons onZoom={zoom} />
      <p className={styles.source}>Map data: Natural Earth</p>
      {open && <MapCard key={open.databaseId} resort={open} onClose={close} />}
    </div>
  );
}

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
    resort {
      databaseId
      name
      priceMin {
        formatted
      }
      ...MapCard_resort
    }
  }
`;

/** The view of a whole cluster, or two steps closer if that is hardly closer. */
function enteredView(cluster: MapMarker<MapResort>, from: MapPlace, size: Size): MapPlace {
  const fitted = fittedView(cluster.bounds, size, mostZoom);
  return fitted.zoom > from.zoom + 0.5
    ? fitted
    : zoomedView({ ...cluster, zoom: from.zoom }, 2, size);
}

interface PinsProps {
  mapId: string;
  markers: MapMarker<MapResort>[];
  open: MapResort | null;
  onOpen: (resort: MapResort) => void;
  onEnter: (cluster: MapMarker<MapResort>) => void;
}

function Pins({ mapId, markers, open, onOpen, onEnter }: PinsProps) {
  return markers.map((marker) =>
    marker.resort ? (
      <ResortPin
        key={marker.resort.databaseId}
        id={pinId(mapId, marker.resort)}
        resort={marker.resort}
        marker={marker}
        isOpen={open?.databaseId === marker.resort.databaseId}
        onOpen={onOpen}
      />
    ) : (
      <ClusterPin
        key={`${marker.latitude} ${marker.longitude}`}
        marker={marker}
        onEnter={() => onEnter(marker)}
      />
    ),
  );
}

const pinId = (mapId: string, { databaseId }: MapResort): string => `${mapId}-${databaseId}`;

interface ResortPinProps {
  id: string;
  resort: MapResort;
  marker: MapMarker<MapResort>;
  isOpen: boolean;
  onOpen: (resort: MapResort) => void;
}

/** The price of a resort, at its place on the map. */
function ResortPin({ id, resort, marker, isOpen, onOpen }: ResortPinProps) {
  return (
    <button
      id={id}
      type="button"
      className={styles.pin}
      style={{ left: marker.x, top: marker.y }}
      aria-expanded={isOpen}
      aria-label={`${resort.name}, from ${resort.priceMin.formatted} a night`}
      onClick={() => onOpen(resort)}
    >
      {resort.priceMin.formatted}
    </button>
  );
}

interface ClusterPinProps {
  marker: MapMarker<MapResort>;
  onEnter: () => void;
}

/** The number of resorts that are close together. */
function ClusterPin({ marker, onEnter }: ClusterPinProps) {
  const side = clusterSide(marker.count);
  return (
    <button
      type="button"
      className={styles.cluster}
      style={{ left: marker.x, top: marker.y, width: side, height: side }}
      aria-label={`${formatCount(marker.count)} resorts near ${marker.place}: zoom in`}
      onClick={onEnter}
    >
      {formatCount(marker.count)}
    </button>
  );
}

interface ZoomButtonsProps {
  onZoom: (steps: number) => void;
}

function ZoomButtons({ onZoom }: ZoomButtonsProps) {
  return (
    <div className={styles.zoom}>
      <IconButton aria-label="Zoom in" onClick={() => onZoom(1)}>
        <Icon name="plus" size={20} />
      </IconButton>
      <IconButton aria-label="Zoom out" onClick={() => onZoom(-1)}>
        <Icon name="minus" size={20} />
      </IconButton>
    </div>
  );
}
