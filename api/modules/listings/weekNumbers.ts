/** The weekday on which the numbered weeks of a resort begin. */
export type WeekRule = 'friday' | 'saturday' | 'sunday';

export interface NumberedWeek {
  /** The year whose first such weekday begins week 1; days before it belong to the year before. */
  year: number;
  /** 1 to 53. */
  week: number;
}

/** As Date.getUTCDay counts. */
const weekdays: Record<WeekRule, number> = { sunday: 0, friday: 5, saturday: 6 };

const dayMs = 86_400_000;

/**
 * The numbered week in which a night lies: week 1 begins on the first Friday, Saturday or Sunday of
 * the year, whichever is the rule of the resort.
 * @param date a plain date, YYYY-MM-DD
 * @throws {RangeError} when it is none
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

/** When week 1 of a year begins, in milliseconds since 1970. */
function firstWeek(year: number, rule: WeekRule): number {
  const newYear = new Date(0);
  newYear.setUTCFullYear(year, 0, 1);
  const wait = (weekdays[rule] - newYear.getUTCDay() + 7) % 7;
  return newYear.getTime() + wait * dayMs;
}
