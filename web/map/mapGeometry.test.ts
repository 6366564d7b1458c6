import { describe, expect, it } from 'vitest';
import { fittedView, screenPoint } from './mapGeometry.ts';

const sizes = [
  ['a phone', { width: 390, height: 640 }],
  ['a desktop', { width: 900, height: 760 }],
] as const;

const regions = [
  ['Florida', { north: 30.4, south: 25.7, west: -87.2, east: -80.1 }],
  ['a few streets', { north: 28.4, south: 28.35, west: -81.6, east: -81.5 }],
  ['an east-west strip', { north: 21.3, south: 20.6, west: -158, east: -155 }],
] as const;

describe.each(sizes)('A map on %s', (_device, size) => {
  it.each(regions)(
    'that shows %s has all of it clear of the edges and buttons',
    (_name, bounds) => {
      const view = fittedView(bounds, size, { closest: 16 });
      const { north, south, west, east } = bounds;
      for (const latitude of [north, south]) {
        for (const longitude of [west, east]) {
          const { x, y } = screenPoint({ latitude, longitude }, view, size);
          expect(x).toBeGreaterThanOrEqual(55);
          expect(y).toBeGreaterThanOrEqual(63);
          // The buttons are 44 pixels wide and 16 from the edge; half a marker is beside them.
          expect(x).toBeLessThanOrEqual(size.width - 115);
          expect(y).toBeLessThanOrEqual(size.height - 55);
        }
      }
    },
  );
});
