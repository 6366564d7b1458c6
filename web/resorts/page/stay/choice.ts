import { formatShortDay } from '#web/ui/words/dates.ts';
import { addDays, nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';

/** A free night as the calendar shows it. */
export interface FreeNight {
  price: string;
  /** The shortest stay with it, which begins with it if one can. */
  shortest: Stay;
  /** Whether no longer stay has the nights of the shortest one. */
  isWhole: boolean;
  /** Days on which a stay that begins with it can end. */
  departures: readonly DayRange[];
}

/** Days in a row: both ends are among them. */
interface DayRange {
  from: string;
  to: string;
}

/** Free nights by their days, YYYY-MM-DD. */
export type FreeNights = ReadonlyMap<string, FreeNight>;

/** A stay by its first night and its day of departure. */
export interface Stay {
  from: string;
  to: string;
}

/** Whether a stay of these nights can be booked. */
export const canBook = ({ from, to }: Stay, nights: FreeNights): boolean =>
  nights.get(from)?.departures.some((days) => days.from <= to && to <= days.to) ?? false;

/** The shortest stay with a night, if the owner asks for more than one night. */
export function longerStay(night: FreeNight | undefined): Stay | undefined {
  return night && nightsBetween(night.shortest.from, night.shortest.to) > 1
    ? night.shortest
    : undefined;
}

/** How many nights the owner asks for: 'At least 3 nights', 'Only as a whole: Jun 5 to Jun 12'. */
export function ruleOf({ shortest: { from, to }, isWhole }: FreeNight): string {
  return isWhole
    ? `Only as a whole: ${formatShortDay(from)} to ${formatShortDay(to)}`
    : `At least ${plural(nightsBetween(from, to), 'night')}`;
}

/** Why a stay can't be booked; undefined if it can. */
export function refusalOf(stay: Stay, nights: FreeNights): string | undefined {
  if (canBook(stay, nights)) return undefined;
  const night = nights.get(stay.from);
  return night && stay.to <= night.shortest.to
    ? ruleOf(night)
    : "These nights can't be booked in one unit";
}

/**
 * The stay that is chosen by dragging from one day to another: as long as one can be booked in that
 * direction, and with as many nights as the owner asks for. Undefined if there is none.
 */
export function draggedStay(start: string, day: string, nights: FreeNights): Stay | undefined {
  if (day === start) return undefined;
  if (day > start) {
    const night = nights.get(start);
    const days = night?.departures.findLast(({ from }) => from <= day);
    return days ? { from: start, to: day < days.to ? day : days.to } : night?.shortest;
  }
  for (let from = day; from < start; from = addDays(from, 1)) {
    if (canBook({ from, to: start }, nights)) return { from, to: start };
  }
  for (let from = day; nights.has(from); from = addDays(from, -1)) {
    if (canBook({ from, to: start }, nights)) return { from, to: start };
  }
  const shortest = nights.get(day)?.shortest;
  return shortest && start <= shortest.to ? shortest : undefined;
}
