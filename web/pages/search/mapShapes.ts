import { geoMercator, geoPath } from 'd3-geo';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Units across the world in which the shapes are drawn once. */
export const shapeWidth = 4096;

export interface MapLabel {
  name: string;
  x: number;
  y: number;
  /** Room across, in units. */
  width: number;
  kind: 'country' | 'state';
}

export interface MapShapes {
  land: Path2D;
  borders: Path2D;
  states: Path2D;
  labels: MapLabel[];
}

type Named = GeometryCollection<{ name: string }>;

let shapes: Promise<MapShapes> | undefined;

/** Land, borders and states; loaded once, when the first map is shown. */
export function loadShapes(): Promise<MapShapes> {
  shapes ??= Promise.all([
    import('world-atlas/countries-50m.json'),
    import('us-atlas/states-10m.json'),
  ]).then(([world, us]) =>
    drawShapes(
      world.default as unknown as Topology<{ land: Named; countries: Named }>,
      us.default as unknown as Topology<{ states: Named }>,
    ),
  );
  return shapes;
}

function drawShapes(
  world: Topology<{ land: Named; countries: Named }>,
  us: Topology<{ states: Named }>,
): MapShapes {
  const projection = geoMercator()
    .scale(shapeWidth / (2 * Math.PI))
    .translate([shapeWidth / 2, shapeWidth / 2])
    .precision(0.1);
  const measure = geoPath(projection);
  const draw = (geometry: Parameters<typeof measure>[0]): Path2D => {
    const path = new Path2D();
    geoPath(projection, path as unknown as CanvasRenderingContext2D)(geometry);
    return path;
  };
  const labelsOf = (features: Feature<Geometry, { name: string }>[], kind: MapLabel['kind']) =>
    features.flatMap((one): MapLabel[] => {
      const main = largestPart(one.geometry, measure.area.bind(measure));
      if (!main) return [];
      const [x, y] = measure.centroid(main);
      const [[left], [right]] = measure.bounds(main);
      return [{ name: one.properties.name, x, y, width: right - left, kind }];
    });
  const { land, countries } = world.objects;
  return {
    land: draw(feature(world, land)),
    borders: draw(mesh(world, countries, (a, b) => a !== b)),
    states: draw(mesh(us, us.objects.states, (a, b) => a !== b)),
    labels: [
      ...labelsOf(feature(world, countries).features, 'country'),
      ...labelsOf(feature(us, us.objects.states).features, 'state'),
    ],
  };
}

/** A country's name stands on its largest part, not between its islands. */
function largestPart(geometry: Geometry, areaOf: (part: Polygon) => number): Polygon | undefined {
  if (geometry.type === 'Polygon') return geometry;
  if (geometry.type !== 'MultiPolygon') return undefined;
  return (geometry satisfies MultiPolygon).coordinates
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .reduce((largest, part) => (areaOf(part) > areaOf(largest) ? part : largest));
}
