import { addDays, nightsBetween } from '#common/days.ts';
import {
  dayOf,
  daysIn,
  monthNames,
  monthOf,
  monthsFrom,
  nextPeriod,
  nextWeekday,
  monthLabel,
  rangeLabel,
  seasonLabel,
  seasonOf,
  weekdayOf,
  yearOf,
  type Season,
} from './calendar.ts';
import { listOf } from './listOf.ts';
import type { Arrival, Reading } from './meaning.ts';
import type { Reader } from './reader.ts';
import { plural } from '#common/numbers.ts';
import { formatDay } from '#common/dayWords.ts';

/** Rules for days, weeks, months and seasons in a search text. Each gets the day of today. */
export type Rule = (reader: Reader, today: string) => Reading | undefined;

const longestStay = 60;
const friday = 5;

const months = new Map(
  monthNames.flatMap((name, index) => {
    const lower = name.toLowerCase();
    const names = [lower, lower.slice(0, 3), ...(lower === 'september' ? ['sept'] : [])];
    return names.map((word) => [word, index + 1] as const);
  }),
);

interface MonthDay {
  year: number | undefined;
  month: number;
  day: number;
}

const ordinalEndings = ['st', 'nd', 'rd', 'th'];

export function readYear(reader: Reader, today: string): number | undefined {
  return reader.maybe((inner) => {
    inner.phrase(',', 'of');
    const isShort = inner.phrase("'", '’') !== undefined;
    const year = isShort ? inner.integer(0, 99) : inner.integer(2000, 2099);
    const whole = isShort && year !== undefined ? 2000 + year : year;
    return whole !== undefined && whole >= yearOf(today) - 1 && whole <= yearOf(today) + 9
      ? whole
      : undefined;
  });
}

const countedUnits = listOf(`
  night, nights, nt, nts, day, days, week, weeks, guests, guest, people, persons, adults, adult,
  kids, children, bed, beds, bedroom, bedrooms, br, brs, bd, bdr, star, stars, bath, baths, pax`);

const isCounted = (reader: Reader): boolean =>
  reader.sees((inner) => {
    inner.phrase('-', '+');
    return inner.phrase(...countedUnits);
  });

function readDayNumber(reader: Reader): number | undefined {
  return reader.maybe((inner) => {
    const day = inner.integer(1, 31);
    inner.phrase(...ordinalEndings);
    return day === undefined || isCounted(inner) ? undefined : day;
  });
}

/** A day with its month: June 5, 5th of June 2027, 2027-06-05, 6/5/2027, 13.02.2027. */
function readMonthDay(reader: Reader, today: string): MonthDay | undefined {
  return (
    reader.maybe((inner) => {
      const month = inner.named(months);
      inner.phrase('the');
      const day = month && readDayNumber(inner);
      return month && day ? { month, day, year: readYear(inner, today) } : undefined;
    }) ??
    reader.maybe((inner) => {
      inner.phrase('the');
      const day = readDayNumber(inner);
      inner.phrase('of');
      const month = day && inner.named(months);
      return day && month ? { month, day, year: readYear(inner, today) } : undefined;
    }) ??
    reader.maybe((inner) => {
      const year = inner.integer(2000, 2099);
      const month = year && inner.phrase('-') && inner.integer(1, 12);
      const day = month && inner.phrase('-') && inner.integer(1, 31);
      return year && month && day ? { year, month, day } : undefined;
    }) ??
    reader.maybe((inner) => {
      const month = inner.integer(1, 12);
      const day = month && inner.phrase('/') && inner.integer(1, 31);
      const year = day && inner.maybe((more) => more.phrase('/') && readShortYear(more));
      return month && day ? { year: year || undefined, month, day } : undefined;
    }) ??
    reader.maybe(readDayFirst)
  );
}

/**
 * 13/2/2027, 13.02.2027, 5.6.2027, 13-02-2027. With slashes only if the first number can't be a
 * month.
 */
function readDayFirst(reader: Reader): MonthDay | undefined {
  const day = reader.integer(1, 31);
  const mark = day && reader.phrase('/', '.', '-');
  const month = mark ? reader.integer(1, 12) : undefined;
  if (!day || !month || (mark !== '.' && day <= 12)) {
    return undefined;
  }
  const year = reader.maybe((more) => more.phrase(mark || '/') && readShortYear(more));
  return mark === '/' || year ? { year: year || undefined, month, day } : undefined;
}

function readShortYear(reader: Reader): number | undefined {
  const year = reader.integer(0, 2099);
  return year === undefined || year >= 2000 ? year : year < 100 ? 2000 + year : undefined;
}

