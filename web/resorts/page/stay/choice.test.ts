import { describe, expect, it } from 'vitest';
import { canBook, draggedStay, refusalOf, ruleOf, type FreeNight } from './choice.ts';
import { freeNights } from './testing/freeNights.ts';

const june = (day: number): string => `2027-06-${String(day).padStart(2, '0')}`;

/** Free from June 5 to 8 and from June 10 to 12, in any part. */
const nights = freeNights([june(5), june(8)], [june(10), june(12)]);

it.each([
  [5, 8, true],
  [7, 8, true],
  [5, 9, false],
  [7, 11, false],
  [8, 10, false],
  [6, 6, false],
  [7, 5, false],
])('a stay from June %i to %i can be booked: %s', (from, to, expected) => {
  expect(canBook({ from: june(from), to: june(to) }, nights)).toBe(expected);
});

describe('Dragging', () => {
  it.each([
    ['forward', 5, 7, 5, 7],
    ['beyond the last free night', 6, 11, 6, 8],
    ['back from the departure', 8, 6, 6, 8],
    ['back beyond the first free night', 8, 2, 5, 8],
    ['back over taken nights', 12, 6, 10, 12],
  ])('%s gives the longest stay on the way', (_, start, day, from, to) => {
    expect(draggedStay(june(start), june(day), nights)).toEqual({ from: june(from), to: june(to) });
  });

  it.each([
    ['from a taken night forward', 8, 12],
    ['back from a day that no stay ends on', 4, 1],
    ['back from a day after such a day', 9, 7],
    ['nowhere', 5, 5],
  ])('%s gives no stay', (_, start, day) => {
    expect(draggedStay(june(start), june(day), nights)).toBeUndefined();
  });
});

describe('Where the owner asks for more nights', () => {
  /** Three nights or more of June 5 to 12, and June 20 to 27 only as a whole. */
  const longer = freeNights([june(5), june(12), 3], [june(20), june(27), 7]);
  const atLeast = 'At least 3 nights';
  const whole = 'Only as a whole: Jun 20 to Jun 27';
  const never = "These nights can't be booked in one unit";

  it.each([
    [5, 8, undefined],
    [5, 12, undefined],
    [9, 12, undefined],
    [5, 7, atLeast],
    // Too late to arrive.
    [10, 12, atLeast],
    [5, 13, never],
    [12, 13, never],
    [20, 27, undefined],
    [20, 26, whole],
    [23, 27, whole],
    [23, 28, never],
  ])('a stay from June %i to %i is refused: %s', (from, to, expected) => {
    expect(refusalOf({ from: june(from), to: june(to) }, longer)).toBe(expected);
  });

  it('a shorter stay and a longer one may be possible, and none between them', () => {
    const either = new Map([[june(5), night(6, false, [6, 6], [12, 12])]]);
    const refused = [6, 7, 12].map((to) => refusalOf({ from: june(5), to: june(to) }, either));
    expect(refused).toEqual([undefined, never, undefined]);
    expect(draggedStay(june(5), june(9), either)).toEqual({ from: june(5), to: june(6) });
  });

  it.each([
    ['over a night', 5, 6, 5, 8],
    ['over four nights', 5, 9, 5, 9],
    ['forward from where it is too late to arrive', 11, 12, 9, 12],
    ['back over a night', 12, 11, 9, 12],
    ['back over a night in the middle', 9, 8, 6, 9],
    ['back to where it is too early to leave', 7, 5, 5, 8],
    ['within the whole', 22, 24, 20, 27],
    ['back within the whole', 24, 22, 20, 27],
  ])('dragging %s gives as many', (_, start, day, from, to) => {
    expect(draggedStay(june(start), june(day), longer)).toEqual({
      from: june(from),
      to: june(to),
    });
  });

  it('the rule names the nights, or their number', () => {
    expect(ruleOf(night(8, false))).toBe(atLeast);
    expect(ruleOf(night(12, true))).toBe('Only as a whole: Jun 5 to Jun 12');
  });

  const night = (to: number, isWhole: boolean, ...departures: [number, number][]): FreeNight => ({
    price: '$100',
    shortest: { from: june(5), to: june(to) },
    isWhole,
    departures: departures.map(([first, last]) => ({ from: june(first), to: june(last) })),
  });
});
