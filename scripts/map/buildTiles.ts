import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { geoIdentity, geoMercator, geoPath, type GeoContext } from 'd3-geo';
import type { Geometry, MultiLineString, Polygon, Position } from 'geojson';
import { feature, mesh, neighbors } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import {
  extent,
  type Line,
  type MapTile,
  type NameKind,
  type TileLevel,
} from '#web/map/tiles/tile.ts';
import { measure, nameOf } from './names.ts';

/** Units by which a tile extends beyond its sides, so that shapes of adjacent tiles overlap. */
const overlap = 64;

interface Sources extends Omit<TileLevel, 'hasShapes'> {
  shapes?: { scale: '110m' | '50m' | '10m'; lakes: '110m' | '50m'; hasStates: boolean };
  /** Zoom levels with names: from the first, below the second. */
  countries?: [number, number];
  towns?: [number, number];
}

/** Later levels have finer shapes, or further names. */
const levels: readonly Sources[] = [
  {
    tiles: 0,
    from: 0,
    shapes: { scale: '110m', lakes: '110m', hasStates: false },
    countries: [0, 3],
  },
  {
    tiles: 2,
    from: 3,
    shapes: { scale: '50m', lakes: '50m', hasStates: true },
    countries: [0, 5],
    towns: [0, 5],
  },
  {
    tiles: 4,
    from: 5,
    shapes: { scale: '10m', lakes: '50m', hasStates: true },
    countries: [0, 20],
    towns: [0, 6],
  },
  { tiles: 5, from: 6, towns: [6, 20] },
];

export interface BuiltLevel extends TileLevel {
  content: Map<string, MapTile>;
}

type Named = GeometryCollection<{ name: string }>;
type World = Topology<{ land: Named; countries: Named }>;
type States = Topology<{ states: Named }>;

const root = join(import.meta.dirname, '../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const worldOf = (scale: string) =>
  readJson(`node_modules/world-atlas/countries-${scale}.json`) as World;

export function buildTiles(): BuiltLevel[] {
  const states = readJson('node_modules/us-atlas/states-10m.json') as States;
  const lakes = readJson('scripts/map/lakes.json') as Record<string, Position[][][]>;
  const known = new Set(countriesOf(worldOf('50m')).map(({ properties }) => properties.name));
  const names = [
    ...countryNames(worldOf('10m'), known),
    ...stateNames(states),
    ...townNames(readFileSync(join(root, 'scripts/map/towns.tsv'), 'utf8')),
  ];
  return levels.map((level) => {
    const grid = createGrid(level.tiles);
    if (level.shapes) {
      const world = worldOf(level.shapes.scale);
      grid.addAreas('land', partsOf(feature(world, world.objects.land).features));
      grid.addAreas('lakes', (lakes[level.shapes.lakes] ?? []).map(outline));
      grid.addLines('borders', linesOf(world, world.objects.countries));
      if (level.shapes.hasStates) grid.addLines('states', linesOf(states, states.objects.states));
    }
    for (const name of names) {
      const [from, below] = (name.kind === 'town' || name.kind === 'capital'
        ? level.towns
        : level.countries) ?? [1, 0];
      if (name.from >= from && name.from < below) grid.addName(name);
    }
    const { tiles, from, shapes } = level;
    return { tiles, from, hasShapes: shapes !== undefined, content: grid.content };
  });
}

const countriesOf = (world: World) => feature(world, world.objects.countries).features;

// Most borders along a parallel are straight in this projection, so lines are not bent between
// points.
const mercator = geoMercator()
  .scale(1 / (2 * Math.PI))
  .translate([0.5, 0.5])
  .precision(0);

/** The outer and inner rings of a planar polygon, in units of the world's width and height. */
type Rings = Position[][];

/** Projects shapes, cut at the 180th meridian, to lines. */
function projected(geometry: Geometry): Rings {
  const lines: Rings = [];
  geoPath(mercator, collector(lines))(geometry);
  return lines;
}

const collector = (lines: Rings): GeoContext => ({
  beginPath: () => undefined,
  moveTo: (x, y) => void lines.push([[x, y]]),
  lineTo: (x, y) => void lines.at(-1)?.push([x, y]),
  arc: () => undefined,
  closePath: () => {
    const line = lines.at(-1);
    if (line?.[0]) line.push(line[0]);
  },
});

const partsOf = (features: { geometry: Geometry }[]): Polygon[] =>
  features.flatMap(({ geometry }): Polygon[] =>
    geometry.type === 'Polygon'
      ? [geometry]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
        : [],
  );

const outline = (coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });

const linesOf = (topology: World | States, collection: Named): MultiLineString =>
  mesh(topology, collection, (a, b) => a !== b);

