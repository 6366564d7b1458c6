import { TooMuchWork, type Work } from './boundedRules.ts';
import { UnreadableEvent } from './calendarError.ts';
import { componentsOf, type Component } from './components.ts';
import { busySpansOf, eventOf, uidOf, type ReadEvent, type Span } from './events.ts';
import { linesOf } from './lines.ts';
import { spansOf } from './occurrences.ts';
import { wallDay, wallOf, type Moment } from './values.ts';
import { dayMs } from '#common/days.ts';

/**
 * An entry of a calendar: a stay (YYYY-MM-DD; `to` is the day of departure), a problem that may
 * hide nights, or a remark that hides none.
 */
export type CalendarEntry =
  | { externalId: string; from: string; to: string }
  | { problem: string }
  | { remark: string };

export interface Reading {
  /** YYYY-MM-DD; past stays are left out. */
  today: string;
  /** Time zone of the resort; undefined counts times in UTC as written. */
  timeZone: string | undefined;
}

/** The most stays and the most messages of a calendar. */
const mostStays = 50_000;
const mostMessages = 200;

/**
 * The most steps for the rules of one event, and of a calendar. A daily stay since 1900 takes
 * 100,000; 200,000 steps take about 0.2 seconds.
 */
const mostSteps = { event: 200_000, calendar: 1_000_000 };

/**
 * The stays of a calendar (RFC 5545) without past stays. Free and cancelled events take no nights.
 * An unreadable part becomes a problem or a remark and costs at most its event. The id of a stay
 * includes its nights, so another event with the same UID can't move the stay. Equal stays with the
 * same UID are one stay.
 * @param budget steps that rules may take
 * @returns messages first, so that the caller knows whether the calendar is whole before it
 *   stores stays
 * @throws {UnreadableCalendar} if it is not a calendar, or incomplete
 */
export function readCalendar(
  bytes: Uint8Array,
  { today, timeZone }: Reading,
  budget: Work = { left: mostSteps.calendar },
): CalendarEntry[] {
  const { calendars, problems: lineProblems } = componentsOf(linesOf(bytes));
  const problems: string[] = [];
  const remarks: string[] = [];
  for (const { message, mayTakeNights } of lineProblems) {
    (mayTakeNights ? problems : remarks).push(message);
  }
  const stays = new Map<string, CalendarEntry>();
  for (const calendar of calendars) {
    const zone = timeZone ?? zoneNameOf(calendar);
    /** Reads an event; adds a message if that fails. */
    const attempt = <T>(component: Named, read: () => T): T | undefined => {
      try {
        return read();
      } catch (error) {
        problems.push(named(problemOf(error), component));
        return undefined;
      }
    };
    const add = (uid: string, { from, to }: { from: string; to: string }): void => {
      if (to > today) {
        const externalId = `${from}/${to} ${uid}`.trimEnd();
        stays.set(externalId, { externalId, from, to });
        if (stays.size > mostStays) {
          throw new UnreadableEvent('The calendar has too many stays');
        }
      }
    };

    const events: ReadEvent[] = [];
    for (const component of calendar.children) {
      const subject = { uid: uidOf(component), line: component.line };
      if (component.name === 'VEVENT') {
        const event = attempt(subject, () => eventOf(component));
        if (event) {
          events.push(event);
        }
      } else if (component.name === 'VFREEBUSY') {
        for (const span of attempt(subject, () => busySpansOf(component)) ?? []) {
          attempt(subject, () => {
            const nights = nightsOf(span, zone);
            if (nights) {
              add(subject.uid, nights);
            }
          });
        }
      }
    }

    const exceptions = exceptionsByUid(events);
    const context = { today, zone, offsets: offsetsOf(calendar) };
    for (const event of events) {
      const others = event.replaces ? [] : (exceptions.get(event.uid) ?? []);
      const granted = Math.min(mostSteps.event, budget.left);
      const work = { left: granted };
      attempt(event, () => {
        const nights = spansOf(event, others, context, work).map((span) => nightsOf(span, zone));
        for (const each of nights) {
          if (each) {
            add(event.uid, each);
          }
        }
      });
      budget.left -= granted - Math.max(0, work.left);
      remarks.push(...event.remarks.map((remark) => named(remark, event)));
    }
  }
  return [...messagesOf(problems, remarks), ...stays.values()];
}

