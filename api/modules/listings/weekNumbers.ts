import { dayMs, isoDay } from '#common/days.ts';
import { weekdays, type Weekday } from '#common/weekdays.ts';

export type WeekRule = 'friday' | 'saturday' | 'sunday';

export interface NumberedWeek {
  /** Days before week 1 belong to the previous year. */
  year: number;
  week: number;
}

/** Seven nights in a numbered week; plain dates, YYYY-MM-DD. */
export interface WeekStay {
  week: number;
  checkIn: string;
  checkOut: string;
}

/**
 * The numbered week of a night. Week 1 begins on the first Friday, Saturday or Sunday of the year,
 * depending on the resort's rule.
 * @param date Plain date, YYYY-MM-DD.
 * @throws {RangeError} if it is not a date
 */
export function weekNumber(date: string, rule: WeekRule): NumberedWeek {
  const day = Date.parse(date);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(day)) {
    throw new RangeError(`A date is written like 2026-01-03, not ${date}`);
  }
  const year = new Date(day).getUTCFullYear();
  const start = firstWeek(year, rule);
  const from = day >= start ? start : firstWeek(year - 1, rule);
  return {
    year: day >= start ? year : year - 1,
    week: Math.floor((day - from) / (7 * dayMs)) + 1,
  };
}

export const weekdayOf = (date: string): Weekday =>
  weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? 'monday';

/**
 * The 52 or 53 numbered weeks of a year, each with the seven-night stay that begins in it.
 * @param checkInDay The weekday of arrival. Defaults to the first day of the weeks.
 */
export function weeksOfYear(
  year: number,
  rule: WeekRule,
  checkInDay: Weekday = rule,
): [WeekStay, ...WeekStay[]] {
  const wait = (weekdays.indexOf(checkInDay) - weekdays.indexOf(rule) + 7) % 7;
  const first = firstWeek(year, rule);
  const stay = (week: number): WeekStay => {
    const checkIn = first + ((week - 1) * 7 + wait) * dayMs;
    return { week, checkIn: isoDay(checkIn), checkOut: isoDay(checkIn + 7 * dayMs) };
  };
  const weeks = Math.round((firstWeek(year + 1, rule) - first) / (7 * dayMs));
  return [stay(1), ...Array.from({ length: weeks - 1 }, (_, index) => stay(index + 2))];
}

function firstWeek(year: number, rule: WeekRule): number {
  const newYear = new Date(0);
  newYear.setUTCFullYear(year, 0, 1);
  const wait = (weekdays.indexOf(rule) + 1 - newYear.getUTCDay() + 7) % 7;
  return newYear.getTime() + wait * dayMs;
}
