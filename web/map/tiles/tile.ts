/** Units along the side of a tile. */
export const extent = 8192;

/** Pairs of coordinates in one list; after the first pair, differences to the pair before. */
export type Line = readonly number[];

export type NameKind = 'country' | 'state' | 'town' | 'capital';

export type TileName = readonly [
  name: string,
  x: number,
  y: number,
  kind: NameKind,
  /** The zoom from which it is shown. */
  from: number,
  /** Of small islands: units to the coast below, and the zoom from which the name fits the land. */
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
  /** The zoom of the tiles: 2^zoom of them side by side are the world. */
  tiles: number;
  /** The zoom of the map from which they are shown. */
  from: number;
  /** Without shapes it has names, besides the shapes of the level before. */
  hasShapes: boolean;
}

/** A level that has been written. */
export interface WrittenLevel extends TileLevel {
  /** For each tile, row by row, 1 if there is a file, 0 if it is empty. */
  has: string;
}
