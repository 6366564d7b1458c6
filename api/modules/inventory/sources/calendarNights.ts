import ICAL from 'ical.js';
import { decode } from './decode.ts';
import { ProviderError } from './source.ts';
import { withinTime } from './timeLimit.ts';

/** Taken nights of one calendar; plain dates, `to` is the day after the last night. */
export type CalendarEntry = { externalId: string; from: string; to: string } | { problem: string };

/** Bytes of the largest calendar: it is read as a whole, and two years of stays take a tenth. */
export const largestCalendar = 2_000_000;

/** Days ahead for which an event that repeats counts. */
const horizonDays = 731;

/** Times that one event may repeat, from its beginning on. */
const mostTimes = 10_000;

/** Milliseconds for the times of one event: some rules never come to an end. */
const patience = 300;

const dayMs = 86_400_000;

/**
 * Nights that the events of a calendar (RFC 5545) take and that are not over yet. Free and cancelled
 * events take none. What is not all day takes the nights it reaches into, by the clock of the event.
 * @param today YYYY-MM-DD
 * @throws {ProviderError} where it is no calendar, is not complete or too large
 */
export async function calendarNights(
  name: string,
  body: AsyncIterable<Uint8Array>,
  today: string,
): Promise<CalendarEntry[]> {
  let text = '';
  for await (const piece of decode(name, body)) {
    text += piece;
  }
  const calendar = parseCalendar(name, text);
  const zone = calendar.getFirstPropertyValue('x-wr-timezone');
  const clock = createClock(typeof zone === 'string' ? zone : undefined);
  const until = dayAfter(today, horizonDays);
  const used = new Map<string, number>();
  const entries: CalendarEntry[] = [];
  for (const event of eventsOf(calendar)) {
    try {
      for (const stay of staysOf(event, clock, until)) {
        if (stay.to > today) {
          const count = (used.get(stay.externalId) ?? 0) + 1;
          used.set(stay.externalId, count);
          // Two events of one name are two stays.
          const externalId = count === 1 ? stay.externalId : `${stay.externalId}#${count}`;
          entries.push({ ...stay, externalId });
        }
      }
    } catch (error) {
      entries.push({ problem: problemOf(error) });
    }
  }
  return entries;
}

function parseCalendar(name: string, text: string): ICAL.Component {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) {
    throw new ProviderError(`What ${name} sent is no calendar`);
  }
  if (!/END:VCALENDAR\s*$/i.test(text)) {
    throw new ProviderError(`${name} ended in the middle`);
  }
  try {
    const parsed = ICAL.parse(text) as unknown[];
    // Several calendars in one file: the library then answers with a list of them.
    return new ICAL.Component((Array.isArray(parsed[0]) ? parsed[0] : parsed) as unknown[]);
  } catch {
    throw new ProviderError(`What ${name} sent is no calendar`);
  }
}

/** Events, and changed times of events that repeat where the event itself is missing. */
function eventsOf(calendar: ICAL.Component): ICAL.Event[] {
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => ({ component, isException: component.hasProperty('recurrence-id') }));
  const uidOf = (component: ICAL.Component): unknown => component.getFirstPropertyValue('uid');
  const exceptions = new Map<unknown, ICAL.Component[]>();
  for (const { component } of events.filter(({ isException }) => isException)) {
    const uid = uidOf(component);
    exceptions.set(uid, [...(exceptions.get(uid) ?? []), component]);
  }
  const masters = new Set<unknown>();
  for (const { component } of events.filter(({ isException }) => !isException)) {
    masters.add(uidOf(component));
  }
  return events
    .filter(({ component, isException }) => !isException || !masters.has(uidOf(component)))
    .map(
      ({ component, isException }) =>
        new ICAL.Event(component, {
          strictExceptions: false,
          exceptions: isException ? [] : (exceptions.get(uidOf(component)) ?? []),
        }),
    );
}

interface Stay {
  externalId: string;
  from: string;
  to: string;
}

function* staysOf(event: ICAL.Event, clock: Clock, until: string): Generator<Stay> {
  if (!event.component.hasProperty('dtstart')) {
    throw new UnreadableEvent('The event has no beginning');
  }
  if (!event.isRecurring()) {
    if (takesNights(event)) {
      yield* stay(event, event.startDate, event.endDate, clock, '');
    }
    return;
  }
  for (const time of timesOf(event, clock, until)) {
    if (takesNights(time.item)) {
      const { recurrenceId } = time;
      yield* stay(time.item, time.startDate, time.endDate, clock, `/${clock(recurrenceId).day}`);
    }
  }
}

function timesOf(
  event: ICAL.Event,
  clock: Clock,
  until: string,
): ReturnType<ICAL.Event['getOccurrenceDetails']>[] {
  const times: ReturnType<ICAL.Event['getOccurrenceDetails']>[] = [];
  withinTime(patience, () => {
    const iterator = event.iterator();
    for (let count = 0; ; count += 1) {
      const next = iterator.next() as ICAL.Time | null;
      if (!next || clock(next).day > until) {
        return;
      }
      if (count === mostTimes) {
        throw new UnreadableEvent('The event repeats too often');
      }
      times.push(event.getOccurrenceDetails(next));
    }
  });
  return times;
}

function takesNights({ component }: ICAL.Event): boolean {
  const plain = (name: string): string => {
    const value = component.getFirstPropertyValue(name);
    return typeof value === 'string' ? value.toUpperCase() : '';
  };
  return plain('transp') !== 'TRANSPARENT' && plain('status') !== 'CANCELLED';
}

function* stay(
  event: ICAL.Event,
  start: ICAL.Time,
  end: ICAL.Time,
  clock: Clock,
  suffix: string,
): Generator<Stay> {
  const first = clock(start);
  const last = clock(end);
  const from = start.isDate || first.hour >= 6 ? first.day : dayAfter(first.day, -1);
  const to = end.isDate || last.hour < 18 ? last.day : dayAfter(last.day, 1);
  if (to < from) {
    throw new UnreadableEvent('The event ends before it begins');
  }
  if (to > from) {
    const uid = typeof event.uid === 'string' && event.uid !== '' ? event.uid : `${from}/${to}`;
    yield { externalId: `${uid.slice(0, 150)}${suffix}`, from, to };
  }
}

/** The day (YYYY-MM-DD) and hour that a clock shows at a time; 24 hours. */
type Clock = (time: ICAL.Time) => { day: string; hour: number };

/** Times are read as they are written; those in UTC by the time zone of the calendar, if it says one. */
function createClock(zone: string | undefined): Clock {
  const format = zone === undefined ? undefined : formatOf(zone);
  return (time) => {
    if (format && !time.isDate && time.zone === ICAL.Timezone.utcTimezone) {
      const parts = new Map(
        format.formatToParts(time.toJSDate()).map(({ type, value }) => [type, value]),
      );
      const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
      return {
        day: `${part('year')}-${part('month')}-${part('day')}`,
        hour: Number(part('hour')) + Number(part('minute')) / 60,
      };
    }
    const day = new Date(Date.UTC(time.year, time.month - 1, time.day)).toISOString().slice(0, 10);
    return { day, hour: time.isDate ? 0 : time.hour + time.minute / 60 };
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  } catch {
    return undefined;
  }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The message says what is wrong with an event. */
class UnreadableEvent extends Error {}

function problemOf(error: unknown): string {
  if (error instanceof UnreadableEvent) {
    return error.message;
  }
  const isEndless = (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  return isEndless ? 'The event repeats by a rule that has no end' : "The event can't be read";
}
