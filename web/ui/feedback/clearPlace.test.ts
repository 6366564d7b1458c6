import { describe, expect, it } from 'vitest';
import { boxAt, clearPlace, toastPlaces, type Box } from './clearPlace.ts';

const window: Box = { left: 0, top: 0, right: 1440, bottom: 900 };
const toast: Box = { left: 1024, top: 800, right: 1424, bottom: 884 };

const button = (left: number, top: number): Box => ({
  left,
  top,
  right: left + 160,
  bottom: top + 46,
});

describe('A toast', () => {
  it('stands at the bottom right while nothing is there', () => {
    expect(clearPlace(toast, window, [])).toBe('bottom right');
    expect(clearPlace(toast, window, [button(100, 100)])).toBe('bottom right');
  });

  it('leaves buttons and totals uncovered where there is a free corner', () => {
    const kept: Box[] = [];
    for (const [corner, next] of [
      [button(1200, 820), 'bottom left'],
      [button(30, 840), 'top right'],
      [button(1100, 20), 'top left'],
    ] as const) {
      kept.push(corner);
      expect(clearPlace(toast, window, kept)).toBe(next);
    }
  });

  it('covers least where every corner is in use', () => {
    const kept = toastPlaces.map((place) => boxAt(place, toast, window));
    const [small = toast] = kept.slice(2);
    kept[2] = { ...small, right: small.left + 10 };
    expect(clearPlace(toast, window, kept)).toBe('top right');
  });
});
