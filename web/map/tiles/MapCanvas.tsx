import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import styles from '../Map.module.css';
import {
  levelsAt,
  loadTile,
  tilesIn,
  pieceFor,
  scaleOf,
  tileCorner,
  type DrawnTile,
  type TilePiece,
} from './tileStore.ts';
import type { MapPlace, Size } from '../mapGeometry.ts';
import { placeNames, type Obstacle } from './placeNames.ts';
import type { NameKind } from './tile.ts';

export function MapCanvas({ view, size, obstacles }: Painted) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [loads, countLoad] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isShown = true;
    for (const place of levelsAt(view.zoom).flatMap((level) => tilesIn(level, view, size))) {
      // Without a tile, the coarser tile stays; the next movement retries.
      loadTile(place)?.then(
        () => isShown && countLoad(),
        () => undefined,
      );
    }
    return () => {
      isShown = false;
    };
  }, [view, size]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const density = Math.min(window.devicePixelRatio, 2);
    element.width = Math.round(size.width * density);
    element.height = Math.round(size.height * density);
    paintMap(context, density, { view, size, obstacles });
  }, [view, size, obstacles, loads]);
  return (
    <canvas
      ref={canvas}
      className={`full full-height absolute clip ${styles.canvas}`}
      aria-hidden="true"
    />
  );
}

interface Painted {
  view: MapPlace;
  size: Size;
  obstacles: readonly Obstacle[];
}

const fonts: Record<NameKind, string> = {
  country: '650 14px',
  state: '550 13px',
  capital: '600 13px',
  town: '500 13px',
};

function paintMap(
  context: CanvasRenderingContext2D,
  density: number,
  { view, size, obstacles }: Painted,
): void {
  const style = getComputedStyle(context.canvas);
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = colour('sea');
  context.fillRect(0, 0, size.width, size.height);
  context.lineJoin = 'round';

  const pieces = levelsAt(view.zoom)
    .filter(({ hasShapes }) => hasShapes)
    .flatMap((level) => tilesIn(level, view, size))
    .flatMap((place) => pieceFor(place) ?? []);
  for (const piece of pieces.filter(({ instead }) => instead)) {
    context.save();
    clipTo(context, density, piece, { view, size });
    paintShapes([piece]);
    context.restore();
  }
  paintShapes(pieces.filter(({ instead }) => !instead));

  /** Draws one kind of shape after the other, since shapes of a tile reach into adjacent tiles. */
  function paintShapes(drawn: readonly TilePiece[]): void {
    const each = (draw: (tile: DrawnTile, scale: number) => void) => {
      for (const { tile, place } of drawn) {
        const { left, top } = tileCorner(place, view, size);
        const scale = scaleOf(place, view);
        context.setTransform(density * scale, 0, 0, density * scale, density * left, density * top);
        draw(tile, scale);
      }
    };
    // Areas cover the inner half of their outline, and the edges at which tiles were cut.
    for (const [area, fill] of [
      ['land', 'land'],
      ['lakes', 'sea'],
    ] as const) {
      context.strokeStyle = colour('coast');
      each((tile, scale) => {
        context.lineWidth = 2.2 / scale;
        context.stroke(tile[area]);
      });
      context.fillStyle = colour(fill);
      each((tile) => context.fill(tile[area]));
    }
    context.strokeStyle = colour('state');
    each((tile, scale) => {
      context.lineWidth = 1 / scale;
      context.stroke(tile.states);
    });
    context.strokeStyle = colour('border');
    each((tile, scale) => {
      context.lineWidth = 1.2 / scale;
      context.stroke(tile.borders);
    });
  }

  context.setTransform(density, 0, 0, density, 0, 0);
  paintNames(context, { view, size, obstacles }, style.fontFamily, colour);
}

function clipTo(
  context: CanvasRenderingContext2D,
  density: number,
  { place, instead }: TilePiece,
  { view, size }: Pick<Painted, 'view' | 'size'>,
): void {
  const { left, top, side } = tileCorner(instead ?? place, view, size);
  context.setTransform(density, 0, 0, density, 0, 0);
  context.beginPath();
  context.rect(left, top, side, side);
  context.clip();
}

function paintNames(
  context: CanvasRenderingContext2D,
  { view, size, obstacles }: Painted,
  family: string,
  colour: (name: string) => string,
): void {
  const font = (kind: NameKind) => `${fonts[kind]} ${family}`;
  const names = placeNames(view, size, obstacles, (text, kind) => {
    context.font = font(kind);
    return context.measureText(text).width;
  });
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  // An outline in the color of the land keeps lines out of the letters.
  context.strokeStyle = colour('land');
  context.lineWidth = 3.5;
  for (const { text, kind, x, y, dot } of names) {
    context.font = font(kind);
    context.fillStyle = colour(kind === 'state' ? 'state-name' : 'name');
    if (dot) {
      context.beginPath();
      context.arc(dot.x, dot.y, kind === 'capital' ? 3.5 : 2.5, 0, 2 * Math.PI);
      context.stroke();
      context.fill();
    }
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}
