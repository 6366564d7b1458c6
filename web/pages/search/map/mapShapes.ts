import { geoMercator, geoPath } from 'd3-geo';
import type { Feature, Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Width of the world, in the units of the shapes. */
export const shapeWidth = 4096;

export interface MapLabel {
  name: string;
  x: number;
  y: number;
  /** Available width, in units. */
  width: number;
  kind: 'country' | 'state';
}

export interface MapShapes {
  land: Path2D;
  borders: Path2D;
  states: Path2D;
  labels: MapLabel[];
}

/** 'coarse' for the whole world at once; 'fine' for a part of it, with the states. */
export type MapDetail = 'coarse' | 'fine';

type Named = GeometryCollection<{ name: string }>;
type World = Topology<{ land: Named; countries: Named }>;
type States = Topology<{ states: Named }>;

const loaded = new Map<MapDetail, Promise<MapShapes>>();

/** Land and borders, cached. Returns the coarse ones if the fine ones can't be loaded. */
export function loadShapes(detail: MapDetail): Promise<MapShapes> {
  const known = loaded.get(detail);
  if (known) return known;
  const shapes = detail === 'coarse' ? loadCoarse() : loadFine().catch(() => loadShapes('coarse'));
  loaded.set(detail, shapes);
  return shapes;
}

async function loadCoarse(): Promise<MapShapes> {
  const world = await import('world-atlas/countries-110m.json');
  return drawShapes(world.default as unknown as World);
}

async function loadFine(): Promise<MapShapes> {
  const [world, us] = await Promise.all([
    import('world-atlas/countries-50m.json'),
    import('us-atlas/states-10m.json'),
  ]);
  return drawShapes(world.default as unknown as World, us.default as unknown as States);
}

// Straight lines between points: many borders are parallels, which are straight on this map.
const projection = geoMercator()
  .scale(shapeWidth / (2 * Math.PI))
  .translate([shapeWidth / 2, shapeWidth / 2])
  .precision(0);

async function drawShapes(world: World, us?: States): Promise<MapShapes> {
  const turn = createTurn();
  const land = new Path2D();
  const drawLand = geoPath(projection, land as unknown as CanvasRenderingContext2D);
  for (const { geometry } of feature(world, world.objects.land).features) {
    for (const part of partsOf(geometry)) {
      drawLand(part);
      await turn();
    }
  }
  const lines = (topology: World | States, collection: Named): Path2D => {
    const path = new Path2D();
    const draw = geoPath(projection, path as unknown as CanvasRenderingContext2D);
    draw(mesh(topology, collection, (a, b) => a !== b));
    return path;
  };
  const borders = lines(world, world.objects.countries);
  await turn();
  const states = us ? lines(us, us.objects.states) : new Path2D();
  await turn();
  return {
    land,
    borders,
    states,
    labels: [
      ...labelsOf(feature(world, world.objects.countries).features, 'country'),
      ...(us ? labelsOf(feature(us, us.objects.states).features, 'state') : []),
    ],
  };
}

/** Milliseconds of drawing before pending clicks and keys are handled. */
const longestTurn = 12;

function createTurn(): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < longestTurn) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        start = performance.now();
        resolve();
      });
    });
  };
}

function partsOf(geometry: Geometry): Polygon[] {
  if (geometry.type === 'Polygon') return [geometry];
  if (geometry.type !== 'MultiPolygon') return [];
  return (geometry satisfies MultiPolygon).coordinates.map((coordinates) => ({
    type: 'Polygon',
    coordinates,
  }));
}

/** A country's name is on its largest part, not between its islands. */
function labelsOf(
  features: Feature<Geometry, { name: string }>[],
  kind: MapLabel['kind'],
): MapLabel[] {
  return features.flatMap(({ geometry, properties }) => {
    const parts = partsOf(geometry).map(({ coordinates: [ring] }) => measure(ring ?? []));
    const main = parts.sort((a, b) => b.area - a.area)[0];
    const middle = main && projection(main.middle);
    return main && middle
      ? {
          name: properties.name,
          x: middle[0],
          y: middle[1],
          width: (main.degrees / 360) * shapeWidth,
          kind,
        }
      : [];
  });
}

interface Measures {
  area: number;
  middle: [number, number];
  /** Degrees of longitude from its westernmost to its easternmost point. */
  degrees: number;
}

/** Measures a ring of longitudes and latitudes, by the shoelace formula. */
function measure(ring: Position[]): Measures {
  const points: [number, number][] = [];
  for (const [longitude = 0, latitude = 0] of ring) {
    const before = points.at(-1)?.[0] ?? longitude;
    // Some rings cross the 180th meridian.
    points.push([longitude - 360 * Math.round((longitude - before) / 360), latitude]);
  }
  let [doubled, x, y] = [0, 0, 0];
  points.forEach(([x1, y1], index) => {
    const [x2, y2] = points[index + 1] ?? [x1, y1];
    const cross = x1 * y2 - x2 * y1;
    doubled += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  const longitudes = points.map(([longitude]) => longitude);
  return {
    area: Math.abs(doubled),
    middle: [x / (3 * doubled), y / (3 * doubled)],
    degrees: Math.max(...longitudes) - Math.min(...longitudes),
  };
}
