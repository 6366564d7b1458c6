import type { MapPlace, Size } from '../mapGeometry.ts';
import type { NameKind } from './tile.ts';
import { levelsAt, pieceFor, scaleOf, tileCorner, tilesIn } from './tileStore.ts';

/** An area that names avoid: a marker's center, and half of its width and height. */
export interface Obstacle {
  x: number;
  y: number;
  across: number;
  down: number;
}

export interface PlacedName {
  text: string;
  kind: NameKind;
  x: number;
  y: number;
  dot: { x: number; y: number } | null;
}

const order: Record<NameKind, number> = { country: 0, state: 1, capital: 2, town: 3 };

const textHeight = 16;

const dotGap = 8;

/** The names that fit on a map: larger places first, none over another name or a marker. */
export function placeNames(
  view: MapPlace,
  size: Size,
  obstacles: readonly Obstacle[],
  widthOf: (text: string, kind: NameKind) => number,
): PlacedName[] {
  const taken: Obstacle[] = [...obstacles];
  const isFree = (box: Obstacle): boolean =>
    taken.every(
      (other) =>
        Math.abs(other.x - box.x) >= other.across + box.across ||
        Math.abs(other.y - box.y) >= other.down + box.down,
    );
  const placed: PlacedName[] = [];
  for (const { text, kind, x, y, below, fits } of namesIn(view, size)) {
    const isTown = kind === 'town' || kind === 'capital';
    const across = widthOf(text, kind) / 2 + 4;
    const down = textHeight / 2;
    const boxes = isTown
      ? [x + dotGap + across, x - dotGap - across].map((at) => ({ x: at, y, across, down }))
      : (view.zoom < fits ? [y + below, y - below] : [y, y + below, y - below]).map((at) => ({
          x,
          y: at,
          across,
          down,
        }));
    const dot = isTown ? { x, y, across: 4, down: 4 } : null;
    const box = boxes.find((one) => isInside(one, size) && isFree(one));
    if (!box || (dot && !isFree(dot))) continue;
    taken.push(box, ...(dot ? [dot] : []));
    placed.push({ text, kind, x: box.x, y: box.y, dot });
  }
  return placed;
}

const isInside = ({ x, y, across, down }: Obstacle, { width, height }: Size): boolean =>
  x > across && y > down && x < width - across && y < height - down;

function namesIn(view: MapPlace, size: Size) {
  const found = levelsAt(view.zoom)
    .flatMap((level) => tilesIn(level, view, size))
    .flatMap((place) => pieceFor(place) ?? [])
    .flatMap((piece) => {
      const { left, top } = tileCorner(piece.place, view, size);
      const scale = scaleOf(piece.place, view);
      return piece.tile.names
        .filter(([, , , , from]) => from <= view.zoom)
        .map(([text, x, y, kind, from, halfHeight, fits = 0]) => ({
          text,
          kind,
          from,
          x: left + x * scale,
          y: top + y * scale,
          // Pixels from the center of land to a name below or above it.
          below: halfHeight === undefined ? 0 : halfHeight * scale + textHeight / 2 + 2,
          fits,
        }));
    });
  return found.sort((a, b) => order[a.kind] - order[b.kind] || a.from - b.from);
}