/** The next such day; with a year, the day in that year unless it is over. */
function resolve({ year, month, day }: MonthDay, today: string): string | undefined {
  if (year !== undefined) {
    const found = dayOf(year, month, day);
    return found !== undefined && found >= today ? found : undefined;
  }
  return nextPeriod(today, (candidate) => {
    const found = dayOf(candidate, month, day);
    return found === undefined ? undefined : { from: found, to: found };
  })?.from;
}

function readDay(reader: Reader, today: string): string | undefined {
  const wanted = readMonthDay(reader, today);
  return wanted && resolve(wanted, today);
}

const arrivals = ({ from, to }: Arrival, label: string): Reading => ({
  meaning: { arrival: { from, to } },
  label,
});

const arrivalWords = listOf(`
  around, about, near, the week of, week of, the weekend of, weekend of, arriving on, arriving,
  arrive, check in on, check in, starting, from`);

/** June 5, arriving June 5, around June 5, the week of June 5, the weekend of June 5. */
const day: Rule = (reader, today) => {
  const kind = reader.phrase(...arrivalWords);
  const wanted = readDay(reader, today);
  if (wanted === undefined) {
    return undefined;
  }
  if (kind?.endsWith('weekend of')) {
    return weekendNear(wanted);
  }
  if (kind === 'around' || kind === 'about' || kind === 'near' || kind?.endsWith('week of')) {
    const [from, to] = [addDays(wanted, -3), addDays(wanted, 3)];
    return arrivals({ from: later(from, today), to }, `Arrive ${rangeLabel(from, to)}`);
  }
  return arrivals({ from: wanted, to: wanted }, `Arrive ${formatDay(wanted)}`);
};

function weekendNear(wanted: string): Reading {
  const weekday = weekdayOf(wanted);
  return weekendFrom(
    weekday > friday ? addDays(wanted, friday - weekday) : nextWeekday(wanted, friday),
  );
}

const weekendFrom = (first: string): Reading => ({
  meaning: { arrival: { from: first, to: first }, leastNights: 2, mostNights: 2 },
  label: `Weekend of ${rangeLabel(first, addDays(first, 2))}`,
});

const untils = ['to', '-', '–', '—', 'until', 'till', 'through', 'thru'];

/** June 5 to 12, June 28 - July 5 2027, 5-12 June, between June 1 and August 31. */
const stay: Rule = (reader, today) => {
  const isBetween = reader.phrase('between') !== undefined;
  reader.phrase('from');
  const separators = isBetween ? ['and', ...untils] : untils;
  const ends = reader.maybe((inner) => readEnds(inner, today, separators));
  const range = ends && inSequence(...ends, today);
  if (!range) {
    return undefined;
  }
  const { from, to } = range;
  const nights = nightsBetween(from, to);
  if (isBetween || nights > longestStay) {
    return nights > 366 ? undefined : arrivals(range, `Arrive ${rangeLabel(from, to)}`);
  }
  return {
    meaning: { arrival: { from, to: from }, leastNights: nights, mostNights: nights },
    label: rangeLabel(from, to),
  };
};

function readEnds(
  reader: Reader,
  today: string,
  separators: readonly string[],
): [MonthDay, MonthDay] | undefined {
  return (
    reader.maybe((inner) => {
      const first = readMonthDay(inner, today);
      if (!first) return undefined;
      const last = inner.phrase(...separators)
        ? (readMonthDay(inner, today) ?? readDayOfSameMonth(inner, today, first.month))
        : // Two dates in a row are a range if both have a year.
          inner.maybe((more) => {
            more.phrase(',');
            const next = first.year === undefined ? undefined : readMonthDay(more, today);
            return next?.year === undefined ? undefined : next;
          });
      return last ? ([first, last] as [MonthDay, MonthDay]) : undefined;
    }) ??
    reader.maybe((inner) => {
      const from = readDayNumber(inner);
      const last = from && inner.phrase(...separators) ? readMonthDay(inner, today) : undefined;
      return from && last ? ([{ ...last, day: from }, last] as [MonthDay, MonthDay]) : undefined;
    })
  );
}

function readDayOfSameMonth(reader: Reader, today: string, month: number): MonthDay | undefined {
  const to = readDayNumber(reader);
  return to === undefined ? undefined : { month, day: to, year: readYear(reader, today) };
}

/** Adds missing years to both ends, and swaps reversed ends. */
function inSequence(first: MonthDay, last: MonthDay, today: string): Arrival | undefined {
  const year = first.year ?? last.year;
  const from = resolve({ ...first, year }, today);
  if (from === undefined) {
    return undefined;
  }
  const to = last.year === undefined ? resolve(last, from) : dayOf(last.year, last.month, last.day);
  if (to === undefined || to === from) {
    return undefined;
  }
  const swapped = resolve(last, today);
  const isReversed =
    to < from || (nightsBetween(from, to) > 300 && swapped !== undefined && swapped < from);
  if (!isReversed) {
    return { from, to };
  }
  const start = to < from ? to : swapped;
  return start !== undefined && start >= today ? { from: start, to: from } : undefined;
}

