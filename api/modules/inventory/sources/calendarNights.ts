import { setImmediate as nextTurn } from 'node:timers/promises';
import ICAL from 'ical.js';
import { boundDates, boundRules, TooMuchWork, type Work } from './boundedRules.ts';
import { decode } from './decode.ts';
import { ProviderError } from '../../../context/sources.ts';
import { addDays, isoDay } from '../../../platform/days.ts';

/** A stay in a calendar (YYYY-MM-DD; `to` is the day of departure), or why it can't be read. */
export type CalendarEntry = { externalId: string; from: string; to: string } | { problem: string };

/** The largest calendar in bytes. It is held in memory; two years of stays take a tenth of it. */
export const largestCalendar = 2_000_000;

/** Days ahead for which recurring events are expanded. */
const horizonDays = 731;

/** The most occurrences of one event: stays repeat at most daily. */
const mostTimes = 1_500;

/**
 * The most steps for the rules of one event, and of a calendar. A daily stay since 1900 takes
 * 100,000. An event that uses all its steps blocks the process for about 0.2 seconds.
 */
const mostSteps = { event: 200_000, calendar: 1_000_000 };

/**
 * Stays that the events of a calendar (RFC 5545) take, except those that are over. Free and
 * cancelled events take none. Timed events take the nights they overlap, in the time zone of the
 * event.
 * @param today YYYY-MM-DD
 * @throws {ProviderError} if it is not a calendar, or incomplete
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
  const until = addDays(today, horizonDays);
  const used = new Map<string, number>();
  const entries: CalendarEntry[] = [];
  const budget = { left: mostSteps.calendar };
  const work = { left: 0 };
  const calendars = parseCalendars(name, text);
  for (const calendar of calendars) {
    boundZones(calendar, work);
  }
  for (const { event, clock } of eventsWithClocks(calendars)) {
    // Lets other work run between events.
    await nextTurn();
    const granted = Math.min(mostSteps.event, budget.left);
    work.left = granted;
    try {
      for (const stay of staysOf(event, clock, until, work)) {
        if (stay.to > today) {
          const count = (used.get(stay.externalId) ?? 0) + 1;
          used.set(stay.externalId, count);
          // Two events with the same UID are two stays.
          const externalId = count === 1 ? stay.externalId : `${stay.externalId}#${count}`;
          entries.push({ ...stay, externalId });
        }
      }
    } catch (error) {
      entries.push({ problem: problemOf(error) });
    }
    budget.left -= granted - work.left;
  }
  return entries;
}

/** A file may hold several calendars, each with its own time zones (RFC 5545, section 3.4). */
function parseCalendars(name: string, text: string): ICAL.Component[] {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) {
    throw new ProviderError(`What ${name} sent is no calendar`);
  }
  if (!/END:VCALENDAR\s*$/i.test(text)) {
    throw new ProviderError(`${name} ended in the middle`);
  }
  const components = componentsOf(text);
  if (!components?.every((component) => component.name === 'vcalendar')) {
    throw new ProviderError(`What ${name} sent is no calendar that can be read`);
  }
  return components;
}

function componentsOf(text: string): ICAL.Component[] | undefined {
  try {
    // The library returns one component, or a list of several.
    const parsed = ICAL.parse(text) as unknown[];
    const components = (Array.isArray(parsed[0]) ? parsed : [parsed]) as unknown[][];
    return components.map((component) => new ICAL.Component(component));
  } catch {
    return undefined;
  }
}

function* eventsWithClocks(
  calendars: ICAL.Component[],
): Generator<{ event: ICAL.Event; clock: Clock }> {
  // A clock takes long to make, and a file may hold many calendars.
  const clocks = new Map<string | undefined, Clock>();
  for (const calendar of calendars) {
    const value = calendar.getFirstPropertyValue('x-wr-timezone');
    const zone = typeof value === 'string' ? value.toLowerCase() : undefined;
    const clock = clocks.get(zone) ?? createClock(zone);
    clocks.set(zone, clock);
    for (const event of eventsOf(calendar)) {
      yield { event, clock };
    }
  }
}

/** Time zones have recurrence rules too. */
function boundZones(calendar: ICAL.Component, work: Work): void {
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    for (const part of zone.getAllSubcomponents()) {
      try {
        boundRules(part, work);
      } catch {
        // A rule that can't be read isn't followed: events in this zone can't be read either.
      }
    }
  }
}

/** Events with their exceptions, and exceptions whose recurring event is missing. */
function eventsOf(calendar: ICAL.Component): ICAL.Event[] {
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => ({ component, isException: component.hasProperty('recurrence-id') }));
  const uidOf = (component: ICAL.Component): unknown => component.getFirstPropertyValue('uid');
  const exceptions = new Map<unknown, ICAL.Component[]>();
  for (const { component } of events.filter(({ isException }) => isException)) {
    const uid = uidOf(component);
    const others = exceptions.get(uid);
    if (others) {
      others.push(component);
    } else {
      exceptions.set(uid, [component]);
    }
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

function* staysOf(event: ICAL.Event, clock: Clock, until: string, work: Work): Generator<Stay> {
  if (!event.component.hasProperty('dtstart')) {
    throw new UnreadableEvent('The event has no beginning');
  }
  if (!event.isRecurring()) {
    if (takesNights(event)) {
      yield* stay(event, event.startDate, event.endDate, clock, '');
    }
    return;
  }
  for (const time of timesOf(event, clock, until, work)) {
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
  work: Work,
): ReturnType<ICAL.Event['getOccurrenceDetails']>[] {
  if (work.left < 1) {
    throw new UnreadableEvent('The rules of the calendar take too many steps to follow');
  }
  const times: ReturnType<ICAL.Event['getOccurrenceDetails']>[] = [];
  // Earlier occurrences may have been moved to later, or may still last.
  const since = addDays(until, -2 * horizonDays);
  let found = 0;
  try {
    boundDates(event.component);
    boundRules(event.component, work);
    const iterator = event.iterator();
    for (;;) {
      const next = iterator.next() as ICAL.Time | null;
      if (!next || clock(next).day > until) {
        return times;
      }
      found++;
      if (clock(next).day >= since) {
        times.push(event.getOccurrenceDetails(next));
      }
      if (times.length > mostTimes) {
        throw new UnreadableEvent('The event repeats too often');
      }
    }
  } catch (error) {
    if (error instanceof TooMuchWork) {
      throw new UnreadableEvent(
        found > mostTimes
          ? 'The event repeats too often'
          : 'The event repeats by a rule that has no end',
      );
    }
    throw error;
  }
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
  const from = start.isDate || first.hour >= 6 ? first.day : addDays(first.day, -1);
  const to = end.isDate || last.hour < 18 ? last.day : addDays(last.day, 1);
  if (to < from) {
    throw new UnreadableEvent('The event ends before it begins');
  }
  if (to > from) {
    const uid = typeof event.uid === 'string' && event.uid !== '' ? event.uid : `${from}/${to}`;
    yield { externalId: `${uid.slice(0, 150)}${suffix}`, from, to };
  }
}

/** The local day (YYYY-MM-DD) and hour (0 to 24, with fractions) of a time. */
type Clock = (time: ICAL.Time) => { day: string; hour: number };

/** Times are read as written; those in UTC, in the time zone of the calendar if it has one. */
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
    const day = isoDay(Date.UTC(time.year, time.month - 1, time.day));
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

/** The message says what is wrong with an event. */
class UnreadableEvent extends Error {}

function problemOf(error: unknown): string {
  return error instanceof UnreadableEvent ? error.message : "The event can't be read";
}
