import { UnreadableEvent } from './calendarError.ts';
import type { Span } from './events.ts';
import { wallDay, wallOf, type Moment } from './values.ts';
import { dayMs } from '#common/days.ts';

const hourMs = dayMs / 24;

/** Ends from 23:59 on count as midnight. */
const lastMinute = dayMs - 60_000;

/**
 * The nights of a span: `from` the first night, `to` the day of departure (YYYY-MM-DD). A night
 * lasts from 18:00 to 6:00: cleaning at noon takes none, a late arrival takes one. Midnight to
 * midnight is whole days, and an end equal to the beginning is one day.
 * @param zone time zone of the resort, for times in UTC; other times count as written
 * @returns undefined if the span takes no night
 * @throws {UnreadableEvent} if it ends before it begins
 */
export function nightsOf(
  { start, end }: Span,
  zone: string | undefined,
): { from: string; to: string } | undefined {
  const begins = localOf(start, zone);
  const ends = localOf(end, zone);
  const isWhole = isMidnight(begins) && (isMidnight(ends) || timeOf(ends) >= lastMinute);
  const hasDay = start.isDate || end.isDate;
  if (hasDay ? dayOf(ends) < dayOf(begins) : ends < begins) {
    throw new UnreadableEvent('The event ends before it begins');
  }
  const first = isWhole || start.isDate || timeOf(begins) >= 6 * hourMs ? 0 : -dayMs;
  const last = end.isDate || timeOf(ends) < (isWhole ? lastMinute : 18 * hourMs) ? 0 : dayMs;
  const from = wallDay(dayOf(begins) + first);
  const to = wallDay(dayOf(ends) + last);
  if (to > from) {
    return { from, to };
  }
  return isWhole || hasDay ? { from, to: wallDay(dayOf(begins) + dayMs) } : undefined;
}

const localOf = ({ wall, isUtc }: Moment, zone: string | undefined): number =>
  (isUtc ? wallOf(wall, zone) : undefined) ?? wall;

const dayOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

const timeOf = (wall: number): number => wall - dayOf(wall);

const isMidnight = (wall: number): boolean => timeOf(wall) === 0;
