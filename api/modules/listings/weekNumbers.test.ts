import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekdayOf, weekNumber, weeksOfYear, type WeekRule } from './weekNumbers.ts';
import { addDays, dayMs, isoDay } from '#common/days.ts';
import { weekdays, type Weekday } from '#common/weekdays.ts';

const rules: WeekRule[] = ['friday', 'saturday', 'sunday'];

/** @param days Days since 1970-01-01. */
const dayAt = (days: number): string => isoDay(days * dayMs);

describe('weekNumber', () => {
  it.each(['2024-01-06', '2025-01-04', '2026-01-03', '2027-01-02', '2028-01-01'])(
    'begins week 1 of Saturday weeks on %s',
    (first) => {
      const year = Number(first.slice(0, 4));
      expect(weekNumber(first, 'saturday')).toEqual({ year, week: 1 });
      const before = addDays(first, -1);
      expect(weekNumber(before, 'saturday').year).toBe(year - 1);
      expect(weekNumber(before, 'saturday').week).toBeGreaterThanOrEqual(52);
    },
  );

  it.each([
    ['2026-01-02', 'friday', 2026, 1],
    ['2026-01-01', 'friday', 2025, 52],
    ['2026-01-04', 'sunday', 2026, 1],
    ['2026-01-03', 'sunday', 2025, 52],
    ['2026-01-09', 'saturday', 2026, 1],
    ['2026-01-10', 'saturday', 2026, 2],
    ['2026-12-31', 'saturday', 2026, 52],
    // 2028 begins on a Saturday and is a leap year: it has 53 weeks.
    ['2028-12-30', 'saturday', 2028, 53],
    ['2026-07-04', 'saturday', 2026, 27],
    ['0001-01-01', 'sunday', 0, 53],
  ] as const)('puts %s by %ss into %i, week %i', (day, rule, year, week) => {
    expect(weekNumber(day, rule)).toEqual({ year, week });
  });

  it('gives seven consecutive days one number, and the next number a week later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000, max: 40_000 }),
        fc.constantFrom(...rules),
        (day, rule) => {
          const here = weekNumber(dayAt(day), rule);
          const later = weekNumber(dayAt(day + 7), rule);
          expect(here.week).toBeGreaterThanOrEqual(1);
          expect(here.week).toBeLessThanOrEqual(53);
          expect(later).toEqual(
            later.year === here.year
              ? { year: here.year, week: here.week + 1 }
              : { year: here.year + 1, week: 1 },
          );
          const weekday = new Date(dayAt(day)).getUTCDay();
          const begins = { sunday: 0, friday: 5, saturday: 6 }[rule] === weekday;
          expect(JSON.stringify(weekNumber(dayAt(day - 1), rule)) !== JSON.stringify(here)).toBe(
            begins,
          );
        },
      ),
    );
  });

  it.each(['2026-13-01', '2026-1-3', 'tomorrow', ''])('refuses "%s"', (day) => {
    expect(() => weekNumber(day, 'friday')).toThrow(RangeError);
  });
});

describe('weeksOfYear', () => {
  it.each([
    [2026, 'saturday', 52, '2026-01-03', '2026-12-26'],
    [2028, 'saturday', 53, '2028-01-01', '2028-12-30'],
    [2027, 'friday', 53, '2027-01-01', '2027-12-31'],
    [2027, 'sunday', 52, '2027-01-03', '2027-12-26'],
  ] as const)('for %i by %ss returns %i weeks, %s to %s', (year, rule, count, first, last) => {
    const weeks = weeksOfYear(year, rule);
    expect(weeks).toHaveLength(count);
    expect([weeks[0].checkIn, weeks.at(-1)?.checkIn]).toEqual([first, last]);
  });

  it('returns stays in their numbered weeks that begin on the check-in day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1975, max: 2150 }),
        fc.constantFrom(...rules),
        fc.constantFrom<Weekday>(...weekdays),
        (year, rule, day) => {
          for (const { week, checkIn, checkOut } of weeksOfYear(year, rule, day)) {
            expect(weekNumber(checkIn, rule)).toEqual({ year, week });
            expect(weekdayOf(checkIn)).toBe(day);
            expect(Date.parse(checkOut) - Date.parse(checkIn)).toBe(7 * dayMs);
          }
        },
      ),
    );
  });
});