interface MonthPart {
  label: string;
  days(length: number): [number, number];
}

const ordinals = ['First', 'Second', 'Third', 'Fourth'];

const monthParts = new Map(
  [
    part('Early', 'early, beginning of, start of', () => [1, 10]),
    part('Mid', 'mid, mid -, middle of', () => [11, 20]),
    part('Late', 'late, end of', (length) => [21, length]),
    part('First half of', 'first half of, first half in', () => [1, 15]),
    part('Second half of', 'second half of, second half in', (length) => [16, length]),
    ...ordinals.map((name, index) =>
      part(`${name} week of`, `${name} week of, ${name} week in`.toLowerCase(), () => [
        1 + 7 * index,
        7 + 7 * index,
      ]),
    ),
    part('Last week of', 'last week of, last week in', (length) => [length - 6, length]),
  ].flat(),
);

function part(label: string, words: string, days: MonthPart['days']): [string, MonthPart][] {
  const said = listOf(words);
  return [...said, ...said.map((each) => `the ${each}`)].map((each) => [each, { label, days }]);
}

const monthPartNames = [...monthParts.keys()];

function readWhich(reader: Reader): 'this' | 'next' | undefined {
  return reader.phrase('this', 'next') as 'this' | 'next' | undefined;
}

/** June, next June, early June 2027, the first week of June, June to August, June or July. */
const month: Rule = (reader, today) => {
  const part = monthParts.get(reader.phrase(...monthPartNames) ?? '');
  const which = readWhich(reader);
  const first = reader.named(months);
  if (first === undefined || reader.sees(readDayNumber)) {
    return undefined;
  }
  const last = part
    ? undefined
    : reader.maybe((inner) => inner.phrase(...untils, 'or', 'and', '/') && inner.named(months));
  const count =
    last === undefined || last === 0 || last === '' ? 1 : ((Number(last) - first + 12) % 12) + 1;
  const year = readYear(reader, today);
  const whole = wholeMonths(first, count, year, which, today);
  if (whole === undefined) {
    return undefined;
  }
  const named = monthsLabel(whole, count);
  if (!part) {
    return arrivals(whole, named);
  }
  const start = { year: yearOf(whole.from), month: monthOf(whole.from) };
  const [from, to] = part.days(daysIn(start.year, start.month));
  const range = {
    from: dayOf(start.year, start.month, from) ?? whole.from,
    to: dayOf(start.year, start.month, to) ?? whole.to,
  };
  return range.to < today ? undefined : arrivals(range, `${part.label} ${named}`);
};

function wholeMonths(
  first: number,
  count: number,
  year: number | undefined,
  which: 'this' | 'next' | undefined,
  today: string,
): Arrival | undefined {
  if (year !== undefined) {
    const months = monthsFrom(year, first, count);
    return months.to < today ? undefined : months;
  }
  const since = which === 'next' ? monthsFrom(yearOf(today), monthOf(today) + 1).from : today;
  return nextPeriod(since, (candidate) => monthsFrom(candidate, first, count));
}

function monthsLabel({ from, to }: Arrival, count: number): string {
  if (count === 1) {
    return monthLabel(from);
  }
  return yearOf(from) === yearOf(to)
    ? `${monthNames[monthOf(from) - 1] ?? ''} – ${monthLabel(to)}`
    : `${monthLabel(from)} – ${monthLabel(to)}`;
}

const seasons = new Map<string, Season>([
  ['spring', 'spring'],
  ['summer', 'summer'],
  ['summertime', 'summer'],
  ['autumn', 'fall'],
  ['fall', 'fall'],
  ['winter', 'winter'],
  ['wintertime', 'winter'],
]);

/** Summer, next summer, winter 2027, summer holidays: by the hemisphere of the resort. */
const season: Rule = (reader, today) => {
  const which = readWhich(reader);
  const name = reader.named(seasons);
  if (!name || reader.sees((inner) => inner.phrase('break'))) {
    return undefined;
  }
  reader.phrase('holidays', 'vacation', 'vacations', 'season', 'time');
  const year = readYear(reader, today);
  if (year !== undefined) {
    readEndOfWinter(reader, year);
  }
  const find = (side: 'north' | 'south'): Arrival | undefined => {
    const inYear = (candidate: number) => seasonOf(name, candidate)[side];
    if (year !== undefined) {
      return inYear(year);
    }
    const next = nextPeriod(today, inYear);
    return which === 'next' && next && next.from <= today
      ? nextPeriod(addDays(next.to, 1), inYear)
      : next;
  };
  const [north, south] = [find('north'), find('south')];
  if (!north || !south || (north.to < today && south.to < today)) {
    return undefined;
  }
  return { meaning: { arrival: north, southArrival: south }, label: seasonLabel(name, north) };
};

