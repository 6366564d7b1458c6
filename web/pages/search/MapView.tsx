// mapGeometry.ts and mapMarkers.ts read the fields of `bounds`.
/* eslint-disable relay/unused-fields */
import IconButton from '@mui/material/IconButton';
import {
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  MapView_clusters$data,
  MapView_clusters$key,
} from '../../__generated__/MapView_clusters.graphql.ts';
import { Icon } from '../../ui/basics/Icon.tsx';
import { formatCount } from '../../ui/words/numbers.ts';
import { MapCanvas } from './MapCanvas.tsx';
import {
  boundsOf,
  fittedView,
  mostZoom,
  movedView,
  viewBounds,
  zoomedView,
  type Bounds,
  type Size,
} from './mapGeometry.ts';
import { clusterSide, markersOf, type MapMarker } from './mapMarkers.ts';
import { loadShapes, type MapDetail } from './mapShapes.ts';
import styles from './Map.module.css';
import { MapCard } from './MapCard.tsx';
import type { MapPlace } from './searchUrl.ts';

interface MapViewProps {
  clusters: MapView_clusters$key;
  /** The initial place. Null shows all clusters. */
  at: MapPlace | null;
  /** Called shortly after the map stopped at another place. */
  onRest: (view: MapPlace, bounds: Bounds) => void;
}

/** Pixels that an arrow key moves the map. */
const keyStep = 80;

/** Zoom from which the fine shapes are shown. */
const fineFrom = 2.5;

/** Milliseconds without movement that count as rest. */
const restAfter = 250;

const wholeWorld: Bounds = { south: -50, west: -170, north: 65, east: 170 };

type MapResort = NonNullable<MapView_clusters$data[number]['resort']>;

export default function MapView({ clusters: reference, at, onRest }: MapViewProps) {
  const clusters = useFragment<MapView_clusters$key>(
    graphql`
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
    `,
    reference,
  );
  const [size, setSize] = useState<Size | null>(null);
  const [moved, setMoved] = useState<MapPlace | null>(at);
  const [first] = useState(() => boundsOf(clusters) ?? wholeWorld);
  const [open, setOpen] = useState<MapResort | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hintId = useId();
  const view = useMemo(() => size && (moved ?? fittedView(first, size)), [moved, first, size]);

  const detail = view && view.zoom >= fineFrom ? 'fine' : 'coarse';
  // The coarse shapes stay until the fine ones are loaded.
  const shapes = use(loadShapes(useDeferredValue<MapDetail>(detail, 'coarse')));

  const markers = useMemo(
    () => (view && size ? markersOf(clusters, view, size) : []),
    [clusters, view, size],
  );

  // The state that events start from, since several may come between two renders.
  const latest = useRef({ view, size, moved, onRest });
  useEffect(() => {
    latest.current = { view, size, moved, onRest };
  });
  const restSoon = useCallback((delay = restAfter) => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const { moved: place, size: frameSize, onRest: rest } = latest.current;
      if (place && frameSize) rest(place, viewBounds(place, frameSize));
    }, delay);
  }, []);
  const move = (change: (view: MapPlace, size: Size) => MapPlace) => {
    const { view: before, size: frameSize } = latest.current;
    if (!before || !frameSize) return;
    const next = change(before, frameSize);
    latest.current = { ...latest.current, view: next, moved: next };
    setMoved(next);
    restSoon();
  };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return;
      const { width, height } = entry.contentRect;
      const isFirst = latest.current.size === null;
      latest.current = { ...latest.current, size: { width, height } };
      setSize({ width, height });
      // The page loaded clusters for the whole map; a closer view has finer ones.
      restSoon(isFirst ? 0 : restAfter);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [restSoon]);
  useWheel(frame, (steps, anchor) => {
    move((from, within) => zoomedView(from, steps, within, anchor));
  });
  const drag = useDrag((right, down, steps, anchor) => {
    move((from, within) => zoomedView(movedView(from, right, down, within), steps, within, anchor));
  });

  const zoom = (steps: number) => move((from, within) => zoomedView(from, steps, within));
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-keyStep, 0],
      ArrowRight: [keyStep, 0],
      ArrowUp: [0, -keyStep],
      ArrowDown: [0, keyStep],
    };
    const [right, down] = moves[event.key] ?? [];
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
    move((from, within) => {
      const fitted = fittedView(marker.bounds, within, mostZoom);
      return fitted.zoom > from.zoom + 0.5
        ? fitted
        : zoomedView({ ...marker, zoom: from.zoom }, 2, within);
    });
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
        {markers.map((marker) =>
          marker.resort ? (
            <button
              key={marker.resort.databaseId}
              id={pinId(hintId, marker.resort)}
              type="button"
              className={styles.pin}
              style={{ left: marker.x, top: marker.y }}
              aria-expanded={open?.databaseId === marker.resort.databaseId}
              aria-label={`${marker.resort.name}, from ${marker.resort.priceMin.formatted} a night`}
              onClick={() => setOpen(marker.resort ?? null)}
            >
              {marker.resort.priceMin.formatted}
            </button>
          ) : (
            <button
              key={`${marker.latitude} ${marker.longitude}`}
              type="button"
              className={styles.cluster}
              style={{ left: marker.x, top: marker.y, ...clusterSize(marker.count) }}
              aria-label={`${formatCount(marker.count)} resorts near ${marker.place}: zoom in`}
              onClick={() => enter(marker)}
            >
              {formatCount(marker.count)}
            </button>
          ),
        )}
      </div>
      <p id={hintId} className="visuallyHidden">
        Arrow keys move the map, plus and minus zoom.
      </p>
      <div className={styles.zoom}>
        <IconButton aria-label="Zoom in" onClick={() => zoom(1)}>
          <Icon name="plus" size={20} />
        </IconButton>
        <IconButton aria-label="Zoom out" onClick={() => zoom(-1)}>
          <Icon name="minus" size={20} />
        </IconButton>
      </div>
      <p className={styles.source}>Map data: Natural Earth</p>
      {open && <MapCard key={open.databaseId} resort={open} onClose={close} />}
    </div>
  );
}

const pinId = (mapId: string, { databaseId }: MapResort): string => `${mapId}-${databaseId}`;

function clusterSize(count: number): { width: number; height: number } {
  const side = clusterSide(count);
  return { width: side, height: side };
}

interface Point {
  x: number;
  y: number;
}

/** The wheel scrolls the page; with Ctrl, or as a pinch on a touchpad, it zooms the map. */
function useWheel(
  frame: React.RefObject<HTMLElement | null>,
  onZoom: (steps: number, anchor: Point) => void,
): void {
  const latest = useRef(onZoom);
  useEffect(() => {
    latest.current = onZoom;
  });
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!element || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      latest.current(-event.deltaY / 200, { x: event.clientX - left, y: event.clientY - top });
    };
    // React's listeners are passive, so the page would zoom as well.
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [frame]);
}

/** One pointer drags, two pinch. */
function useDrag(
  onMove: (right: number, down: number, steps: number, anchor?: Point) => void,
): Pick<
  React.HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
> {
  const pointers = useRef(new Map<number, Point>());
  const release = useCallback((event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  }, []);
  return {
    onPointerDown: (event) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, now);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      const share = other ? 0.5 : 1;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      onMove(
        (before.x - now.x) * share,
        (before.y - now.y) * share,
        other ? Math.log2(distance(now, other) / distance(before, other)) : 0,
        other && { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top },
      );
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

const distance = (a: Point, b: Point): number => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
