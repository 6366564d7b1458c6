import { addDays, addMonths } from '#common/days.ts';

/** The columns of a calendar; weeks begin on Sunday, as is usual in the United States. */
export const weekdays = [
  { short: 'Sun', long: 'Sunday' },
  { short: 'Mon', long: 'Monday' },
  { short: 'Tue', long: 'Tuesday' },
  { short: 'Wed', long: 'Wednesday' },
  { short: 'Thu', long: 'Thursday' },
  { short: 'Fri', long: 'Friday' },
  { short: 'Sat', long: 'Saturday' },
] as const;

const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** The rows of a month, Sunday to Saturday, filled up with days of the adjacent months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const end = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let start = addDays(first, -weekdayOf(first)); start < end; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)));
  }
  return weeks;
}

/** The day to which a key of the WAI-ARIA grid pattern moves; undefined for other keys. */
export function dayAfterKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return sameDay(day, -1);
    case 'PageDown':
      return sameDay(day, 1);
    default:
      return undefined;
  }
}

/** The same day of another month, or the last day of a shorter month. */
function sameDay(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same > last ? last : same;
}
