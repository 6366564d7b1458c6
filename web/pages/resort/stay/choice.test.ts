import { describe, expect, it } from 'vitest';
import { canBook, draggedStay, type FreeNights } from './choice.ts';

/** Free from June 5 to 8, and from June 10 to 12. */
const nights: FreeNights = new Map(
  [
    ['2027-06-05', '2027-06-08'],
    ['2027-06-06', '2027-06-08'],
    ['2027-06-07', '2027-06-08'],
    ['2027-06-10', '2027-06-12'],
    ['2027-06-11', '2027-06-12'],
  ].map(([day = '', stayUntil = '']) => [day, { price: '$100', stayUntil }]),
);

const june = (day: number): string => `2027-06-${String(day).padStart(2, '0')}`;

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
    ['nowhere', 5, 5],
  ])('%s gives no stay', (_, start, day) => {
    expect(draggedStay(june(start), june(day), nights)).toBeUndefined();
  });
});