function createGrid(zoom: number) {
  const across = 2 ** zoom;
  const content = new Map<string, MapTile>();
  const tileAt = (x: number, y: number): MapTile => {
    const tile = content.get(`${x}/${y}`) ?? {};
    content.set(`${x}/${y}`, tile);
    return tile;
  };
  const clip = (rings: Rings, kind: 'land' | 'lakes' | 'borders' | 'states', isArea: boolean) => {
    const margin = overlap / extent;
    const [[left, top], [right, bottom]] = boxOf(rings);
    const last = (value: number) => Math.min(Math.floor(value * across + margin), across - 1);
    const first = (value: number) => Math.max(Math.floor(value * across - margin), 0);
    for (let x = first(left); x <= last(right); x++) {
      for (let y = first(top); y <= last(bottom); y++) {
        const lines: Rings = [];
        const window = geoIdentity().clipExtent([
          [(x - margin) / across, (y - margin) / across],
          [(x + 1 + margin) / across, (y + 1 + margin) / across],
        ]);
        geoPath(
          window,
          collector(lines),
        )(
          isArea
            ? { type: 'Polygon', coordinates: rings }
            : { type: 'MultiLineString', coordinates: rings },
        );
        const whole = lines
          .map((line) => inUnits(line, (value, axis) => value * across - (axis ? y : x)))
          .filter((line) => line.length >= (isArea ? 8 : 4));
        if (whole.length > 0) (tileAt(x, y)[kind] ??= []).push(...whole);
      }
    }
  };
  return {
    content,
    addAreas: (kind: 'land' | 'lakes', areas: Polygon[]) =>
      areas
        .map(projected)
        // Rounding has turned the outlines of a few tiny islands inside out.
        .filter((rings) => !rings.some((ring) => areaOf(ring) > 0.9))
        .forEach((rings) => clip(rings, kind, true)),
    addLines: (kind: 'borders' | 'states', lines: MultiLineString) =>
      projected(lines).forEach((line) => clip([line], kind, false)),
    addName: ({ name, place, kind, from, halfHeight, fits }: PlacedName) => {
      const [x = 0, y = 0] = mercator(place as [number, number]) ?? [];
      const [column, row] = [Math.floor(x * across), Math.floor(y * across)];
      // The map ends before the south pole.
      if (row >= across) return;
      const units = (value: number) => Math.round(value * extent);
      (tileAt(column, row).names ??= []).push([
        name,
        units(x * across - column),
        units(y * across - row),
        kind,
        from,
        ...(halfHeight === undefined
          ? ([] as const)
          : ([units(halfHeight * across), fits] as const)),
      ]);
    },
  };
}

function areaOf(ring: Position[]): number {
  let doubled = 0;
  ring.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    doubled += x * nextY - nextX * y;
  });
  return Math.abs(doubled / 2);
}

function boxOf(rings: Rings): [[number, number], [number, number]] {
  const xs = rings.flatMap((ring) => ring.map(([x = 0]) => x));
  const ys = rings.flatMap((ring) => ring.map(([, y = 0]) => y));
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), 1);
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return [
    [least(xs), least(ys)],
    [most(xs), most(ys)],
  ];
}

function inUnits(line: Position[], local: (value: number, axis: 0 | 1) => number): Line {
  const units: number[] = [];
  let [lastX, lastY] = [NaN, NaN];
  for (const [x = 0, y = 0] of line) {
    const [unitX, unitY] = [Math.round(local(x, 0) * extent), Math.round(local(y, 1) * extent)];
    if (unitX === lastX && unitY === lastY) continue;
    units.push(...(units.length === 0 ? [unitX, unitY] : [unitX - lastX, unitY - lastY]));
    [lastX, lastY] = [unitX, unitY];
  }
  return units;
}

interface PlacedName {
  name: string;
  place: Position;
  kind: NameKind;
  from: number;
  /** Half the height of a small island, as a share of the world's; its name is placed below. */
  halfHeight?: number | undefined;
  fits?: number;
}

const tenths = (zoom: number): number => Math.round(Math.max(zoom, 0) * 10) / 10;

/** The zoom at which a name is as wide as its land. */
const zoomToFit = (name: string, degrees: number): number =>
  tenths(Math.log2((name.length * 8.5) / ((degrees / 360) * 256)));

/** The zoom from which small islands show their names below them. */
const islandZoom = 4.7;

/** The zoom from which a country shows its name even if the name is wider than the land. */
const countryZoom = 6.5;

function countryNames(world: World, known: Set<string>): PlacedName[] {
  const { countries } = world.objects;
  const besides = neighbors(countries.geometries);
  return countriesOf(world).flatMap(({ geometry, properties }, index) => {
    if (!known.has(properties.name) || properties.name === 'Antarctica') return [];
    const name = nameOf(properties.name);
    const main = largestPart({ geometry });
    if (!main) return [];
    const fits = zoomToFit(name, main.degrees);
    const isIsland = besides[index]?.length === 0 && fits > islandZoom;
    const [, top = 0] = mercator([0, main.north]) ?? [];
    const [, bottom = 0] = mercator([0, main.south]) ?? [];
    return {
      name,
      place: main.middle,
      kind: 'country' as const,
      from: Math.min(fits, isIsland ? islandZoom : countryZoom),
      ...(isIsland && { halfHeight: (bottom - top) / 2, fits }),
    };
  });
}

const stateNames = (states: States): PlacedName[] =>
  feature(states, states.objects.states).features.flatMap(({ geometry, properties }) => {
    const main = largestPart({ geometry });
    if (!main) return [];
    const from = Math.max(zoomToFit(properties.name, main.degrees), 4);
    return { name: properties.name, place: main.middle, kind: 'state' as const, from };
  });

const largestPart = (one: { geometry: Geometry }) =>
  partsOf([one])
    .map(({ coordinates: [ring] }) => measure(ring ?? []))
    .sort((a, b) => b.area - a.area)[0];

const townNames = (tsv: string): PlacedName[] =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', longitude, latitude, zoom, capital] = line.split('\t');
      return {
        name,
        place: [Number(longitude), Number(latitude)],
        kind: capital === '1' ? 'capital' : 'town',
        from: Number(zoom),
      };
    });
