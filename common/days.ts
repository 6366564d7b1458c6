/** YYYY-MM-DD, without a time zone; arithmetic uses UTC, where each day has 24 hours. */

/** Milliseconds. */
export const dayMs = 86_400_000;

/** The day of an instant in UTC. Prisma returns columns of type `date` as midnight UTC. */
export const isoDay = (instant: Date | number): string =>
  new Date(instant).toISOString().slice(0, 10);

export const utcToday = (): string => isoDay(Date.now());

/** Today in the earliest time zone: UTC+14. */
export const latestToday = (): string => isoDay(Date.now() + (14 * dayMs) / 24);

/** Today in the latest time zone: UTC-12. */
export const earliestToday = (): string => isoDay(Date.now() - dayMs / 2);

/** @param days Whole days; negative counts back. */
export const addDays = (day: string, days: number): string =>
  isoDay(Date.parse(day) + days * dayMs);

/** Today's day and month, this many years ahead, in UTC. */
export function yearsAhead(years: number): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return isoDay(date);
}

/** Nights of a stay in [from, to). NaN if either text is not a day. */
export const nightsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs;

/** Whether a text is a day of the calendar, in the years 1000 to 2999. */
export function isDay(text: string): boolean {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some engines read February 31 as March 3.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** @param month YYYY-MM, like the result. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}
