import { screenPoint, type Bounds, type Size } from './mapGeometry.ts';
import type { MapPlace } from '../address/searchState.ts';

export interface MapCluster<TResort> {
  readonly count: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly bounds: Bounds;
  readonly place: string;
  readonly resort: TResort | null | undefined;
}

export interface MapMarker<TResort> extends MapCluster<TResort> {
  x: number;
  y: number;
}

/** Half of a price's width and height, in pixels. */
const priceRoom = { across: 34, down: 21 };

/** The diameter of a cluster's circle, in pixels. */
export const clusterSide = (count: number): number =>
  Math.round(Math.min(44 + 6 * Math.log2(count), 80));

interface Room {
  across: number;
  down: number;
}

function roomOf({ count, resort }: Pick<MapCluster<unknown>, 'count' | 'resort'>): Room {
  const half = clusterSide(count) / 2;
  return resort ? priceRoom : { across: half, down: half };
}

/** The markers on the screen; markers that would overlap are merged. */
export function markersOf<TResort>(
  clusters: readonly MapCluster<TResort>[],
  view: MapPlace,
  size: Size,
): MapMarker<TResort>[] {
  const markers: MapMarker<TResort>[] = [];
  const largestFirst = [...clusters].sort((a, b) => b.count - a.count);
  for (const cluster of largestFirst) {
    const { x, y } = screenPoint(cluster, view, size);
    if (x < -40 || y < -40 || x > size.width + 40 || y > size.height + 40) continue;
    const room = roomOf(cluster);
    const near = markers.findIndex((marker) => {
      const own = roomOf(marker);
      return (
        Math.abs(marker.x - x) < own.across + room.across &&
        Math.abs(marker.y - y) < own.down + room.down
      );
    });
    const other = markers[near];
    if (other) markers[near] = joined(other, cluster);
    else markers.push({ ...cluster, x, y });
  }
  return markers;
}

function joined<TResort>(
  marker: MapMarker<TResort>,
  cluster: MapCluster<TResort>,
): MapMarker<TResort> {
  return {
    ...marker,
    count: marker.count + cluster.count,
    resort: null,
    bounds: {
      south: Math.min(marker.bounds.south, cluster.bounds.south),
      west: Math.min(marker.bounds.west, cluster.bounds.west),
      north: Math.max(marker.bounds.north, cluster.bounds.north),
      east: Math.max(marker.bounds.east, cluster.bounds.east),
    },
  };
}
