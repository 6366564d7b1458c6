import { isoDay } from '../../platform/days.ts';
/** A search text without the holiday in it, and the nights of that holiday. */
export interface HolidayText {
  rest: string;
  /** The holiday's next two dates, as YYYY-MM-DD; undefined if the text names none. */
  nights: [string, string] | undefined;
}

interface Holiday {
  words: RegExp;
  /** Month (1 to 12) and day in a year. */
  inYear(year: number): [month: number, day: number];
}

const holidays: Holiday[] = [
  { words: /\bthanksgiving\b/i, inYear: (year) => [11, nthWeekday(year, 11, thursday, 4)] },
  { words: /\b(christmas|xmas)\b/i, inYear: () => [12, 25] },
  { words: /\bnew year'?s?( eve)?\b/i, inYear: () => [12, 31] },
  { words: /\beaster\b/i, inYear: easterSunday },
  { words: /\bmemorial day\b/i, inYear: (year) => [5, lastWeekday(year, 5, monday)] },
  { words: /\b(independence day|(4th|fourth) of july|july (4th|fourth))\b/i, inYear: () => [7, 4] },
  { words: /\blabou?r day\b/i, inYear: (year) => [9, nthWeekday(year, 9, monday, 1)] },
];

const monday = 1;
const thursday = 4;

/**
 * Removes a holiday from a search text (DESIGN: holiday words in a search mean dates).
 * @param today YYYY-MM-DD. Earlier dates are left out.
 */
export function readHoliday(text: string, today: string): HolidayText {
  const holiday = holidays.find(({ words }) => words.test(text));
  if (!holiday) {
    return { rest: text, nights: undefined };
  }
  const year = Number(today.slice(0, 4));
  const dates = [year, year + 1, year + 2]
    .map((candidate) => isoDate(candidate, ...holiday.inYear(candidate)))
    .filter((date) => date >= today);
  const [next = '', following = ''] = dates;
  return {
    rest: text.replace(holiday.words, ' ').replace(/\s+/g, ' ').trim(),
    nights: [next, following],
  };
}

const isoDate = (year: number, month: number, day: number): string =>
  isoDay(Date.UTC(year, month - 1, day));

const weekdayOf = (year: number, month: number, day: number): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  return 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7) + 7 * (nth - 1);
}

function lastWeekday(year: number, month: number, weekday: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return last - ((weekdayOf(year, month, last) - weekday + 7) % 7);
}

/** Gregorian Easter by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): [number, number] {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return [Math.floor(sum / 31), (sum % 31) + 1];
}
