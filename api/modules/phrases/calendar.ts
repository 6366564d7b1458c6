import { formatDay, formatDays } from '#common/dayWords.ts';
import { addDays, isoDay } from '#common/days.ts';
import { listOf } from './listOf.ts';
import type { Arrival } from './meaning.ts';

export const monthNames = listOf(`
  January, February, March, April, May, June, July, August, September, October, November, December`);

/**
 * The day YYYY-MM-DD of a month (1 to 12; larger numbers continue into later years); undefined if
 * the month has no such day.
 */
export function dayOf(year: number, month: number, day: number): string | undefined {
  return day >= 1 && day <= daysIn(year, month)
    ? isoDay(Date.UTC(year, month - 1, day))
    : undefined;
}

export const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

export const yearOf = (day: string): number => Number(day.slice(0, 4));

export const monthOf = (day: string): number => Number(day.slice(5, 7));

export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** All days of whole months: `count` months from this month on. */
export function monthsFrom(year: number, month: number, count = 1): Arrival {
  return {
    from: isoDay(Date.UTC(year, month - 1, 1)),
    to: isoDay(Date.UTC(year, month - 1 + count, 0)),
  };
}

export const nextPeriod = (
  today: string,
  inYear: (year: number) => Arrival | undefined,
): Arrival | undefined =>
  // February 29 may be up to eight years ahead.
  Array.from({ length: 10 }, (_, index) => inYear(yearOf(today) - 1 + index)).find(
    (period) => period !== undefined && period.to >= today,
  );

export const nextWeekday = (day: string, weekday: number): string =>
  addDays(day, (weekday - weekdayOf(day) + 7) % 7);

export const rangeLabel = (from: string, to: string): string =>
  from === to ? formatDay(from) : formatDays(from, to).replaceAll('\u2009', ' ');

/** The first month of each season north of the equator; a season has three months. */
const firstMonthOf = { spring: 3, summer: 6, fall: 9, winter: 12 } as const;

export type Season = keyof typeof firstMonthOf;

/** A season that begins in a year; in the south, seasons are six months apart. */
export function seasonOf(name: Season, year: number): { north: Arrival; south: Arrival } {
  const month = firstMonthOf[name];
  return {
    north: monthsFrom(year, month, 3),
    south: monthsFrom(year, ((month + 5) % 12) + 1, 3),
  };
}

export const monthLabel = (day: string): string =>
  `${monthNames[monthOf(day) - 1] ?? ''} ${yearOf(day)}`;

/**
 * For example 'Summer 2027' or 'Winter 2026–27'.
 * @param north Its days north of the equator.
 */
export function seasonLabel(name: Season, { from, to }: Arrival): string {
  const years = name === 'winter' ? `${yearOf(from)}–${yearOf(to) % 100}` : yearOf(from);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${years}`;
}
