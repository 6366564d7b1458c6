import { IconButton } from '../ui/basics/IconButton.tsx';
import {
  useId,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  type HTMLAttributes,
  type PointerEvent,
  type RefObject,
} from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { MapFrame_site$key } from '../__generated__/MapFrame_site.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './Map.module.css';
import { movedView, zoomedView, type MapPlace, type Point, type Size } from './mapGeometry.ts';
import { MapCanvas } from './tiles/MapCanvas.tsx';
import type { Obstacle } from './tiles/placeNames.ts';
import type { MovableMap } from './useMap.ts';
import { tileCorner, tilesIn } from './tiles/tileStore.ts';

interface MapFrameProps {
  map: MovableMap;
  label: string;
  site: MapFrame_site$key;
  obstacles: readonly Obstacle[];
  isInText?: boolean;
  onEscape?: () => void;
  children: ReactNode;
  over?: ReactNode;
}

const keyStep = 80;

const arrowMoves: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

export function MapFrame(props: MapFrameProps) {
  const { map, label, site, obstacles, isInText = false, onEscape, children, over } = props;
  const { tileServer } = useFragment<MapFrame_site$key>(
    graphql`
      fragment MapFrame_site on Site {
        tileServer {
          url
          attribution
        }
      }
    `,
    site,
  );
  const { frame, view, size, move } = map;
  const hintId = useId();
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
    else if (event.key === 'Escape') onEscape?.();
  };
  return (
    <div className={styles.map}>
      {/* A map is moved by its own keys, as its description explains. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        className={`absolute clip ${styles.frame} ${isInText ? styles.inText : ''}`}
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        // Its keys work while it has the focus.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={press}
        {...drag}
      >
        {view && size && !tileServer && <MapCanvas view={view} size={size} obstacles={obstacles} />}
        {view && size && tileServer && <RasterTiles url={tileServer.url} view={view} size={size} />}
        {children}
      </div>
      <p id={hintId} className="visuallyHidden">
        Arrow keys move the map, plus and minus zoom.
      </p>
      <div className={`stack absolute card shadow ${styles.zoom}`}>
        <IconButton aria-label="Zoom in" onClick={() => zoom(1)}>
          <Icon name="plus" size={20} />
        </IconButton>
        <IconButton aria-label="Zoom out" onClick={() => zoom(-1)}>
          <Icon name="minus" size={20} />
        </IconButton>
      </div>
      <p className={`absolute soft text-13 ${styles.source}`}>
        {tileServer ? tileServer.attribution : 'Map data: Natural Earth, GeoNames'}
      </p>
      {over}
    </div>
  );
}

interface RasterTilesProps {
  url: string;
  view: MapPlace;
  size: Size;
}

function RasterTiles({ url, view, size }: RasterTilesProps) {
  const tiles = Math.max(Math.round(view.zoom), 0);
  return (
    <div className={`full full-height absolute clip ${styles.canvas}`} aria-hidden="true">
      {tilesIn({ tiles }, view, size).map((place) => {
        const { left, top, side } = tileCorner(place, view, size);
        const address = url
          .replace('{z}', String(place.tiles))
          .replace('{x}', String(place.x))
          .replace('{y}', String(place.y));
        return (
          <img
            key={address}
            src={address}
            alt=""
            draggable={false}
            style={{ left, top, width: side, height: side }}
          />
        );
      })}
    </div>
  );
}

/** The wheel scrolls the page; with Ctrl, or as a pinch on a touchpad, it zooms the map. */
function useWheel(
  frame: RefObject<HTMLElement | null>,
  onZoom: (steps: number, anchor: Point) => void,
): void {
  const zoom = useEffectEvent(onZoom);
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!element || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoom(-event.deltaY / 200, { x: event.clientX - left, y: event.clientY - top });
    };
    // React's listeners are passive, so the page would zoom as well.
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [frame]);
}

function useDrag(
  onMove: (right: number, down: number, steps: number, anchor?: Point) => void,
): Pick<
  HTMLAttributes<HTMLElement>,
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
