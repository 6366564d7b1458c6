import { folder, levels } from '../__generated__/tileIndex.ts';
import { screenPoint, worldWidth, type MapPlace, type Size } from '../mapGeometry.ts';
import { extent, type Line, type MapTile, type TileLevel, type TileName } from './tile.ts';

export interface DrawnTile {
  land: Path2D;
  lakes: Path2D;
  borders: Path2D;
  states: Path2D;
  names: readonly TileName[];
}

export interface TilePlace {
  tiles: number;
  x: number;
  y: number;
}

/** The levels shown at a zoom: the finest shapes, and levels with names. */
export function levelsAt(zoom: number): TileLevel[] {
  const shown = levels.filter(({ from }) => from <= zoom);
  const finest = shown.filter(({ hasShapes }) => hasShapes).at(-1);
  return shown.filter((level) => level === finest || !level.hasShapes);
}

/** The tiles of a level that are visible on a map, including tiles without a file. */
export function tilesIn(
  { tiles }: Pick<TileLevel, 'tiles'>,
  view: MapPlace,
  size: Size,
): TilePlace[] {
  const across = 2 ** tiles;
  const side = worldWidth(view.zoom) / across;
  const { left, top } = tileCorner({ tiles, x: 0, y: 0 }, view, size);
  const range = (start: number, length: number): number[] => {
    const first = Math.max(Math.floor(-start / side), 0);
    const last = Math.min(Math.floor((length - start) / side), across - 1);
    return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
  };
  return range(top, size.height).flatMap((y) =>
    range(left, size.width).map((x) => ({ tiles, x, y })),
  );
}

/** Position of a tile's top left corner, and its side, in pixels of the map. */
export function tileCorner({ tiles, x, y }: TilePlace, view: MapPlace, size: Size) {
  const width = worldWidth(view.zoom);
  const middle = screenPoint({ latitude: 0, longitude: 0 }, view, size);
  const side = width / 2 ** tiles;
  return { left: middle.x - width / 2 + x * side, top: middle.y - width / 2 + y * side, side };
}

const hasFile = ({ tiles, x, y }: TilePlace): boolean =>
  levels.find((level) => level.tiles === tiles)?.has[y * 2 ** tiles + x] === '1';

const mostKept = 160;

const kept = new Map<string, DrawnTile>();
const loading = new Map<string, Promise<void>>();

const keyOf = ({ tiles, x, y }: TilePlace): string => `${tiles}/${x}/${y}`;

function tileAt(place: TilePlace): DrawnTile | undefined {
  const key = keyOf(place);
  const tile = kept.get(key);
  if (tile) {
    // The least recently used tiles come first.
    kept.delete(key);
    kept.set(key, tile);
  }
  return tile;
}

/** Loads a tile; undefined if it is loaded or has no file. Rejects on failure. */
export function loadTile(place: TilePlace): Promise<void> | undefined {
  const key = keyOf(place);
  if (kept.has(key) || !hasFile(place)) return undefined;
  const known = loading.get(key);
  if (known) return known;
  const load = fetchTile(key).finally(() => loading.delete(key));
  loading.set(key, load);
  return load;
}

async function fetchTile(key: string): Promise<void> {
  const answer = await fetch(`${folder}/${key}.json`);
  if (!answer.ok) throw new Error(`The map lacks tile ${key}: ${answer.status}`);
  kept.set(key, drawn((await answer.json()) as MapTile));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

const drawn = ({ land, lakes, borders, states, names }: MapTile): DrawnTile => ({
  land: pathOf(land, true),
  lakes: pathOf(lakes, true),
  borders: pathOf(borders, false),
  states: pathOf(states, false),
  names: names ?? [],
});

function pathOf(lines: readonly Line[] = [], isArea: boolean): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    let [x, y] = [0, 0];
    for (let at = 0; at < line.length; at += 2) {
      x += line[at] ?? 0;
      y += line[at + 1] ?? 0;
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (isArea) path.closePath();
  }
  return path;
}

/** A tile to draw, possibly in place of a tile that is still loading. */
export interface TilePiece {
  tile: DrawnTile;
  place: TilePlace;
  /** The part of a coarser tile to draw instead; null for the tile itself. */
  instead: TilePlace | null;
}

/** The tile itself or, while it loads, the finest coarser tile; undefined for open sea. */
export function pieceFor(place: TilePlace): TilePiece | undefined {
  const own = tileAt(place);
  if (own) return { tile: own, place, instead: null };
  if (!hasFile(place)) return undefined;
  const coarser = levels.filter(({ tiles, hasShapes }) => hasShapes && tiles < place.tiles);
  for (const { tiles } of coarser.reverse()) {
    const share = 2 ** (place.tiles - tiles);
    const parent = { tiles, x: Math.floor(place.x / share), y: Math.floor(place.y / share) };
    const tile = tileAt(parent);
    if (tile) return { tile, place: parent, instead: place };
  }
  return undefined;
}

/** Pixels of the map for each unit of a tile. */
export const scaleOf = ({ tiles }: TilePlace, { zoom }: MapPlace): number =>
  worldWidth(zoom) / 2 ** tiles / extent;
