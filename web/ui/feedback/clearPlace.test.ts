import { describe, expect, it } from 'vitest';
import { clearPlace, toastPlaces, type Box, type ToastPlace } from './clearPlace.ts';

const boxes: Record<ToastPlace, Box> = {
  'bottom right': { left: 1024, top: 800, right: 1424, bottom: 884 },
  'bottom left': { left: 16, top: 800, right: 416, bottom: 884 },
  'top right': { left: 1024, top: 88, right: 1424, bottom: 172 },
  'top left': { left: 16, top: 88, right: 416, bottom: 172 },
  header: { left: 16, top: 4, right: 374, bottom: 88 },
};

const placeOf = (windowWidth: number, kept: readonly Box[]) =>
  clearPlace(toastPlaces(windowWidth), (place) => boxes[place], kept);

const button = (left: number, top: number): Box => ({
  left,
  top,
  right: left + 160,
  bottom: top + 46,
});

describe('A toast', () => {
  it('stands at the bottom right while nothing is there, on phones over the header', () => {
    expect(placeOf(1440, [])).toBe('bottom right');
    expect(placeOf(1440, [button(500, 300)])).toBe('bottom right');
    expect(placeOf(390, [button(100, 300)])).toBe('header');
  });

  it('leaves buttons and totals uncovered where there is a free place', () => {
    const kept: Box[] = [];
    for (const [corner, next] of [
      [button(1200, 820), 'bottom left'],
      [button(30, 840), 'top right'],
      [button(1100, 100), 'top left'],
    ] as const) {
      kept.push(corner);
      expect(placeOf(1440, kept)).toBe(next);
    }
    // Higher than the header, over which it stands.
    expect(placeOf(390, [button(30, 80)])).toBe('bottom right');
  });

  it('covers least where every place is in use', () => {
    const kept = toastPlaces(1440).map((place) =>
      place === 'top right' ? { ...boxes[place], right: 1034 } : boxes[place],
    );
    expect(placeOf(1440, kept)).toBe('top right');
  });
});
