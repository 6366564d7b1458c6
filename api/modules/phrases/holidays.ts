import { addDays } from '#common/days.ts';
import { dayOf, daysIn, nextWeekday, weekdayOf, yearOf } from './calendar.ts';
import { listOf } from './listOf.ts';
import { type Rule, readYear } from './dates.ts';

interface Holiday {
  name: string;
  words: readonly string[];
  inYear(year: number): string;
}

const [monday, thursday] = [1, 4];

const fixed =
  (month: number, day: number) =>
  (year: number): string =>
    dayOf(year, month, day) ?? '';

const nth =
  (month: number, weekday: number, nth: number) =>
  (year: number): string =>
    nextWeekday(dayOf(year, month, 1 + 7 * (nth - 1)) ?? '', weekday);

const last =
  (month: number, weekday: number) =>
  (year: number): string => {
    const end = dayOf(year, month, daysIn(year, month)) ?? '';
    return addDays(end, -((weekdayOf(end) - weekday + 7) % 7));
  };

const holidays: Holiday[] = [
  { name: 'Thanksgiving', words: ['thanksgiving'], inYear: nth(11, thursday, 4) },
  { name: 'Christmas', words: ['christmas', 'xmas'], inYear: fixed(12, 25) },
  {
    name: 'New Year’s Eve',
    words: listOf(`
      new year's eve, new years eve, new year's, new years, new year, new year eve`),
    inYear: fixed(12, 31),
  },
  { name: 'Easter', words: ['easter'], inYear: easterSunday },
  { name: 'Memorial Day', words: ['memorial day'], inYear: last(5, monday) },
  {
    name: 'Independence Day',
    words: listOf(`
      independence day, 4 th of july, fourth of july, july 4 th, july fourth, 4 of july,
      the 4 th of july, the fourth of july`),
    inYear: fixed(7, 4),
  },
  { name: 'Labor Day', words: ['labor day', 'labour day'], inYear: nth(9, monday, 1) },
  {
    name: 'Presidents’ Day',
    words: ["presidents' day", 'presidents day', "president's day"],
    inYear: nth(2, monday, 3),
  },
  {
    name: 'Martin Luther King Day',
    words: ['martin luther king day', 'mlk day', 'mlk'],
    inYear: nth(1, monday, 3),
  },
  {
    name: 'Valentine’s Day',
    words: ["valentine's day", 'valentines day', "valentine's", 'valentines'],
    inYear: fixed(2, 14),
  },
  { name: 'Halloween', words: ['halloween'], inYear: fixed(10, 31) },
  { name: 'Columbus Day', words: ['columbus day'], inYear: nth(10, monday, 2) },
  { name: 'Veterans Day', words: ['veterans day'], inYear: fixed(11, 11) },
];

const holidayWords = holidays.flatMap(({ words }) => words);

/**
 * Thanksgiving, Christmas 2027, New Year's week: one of its nights, in the next two years or in a
 * named year.
 */
export const holiday: Rule = (reader, today) => {
  reader.phrase('this', 'next');
  const words = reader.phrase(...holidayWords);
  const found = holidays.find((known) => known.words.includes(words ?? ''));
  if (!found) {
    return undefined;
  }
  reader.phrase('week', 'weekend', 'holiday', 'holidays', 'break', 'day');
  const year = readYear(reader, today);
  const years = year === undefined ? [0, 1, 2].map((ahead) => yearOf(today) + ahead) : [year];
  const nights = years
    .map((candidate) => found.inYear(candidate))
    .filter((night) => night >= today)
    .slice(0, 2);
  return nights.length === 0
    ? undefined
    : { meaning: { oneOfNights: nights }, label: [found.name, year ?? []].flat().join(' ') };
};

function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1) ?? '';
}
