import { formatShortDay } from '#web/ui/words/dates.ts';
import { addDays, nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';

export interface FreeNight {
  price: string;
  /** The shortest stay with this night, beginning with it if possible. */
  shortest: Stay;
  /** Whether no longer stay contains the shortest stay. */
  isWhole: boolean;
  /** Possible last days of a stay from this night on. */
  departures: readonly DayRange[];
}

interface DayRange {
  from: string;
  to: string;
}

/** Free nights by their days, YYYY-MM-DD. */
export type FreeNights = ReadonlyMap<string, FreeNight>;

export interface Stay {
  from: string;
  to: string;
}

export const canBook = ({ from, to }: Stay, nights: FreeNights): boolean =>
  nights.get(from)?.departures.some((days) => days.from <= to && to <= days.to) ?? false;

/** The shortest stay with a night, if the owner requires more than one night. */
export function longerStay(night: FreeNight | undefined): Stay | undefined {
  return night && nightsBetween(night.shortest.from, night.shortest.to) > 1
    ? night.shortest
    : undefined;
}

/** The owner's minimum in words: 'At least 3 nights', 'Only as a whole: Jun 5 to Jun 12'. */
export function ruleOf({ shortest: { from, to }, isWhole }: FreeNight): string {
  return isWhole
    ? `Only as a whole: ${formatShortDay(from)} to ${formatShortDay(to)}`
    : `At least ${plural(nightsBetween(from, to), 'night')}`;
}

export function refusalOf(stay: Stay, nights: FreeNights): string | undefined {
  if (canBook(stay, nights)) return undefined;
  const night = nights.get(stay.from);
  return night && stay.to <= night.shortest.to
    ? ruleOf(night)
    : "These nights can't be booked in one unit";
}

/**
 * The stay chosen by dragging from one day to another: the longest bookable stay in that direction,
 * with at least the owner's minimum. Undefined without one.
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
