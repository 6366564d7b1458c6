export const extent = 8192;

/** Pairs of coordinates in one list; after the first pair, differences to the pair before. */
export type Line = readonly number[];

export type NameKind = 'country' | 'state' | 'town' | 'capital';

export type TileName = readonly [
  name: string,
  x: number,
  y: number,
  kind: NameKind,
  from: number,
  /**
   * For small islands: units to the coast below, and the zoom from which the name fits the land.
   */
  below?: number,
  fits?: number,
];

/** A tile of the map as it is stored; `npm run generate:map` writes them. */
export interface MapTile {
  land?: Line[];
  lakes?: Line[];
  borders?: Line[];
  states?: Line[];
  names?: TileName[];
}

export interface TileLevel {
  /** The zoom of the tiles: 2^zoom tiles in a row span the world. */
  tiles: number;
  /** The map zoom from which the tiles are shown. */
  from: number;
  /** False for levels that only add names to the shapes of the previous level. */
  hasShapes: boolean;
}

export interface WrittenLevel extends TileLevel {
  /** For each tile, row by row: 1 if there is a file, 0 if the tile is empty. */
  has: string;
}