interface Named {
  uid: string;
  line: number;
}

const named = (message: string, { uid, line }: Named): string =>
  `${message} (event ${uid === '' ? '' : `"${uid.slice(0, 60)}" `}in line ${line})`;

function problemOf(error: unknown): string {
  if (error instanceof TooMuchWork) {
    return 'The event repeats by a rule that has no end';
  }
  return error instanceof UnreadableEvent ? error.message : "The event can't be read";
}

function messagesOf(problems: string[], remarks: string[]): CalendarEntry[] {
  const messages = [
    ...problems.map((problem) => ({ problem })),
    ...remarks.map((remark) => ({ remark })),
  ];
  const more = messages.length - mostMessages;
  return more > 0
    ? [...messages.slice(0, mostMessages), { remark: `${more} more things can't be read` }]
    : messages;
}

function exceptionsByUid(events: ReadEvent[]): Map<string, ReadEvent[]> {
  const byUid = new Map<string, ReadEvent[]>();
  for (const event of events.filter(({ replaces }) => replaces)) {
    const others = byUid.get(event.uid);
    if (others) {
      others.push(event);
    } else {
      byUid.set(event.uid, [event]);
    }
  }
  return byUid;
}

const zoneNameOf = ({ properties }: Component): string | undefined =>
  properties.find(({ name }) => name === 'X-WR-TIMEZONE')?.value.trim();

/**
 * The largest offset from UTC of each time zone defined in the calendar, in milliseconds. Other
 * readers don't know many of these names, such as "Mountain Standard Time".
 */
function offsetsOf({ children }: Component): Map<string, number> {
  const offsets = new Map<string, number>();
  for (const { properties, children: parts } of children.filter(
    ({ name }) => name === 'VTIMEZONE',
  )) {
    const id = properties.find(({ name }) => name === 'TZID')?.value.trim();
    for (const line of parts.flatMap((part) => part.properties)) {
      const [, sign, hours, minutes] = /^\s*([+-])(0\d|1[0-4])([0-5]\d)/.exec(line.value) ?? [];
      if (id !== undefined && line.name === 'TZOFFSETTO' && sign !== undefined) {
        const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
        offsets.set(id, Math.max(offsets.get(id) ?? -Infinity, sign === '-' ? -size : size));
      }
    }
  }
  return offsets;
}

const hourMs = dayMs / 24;

/** Ends from 23:59 on count as midnight. */
const lastMinute = dayMs - 60_000;

/**
 * The nights of a span: `from` the first night, `to` the day of departure (YYYY-MM-DD). A night
 * lasts from 18:00 to 6:00: cleaning at noon takes none, a late arrival takes one. Midnight to
 * midnight is whole days, and an end equal to the beginning is one day.
 * @param zone time zone of the resort, for times in UTC; other times count as written
 * @returns undefined if the span takes no night
 * @throws {UnreadableEvent} if it ends before it begins
 */
function nightsOf(
  { start, end }: Span,
  zone: string | undefined,
): { from: string; to: string } | undefined {
  const begins = localOf(start, zone);
  const ends = localOf(end, zone);
  const isWhole = isMidnight(begins) && (isMidnight(ends) || timeOf(ends) >= lastMinute);
  const hasDay = start.isDate || end.isDate;
  if (hasDay ? dayOf(ends) < dayOf(begins) : ends < begins) {
    throw new UnreadableEvent('The event ends before it begins');
  }
  const first = isWhole || start.isDate || timeOf(begins) >= 6 * hourMs ? 0 : -dayMs;
  const last = end.isDate || timeOf(ends) < (isWhole ? lastMinute : 18 * hourMs) ? 0 : dayMs;
  const from = wallDay(dayOf(begins) + first);
  const to = wallDay(dayOf(ends) + last);
  if (to > from) {
    return { from, to };
  }
  return isWhole || hasDay ? { from, to: wallDay(dayOf(begins) + dayMs) } : undefined;
}

const localOf = ({ wall, isUtc }: Moment, zone: string | undefined): number =>
  (isUtc ? wallOf(wall, zone) : undefined) ?? wall;

const dayOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

const timeOf = (wall: number): number => wall - dayOf(wall);

const isMidnight = (wall: number): boolean => timeOf(wall) === 0;
