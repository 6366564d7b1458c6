/** Arithmetic of days without a time of day, YYYY-MM-DD. For their formats see dates.ts. */

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** Whether a text is a day of the calendar, in the years 1000 to 2999. */
export function isDay(text: string): boolean {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some engines read February 31 as March 3.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** @param days Whole days; negative counts back. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Nights of a stay in [from, to). NaN if one of them is not a day. */
export const nightsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs;

/** @param month YYYY-MM, like the result. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** Today in UTC, YYYY-MM-DD. */
export const today = (): string => new Date().toISOString().slice(0, 10);
