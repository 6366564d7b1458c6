import { screenPoint, type Bounds, type MapPlace, type Size } from '#web/map/mapGeometry.ts';
import type { Obstacle } from '#web/map/tiles/placeNames.ts';

export interface Cluster {
  readonly count: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly bounds: Bounds;
  readonly place: string;
  readonly resort: { readonly databaseId: string } | null | undefined;
}

export interface MapMarker<TCluster extends Cluster> extends Omit<Cluster, 'resort'> {
  x: number;
  y: number;
  /** The merged clusters, which overlap at this zoom. */
  clusters: readonly TCluster[];
}

export interface MarkedResort {
  readonly databaseId: string;
  readonly latitude: number | null | undefined;
  readonly longitude: number | null | undefined;
}

const priceRoom = { across: 36, down: 21 };

/** The diameter of a cluster's circle, in pixels. */
export const clusterSide = (count: number): number =>
  Math.round(Math.min(44 + 6 * Math.log2(count), 80));

interface Room {
  across: number;
  down: number;
}

function roomOf(count: number): Room {
  const half = clusterSide(count) / 2;
  return count === 1 ? priceRoom : { across: half, down: half };
}

export const obstacleOf = ({ x, y, count }: MapMarker<Cluster>): Obstacle => ({
  x,
  y,
  ...roomOf(count),
});

export function markersOf<TCluster extends Cluster>(
  clusters: readonly TCluster[],
  view: MapPlace,
  size: Size,
): MapMarker<TCluster>[] {
  const markers: MapMarker<TCluster>[] = [];
  const largestFirst = [...clusters].sort((a, b) => b.count - a.count);
  for (const cluster of largestFirst) {
    const { x, y } = screenPoint(cluster, view, size);
    if (x < -40 || y < -40 || x > size.width + 40 || y > size.height + 40) continue;
    const room = roomOf(cluster.count);
    const near = markers.findIndex((marker) => {
      const own = roomOf(marker.count);
      return (
        Math.abs(marker.x - x) < own.across + room.across &&
        Math.abs(marker.y - y) < own.down + room.down
      );
    });
    const other = markers[near];
    if (other) markers[near] = joined(other, cluster);
    else {
      const { count, latitude, longitude, bounds, place } = cluster;
      markers.push({ count, latitude, longitude, bounds, place, x, y, clusters: [cluster] });
    }
  }
  return markers;
}

const joined = <TCluster extends Cluster>(
  marker: MapMarker<TCluster>,
  cluster: TCluster,
): MapMarker<TCluster> => ({
  ...marker,
  count: marker.count + cluster.count,
  clusters: [...marker.clusters, cluster],
  bounds: {
    south: Math.min(marker.bounds.south, cluster.bounds.south),
    west: Math.min(marker.bounds.west, cluster.bounds.west),
    north: Math.max(marker.bounds.north, cluster.bounds.north),
    east: Math.max(marker.bounds.east, cluster.bounds.east),
  },
});

export const isMarked = (
  { clusters }: MapMarker<Cluster>,
  { databaseId, latitude, longitude }: MarkedResort,
): boolean =>
  clusters.some(({ resort, bounds }) =>
    resort
      ? resort.databaseId === databaseId
      : latitude != null &&
        longitude != null &&
        latitude >= bounds.south &&
        latitude <= bounds.north &&
        longitude >= bounds.west &&
        longitude <= bounds.east,
  );