/** The second year of "winter 2026/27" and "winter 2026-2027". */
function readEndOfWinter(reader: Reader, year: number): void {
  reader.maybe((inner) => {
    const end = inner.phrase('/', '-', '–') && inner.integer(0, 2099);
    return end === year + 1 || end === (year + 1) % 100 ? end : undefined;
  });
}

/** Spring break: in March and the first half of April. */
const springBreak: Rule = (reader, today) => {
  readWhich(reader);
  if (!reader.phrase('spring break')) {
    return undefined;
  }
  const year = readYear(reader, today);
  const inYear = (candidate: number): Arrival => ({
    from: `${candidate}-03-01`,
    to: `${candidate}-04-15`,
  });
  const period = year === undefined ? nextPeriod(today, inYear) : inYear(year);
  return period && period.to >= today
    ? arrivals(period, `Spring break ${yearOf(period.from)}`)
    : undefined;
};

const soonWords = listOf(`
  today, tonight, tomorrow, this weekend, next weekend, this week, next week, this month,
  next month, last minute, last - minute, this year, next year`);

/** Today, tomorrow, this weekend, next week, next month, last minute, in the next 3 months. */
const soon: Rule = (reader, today) => {
  const said = reader.phrase(...soonWords);
  if (said === undefined) {
    return readAhead(reader, today);
  }
  const ahead = said.startsWith('next') ? 1 : 0;
  const monday = addDays(today, 1 - weekdayOf(today) + 7 * ahead);
  if (said.endsWith('weekend')) {
    const isOver = ahead === 0 && weekdayOf(today) > friday;
    return weekendFrom(isOver ? today : nextWeekday(ahead === 0 ? today : monday, friday));
  }
  if (said.endsWith('month')) {
    const { from, to } = monthsFrom(yearOf(today), monthOf(today) + ahead);
    return arrivals({ from: later(from, today), to }, monthLabel(from));
  }
  if (said.endsWith('year')) {
    return wholeYear(yearOf(today) + ahead, today);
  }
  const [first, last] = dayCounts.get(said) ?? [0, 0];
  const [from, to] = said.endsWith('week')
    ? [later(monday, today), addDays(monday, 6)]
    : [addDays(today, first), addDays(today, last)];
  return arrivals({ from, to }, `Arrive ${rangeLabel(from, to)}`);
};

/** Days from today to the first and the last day. */
const dayCounts = new Map<string, [number, number]>([
  ['tomorrow', [1, 1]],
  ['last minute', [0, 30]],
  ['last - minute', [0, 30]],
]);

const later = (one: string, other: string): string => (one > other ? one : other);

const spans = new Map([
  ['day', 1],
  ['days', 1],
  ['week', 7],
  ['weeks', 7],
  ['month', 30],
  ['months', 30],
]);

function readAhead(reader: Reader, today: string): Reading | undefined {
  reader.phrase('within', 'in');
  reader.phrase('the');
  if (!reader.phrase('next', 'coming')) {
    return undefined;
  }
  const count = reader.integer(1, 365);
  const span = count === undefined ? undefined : reader.named(spans);
  if (count === undefined || span === undefined || count * span > 730) {
    return undefined;
  }
  const to = addDays(today, count * span);
  return arrivals({ from: today, to }, `Arrive ${rangeLabel(today, to)}`);
}

const year: Rule = (reader, today) => {
  const start = reader.at;
  const found = readYear(reader, today);
  if (found === undefined || found < yearOf(today) || reader.isInNumber(start)) {
    return undefined;
  }
  return wholeYear(found, today);
};

const wholeYear = (year: number, today: string): Reading =>
  arrivals({ from: later(`${year}-01-01`, today), to: `${year}-12-31` }, String(year));

/** Week 26, by the week numbers of timeshares. */
const weekNumber: Rule = (reader) => {
  if (!reader.phrase('week', 'wk')) {
    return undefined;
  }
  reader.phrase('#', 'number', 'no');
  const number = reader.integer(1, 53);
  return number === undefined || isCounted(reader)
    ? undefined
    : { meaning: { weekNumber: number }, label: `Week ${number}` };
};

const flexible: Rule = (reader) => {
  const sign =
    reader.phrase('±', 'plus or minus', 'plus minus', 'give or take', '+ / -', '+ -', '+ / –') ??
    reader.phrase('flexible by');
  const days = sign === undefined ? undefined : reader.integer(1, 14);
  return days !== undefined && reader.phrase('days', 'day')
    ? { meaning: { flexibleDays: days }, label: `± ${plural(days, 'day')}` }
    : undefined;
};

export const dateRules: readonly Rule[] = [
  stay,
  day,
  month,
  season,
  springBreak,
  soon,
  year,
  weekNumber,
  flexible,
];
