import { UnreadableEvent } from './calendarError.ts';
import { dayMs, isoDay } from '#common/days.ts';

export interface Moment {
  /** Wall-clock time as milliseconds since 1970, as if the clock showed UTC. */
  wall: number;
  isDate: boolean;
  isUtc: boolean;
  /** The TZID; undefined for UTC and for floating times. */
  zone: string | undefined;
}

/** The longest duration: an owner may block years, but not a century. */
const longestMs = 36_600 * dayMs;

const utcNames = /^(?:etc\/)?(?:utc|gmt|zulu|uct)$/i;

/**
 * Parses a day or time. Eight digits are a day, whatever the parameters are.
 * @throws {UnreadableEvent} if the text is neither, or does not exist
 */
export function momentOf(
  what: string,
  value: string,
  parameters: ReadonlyMap<string, string>,
): Moment {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i.exec(value.trim());
  if (!parts) {
    throw new UnreadableEvent(`${what} must be like 20270213 or 20270213T160000`);
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  const exists =
    new Date(midnight).getUTCMonth() === month - 1 && new Date(midnight).getUTCDate() === day;
  if (year === 0 || !exists || hour > 23 || minute > 59 || second > 60) {
    throw new UnreadableEvent(`${what} does not exist`);
  }
  const isDate = parts[4] === undefined || parameters.get('VALUE')?.toUpperCase() === 'DATE';
  const zone = parameters.get('TZID');
  const isUtc = !isDate && (parts[7] !== undefined || utcNames.test(zone ?? ''));
  const time = isDate ? 0 : ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000;
  return { wall: midnight + time, isDate, isUtc, zone: isUtc ? undefined : zone };
}

/**
 * Parses a duration such as P7D or PT36H.
 * @returns milliseconds
 * @throws {UnreadableEvent} if the text is no duration, or longer than 100 years
 */
export function durationOf(value: string): number {
  const parts =
    /^([+-]?)P(?:(\d{1,12})W)?(?:(\d{1,12})D)?(?:T(?:(\d{1,12})H)?(?:(\d{1,12})M)?(?:(\d{1,12})S)?)?$/i.exec(
      value.trim(),
    );
  const [sign, ...numbers] = parts?.slice(1) ?? [];
  if (sign === undefined || numbers.every((number: string | undefined) => number === undefined)) {
    throw new UnreadableEvent('The duration must be like P7D or PT36H');
  }
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map(
    (number: string | undefined) => Number(number ?? 0),
  );
  const length =
    (((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds) *
    1000 *
    (sign === '-' ? -1 : 1);
  if (Math.abs(length) > longestMs) {
    throw new UnreadableEvent('The event lasts longer than 100 years');
  }
  return length;
}

export function endAfter(start: Moment, length: number): Moment {
  const isDate = start.isDate && length % dayMs === 0;
  return { ...start, wall: start.wall + length, isDate };
}

/** The day of a wall-clock time, within the years that stays may have. */
export const wallDay = (wall: number): string =>
  isoDay(Math.min(Math.max(wall, firstDay), lastDay));

const firstDay = Date.parse('1900-01-02');
const lastDay = Date.parse('2199-12-31');

/** Converts instants to the wall clock of a time zone; undefined for an unknown zone. */
export function wallOf(instant: number, zone: string | undefined): number | undefined {
  const format = zone === undefined ? undefined : formatOf(zone);
  if (!format) {
    return undefined;
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

/** Cached: a format is slow to make, and a file may name thousands of zones. */
const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const mostFormats = 500;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  // Some programs write /example.org/America/Phoenix.
  const plain = zone.startsWith('/') ? zone.split('/').slice(-2).join('/') : zone;
  if (!formats.has(plain)) {
    if (formats.size >= mostFormats) {
      formats.clear();
    }
    formats.set(plain, makeFormat(plain));
  }
  return formats.get(plain);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}
