import { expect, it } from 'vitest';
import { everyDay, totalOf } from './usageDays.ts';

it('days without calls are shown too, up to the last day', () => {
  const used = [
    { day: '2027-02-20', calls: 9, errors: 9, points: 9 },
    { day: '2027-02-28', calls: 3, errors: 1, points: 40 },
  ];
  const days = everyDay(used, '2027-03-01', 3);
  expect(days.map(({ day, calls }) => [day, calls])).toEqual([
    ['2027-02-27', 0],
    ['2027-02-28', 3],
    ['2027-03-01', 0],
  ]);
  expect(totalOf(days, 'points')).toBe(40);
});
