import { dayMs } from '#common/days.ts';

/** English date formats; plain dates have no time zone. */

const english = 'en-US';

const formats = {
  day: new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeZone: 'UTC' }),
  moment: new Intl.DateTimeFormat(english, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }),
  longDay: new Intl.DateTimeFormat(english, { dateStyle: 'full', timeZone: 'UTC' }),
  weekday: new Intl.DateTimeFormat(english, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }),
  shortDay: new Intl.DateTimeFormat(english, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(english, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

const relative = new Intl.RelativeTimeFormat(english, { numeric: 'always' });

/** '2027-02-13' as 'Feb 13, 2027'. */
export const formatDay = (date: string): string => formats.day.format(new Date(date));

/** '2027-02-13' as 'Feb 13', if the year is clear. */
export const formatShortDay = (date: string): string => formats.shortDay.format(new Date(date));

/** '2027-02-13' as 'Saturday, February 13, 2027'. */
export const formatLongDay = (date: string): string => formats.longDay.format(new Date(date));

/** An instant as 'Feb 13, 2027, 9:30 AM UTC', the same for everyone. */
export const formatMoment = (instant: string): string =>
  `${withPlainSpaces(formats.moment.format(new Date(instant)))} UTC`;

/** Browsers and servers use different spaces before 'AM'. */
export const withPlainSpaces = (text: string): string => text.replaceAll('\u202F', ' ');

/** '2027-02' as 'February 2027'. */
export const formatMonth = (month: string): string => formats.month.format(new Date(`${month}-01`));

/** First and last day of a stay: 'Sat, Feb 13 – Sat, Feb 20, 2027'. */
export function formatStay(from: string, to: string): string {
  const [start, end] = [
    formats.weekday.format(new Date(from)),
    formats.weekday.format(new Date(to)),
  ];
  const [startYear, endYear] = [from.slice(0, 4), to.slice(0, 4)];
  return `${start}${startYear === endYear ? '' : `, ${startYear}`} – ${end}, ${endYear}`;
}

/** First and last day, without their weekdays: 'Feb 13 – Feb 20, 2027'. */
export const formatDays = (from: string, to: string): string =>
  from.slice(0, 4) === to.slice(0, 4)
    ? `${formatDay(from).replace(/, \d+$/, '')} – ${formatDay(to)}`
    : `${formatDay(from)} – ${formatDay(to)}`;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Milliseconds until a deadline as 'due in 19 hours', or 'overdue'. */
export function dueInWords(milliseconds: number): string {
  if (milliseconds <= 0) return 'overdue';
  const [unit, length] = steps.find(([, least]) => milliseconds >= least) ?? ['minute', 60_000];
  return `due ${relative.format(Math.max(1, Math.floor(milliseconds / length)), unit)}`;
}

/** How long ago an instant was: '3 weeks ago', 'just now'. */
export function timeAgo(instant: string, now: number): string {
  const passed = now - Date.parse(instant);
  const [unit, length] = steps.find(([, least]) => passed >= least) ?? [];
  return unit === undefined || length === undefined
    ? 'just now'
    : relative.format(-Math.floor(passed / length), unit);
}
