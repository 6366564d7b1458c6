import ICAL from 'ical.js';
import { UnreadableEvent } from './calendarError.ts';
import { momentOf, type Moment } from './values.ts';

/** A recurrence rule whose numbers are all within bounds. */
export interface Rule {
  recur: ICAL.Recur;
  /** The last moment at which the event may begin, inclusive. */
  until: Moment | undefined;
}

/** The longest interval in weeks, months or years that a stay may have. */
const mostInterval = 1_000;

/** A larger COUNT is treated as endless: a daily stay for two centuries has fewer occurrences. */
const mostCount = 100_000;

/** The most values of a rule's list: the days of a year. */
const mostValues = 366;

const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const tooOften = new Set(['HOURLY', 'MINUTELY', 'SECONDLY']);

/** The smallest and largest number of each list; `signed` lists may count from the end. */
const lists: Readonly<Record<string, { least: number; most: number; signed?: true }>> = {
  BYSECOND: { least: 0, most: 59 },
  BYMINUTE: { least: 0, most: 59 },
  BYHOUR: { least: 0, most: 23 },
  BYMONTHDAY: { least: 1, most: 31, signed: true },
  BYYEARDAY: { least: 1, most: 366, signed: true },
  BYWEEKNO: { least: 1, most: 53, signed: true },
  BYMONTH: { least: 1, most: 12 },
  BYSETPOS: { least: 1, most: 366, signed: true },
};

/** The most times that a weekday occurs in a year. */
const mostWeeks = 53;

/**
 * Parses a rule (RRULE) and bounds its numbers: ical.js takes a step for each day of an interval
 * and each value of a list.
 * @param isDate whether the event begins on a day, without a time
 * @throws {UnreadableEvent}
 */
export function ruleOf(value: string, isDate: boolean): Rule {
  const parts = partsOf(value);
  const clean = new Map<string, string>();
  for (const [key, text] of parts) {
    if (key === 'FREQ') {
      clean.set(key, frequencyOf(text));
    } else if (key === 'INTERVAL') {
      clean.set(key, intervalOf(text));
    } else if (key === 'COUNT') {
      const count = /^\d+$/.test(text) ? Number(text) : 0;
      if (count < 1) {
        throw new UnreadableEvent('The rule of the event must repeat it at least once');
      }
      if (count <= mostCount) {
        clean.set(key, String(count));
      }
    } else if (key === 'BYDAY') {
      clean.set(key, valuesOf(text).map(weekdayOf).join(','));
    } else if (key === 'WKST') {
      clean.set(key, weekdayOf(text));
    } else if (key in lists) {
      const numbers = valuesOf(text).map((number) => numberOf(key, number));
      if (!isDate || !['BYSECOND', 'BYMINUTE', 'BYHOUR'].includes(key)) {
        clean.set(key, numbers.join(','));
      }
    } else if (key !== 'UNTIL') {
      throw new UnreadableEvent('The rule of the event has a part that is unknown');
    }
  }
  if (!clean.has('FREQ')) {
    throw new UnreadableEvent('The rule of the event has no frequency');
  }
  const until = parts.get('UNTIL');
  if (until !== undefined && parts.has('COUNT')) {
    throw new UnreadableEvent('The rule of the event has two ends, COUNT and UNTIL');
  }
  return {
    recur: ICAL.Recur.fromString([...clean].map(([key, text]) => `${key}=${text}`).join(';')),
    until: until === undefined ? undefined : momentOf('The end of the rule', until, new Map()),
  };
}

function partsOf(value: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of value.toUpperCase().replace(/\s+/g, '').split(';')) {
    const [key = '', text = '', ...more] = part.split('=');
    if (part !== '' && (text === '' || more.length > 0 || parts.has(key))) {
      throw new UnreadableEvent("The rule of the event can't be read");
    }
    if (part !== '') {
      parts.set(key, text);
    }
  }
  return parts;
}

function frequencyOf(text: string): string {
  if (tooOften.has(text)) {
    throw new UnreadableEvent('The event repeats more often than daily');
  }
  if (!frequencies.has(text)) {
    throw new UnreadableEvent('The rule of the event has an unknown frequency');
  }
  return text;
}

function intervalOf(text: string): string {
  const interval = /^\d+$/.test(text) ? Number(text) : 0;
  if (interval < 1 || interval > mostInterval) {
    throw new UnreadableEvent('The interval of the rule must be from 1 to 1,000');
  }
  return String(interval);
}

function valuesOf(text: string): string[] {
  const values = text.split(',').filter((value) => value !== '');
  if (values.length === 0 || values.length > mostValues) {
    throw new UnreadableEvent('A list in the rule of the event must have 1 to 366 values');
  }
  return values;
}

function weekdayOf(text: string): string {
  const [, sign = '', number, day] = /^([+-]?)(\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text) ?? [];
  const isNumbered = number !== undefined;
  if (day === undefined || (isNumbered ? +number < 1 || +number > mostWeeks : sign !== '')) {
    throw new UnreadableEvent('The rule of the event has a weekday that does not exist');
  }
  return isNumbered ? `${sign === '-' ? '-' : ''}${Number(number)}${day}` : day;
}

function numberOf(key: string, text: string): number {
  const { least, most, signed } = lists[key] ?? { least: 0, most: -1 };
  const number = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : NaN;
  const size = signed ? Math.abs(number) : number;
  if (!(size >= least && size <= most)) {
    throw new UnreadableEvent('The rule of the event has a number that does not exist');
  }
  return number;
}
