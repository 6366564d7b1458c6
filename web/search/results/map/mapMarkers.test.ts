import { describe, expect, it } from 'vitest';
import { isMarked, markersOf } from './mapMarkers.ts';

const size = { width: 800, height: 600 };
const view = { latitude: 12.5, longitude: -70, zoom: 8 };

const single = (databaseId: string, latitude: number, longitude: number) => ({
  count: 1,
  latitude,
  longitude,
  bounds: { south: latitude, west: longitude, north: latitude, east: longitude },
  place: 'Aruba',
  resort: { databaseId },
});

describe('Markers', () => {
  it('are merged where they would overlap, and stand for all of their resorts', () => {
    const markers = markersOf(
      [single('a', 12.5, -70), single('b', 12.51, -70.01), single('c', 12.5, -69)],
      view,
      size,
    );
    expect(markers.map(({ count }) => count)).toEqual([2, 1]);
    const [merged, alone] = markers;
    if (!merged || !alone) throw new Error('Two markers were expected');
    expect(merged.bounds).toEqual({ south: 12.5, west: -70.01, north: 12.51, east: -70 });
    const b = { databaseId: 'b', latitude: 12.51, longitude: -70.01 };
    expect(isMarked(merged, b)).toBe(true);
    expect(isMarked(alone, b)).toBe(false);
  });

  it('of a cluster stand for the resorts within its bounds', () => {
    const cluster = {
      count: 9,
      latitude: 12.5,
      longitude: -70,
      bounds: { south: 12.4, west: -70.1, north: 12.6, east: -69.9 },
      place: 'Aruba',
      resort: null,
    };
    const [marker] = markersOf([cluster], view, size);
    if (!marker) throw new Error('A marker was expected');
    expect(isMarked(marker, { databaseId: 'x', latitude: 12.45, longitude: -70 })).toBe(true);
    expect(isMarked(marker, { databaseId: 'x', latitude: 13, longitude: -70 })).toBe(false);
    expect(isMarked(marker, { databaseId: 'x', latitude: null, longitude: null })).toBe(false);
  });

  it('beyond the edges of the map are left out', () => {
    expect(markersOf([single('far', 40, 20)], view, size)).toEqual([]);
  });
});
