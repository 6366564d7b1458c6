import { IconButton } from '../ui/basics/IconButton.tsx';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { MapFrame_site$key } from '../__generated__/MapFrame_site.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './Map.module.css';
import { movedView, zoomedView } from './mapGeometry.ts';
import { useDrag, useWheel } from './mapGestures.ts';
import { MapCanvas } from './tiles/MapCanvas.tsx';
import type { Obstacle } from './tiles/placeNames.ts';
import { RasterTiles } from './tiles/RasterTiles.tsx';
import type { MovableMap } from './useMap.ts';

interface MapFrameProps {
  map: MovableMap;
  label: string;
  site: MapFrame_site$key;
  /** Areas that place names avoid. */
  obstacles: readonly Obstacle[];
  /** Whether one finger scrolls the page instead of moving the map. */
  isInText?: boolean;
  onEscape?: () => void;
  /** The markers, inside the part that moves. */
  children: ReactNode;
  over?: ReactNode;
}

/** Pixels per arrow key. */
const keyStep = 80;

/** Pixels to the right and down for each arrow key. */
const arrowMoves: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

/** A map that is moved by pointer, wheel and keys. */
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
