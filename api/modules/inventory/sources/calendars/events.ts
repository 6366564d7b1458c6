import { UnreadableEvent } from './calendarError.ts';
import type { Component } from './components.ts';
import type { Line } from './lines.ts';
import { ruleOf, type Rule } from './rules.ts';
import { durationOf, endAfter, momentOf, type Moment } from './values.ts';
import { dayMs } from '#common/days.ts';

export interface Span {
  start: Moment;
  end: Moment;
}

export interface ReadEvent {
  uid: string;
  line: number;
  /** False for events that are free or cancelled; these need no readable times. */
  takesNights: boolean;
  span: Span | undefined;
  rules: Rule[];
  added: Span[];
  excluded: Moment[];
  /** The occurrence that this event replaces. */
  replaces: { moment: Moment; andFollowing: boolean } | undefined;
  /** Unreadable parts that don't affect the nights. */
  remarks: string[];
}

const mostDates = 5_000;

/** Properties of an event without effect on its nights (RFC 5545, RFC 7986, RFC 9073). */
const otherProperties = new Set(
  (
    'ATTACH ATTENDEE CATEGORIES CLASS COLOR COMMENT CONCEPT CONFERENCE CONTACT CREATED DESCRIPTION ' +
    'DTSTAMP EXDATE EXRULE GEO IMAGE LAST-MODIFIED LINK LOCATION NAME ORGANIZER PRIORITY ' +
    'RECURRENCE-ID REFID RELATED-TO REQUEST-STATUS RESOURCES SEQUENCE SOURCE STATUS ' +
    'STYLED-DESCRIPTION SUMMARY TRANSP UID URL'
  ).split(' '),
);

const timedProperties = new Set(['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'FREEBUSY']);

/** @throws {UnreadableEvent} if nights may be missing */
export function eventOf(event: Component): ReadEvent {
  const says = (name: string, value: string): boolean => {
    const lines = linesNamed(event, name);
    return lines.length > 0 && lines.every((line) => line.value.trim().toUpperCase() === value);
  };
  const read: ReadEvent = {
    uid: uidOf(event),
    line: event.line,
    takesNights: !says('TRANSP', 'TRANSPARENT') && !says('STATUS', 'CANCELLED'),
    span: undefined,
    rules: [],
    added: [],
    excluded: [],
    replaces: undefined,
    remarks: [],
  };
  const tolerate = <T>(attempt: () => T): T | undefined => {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) {
        throw error;
      }
      read.remarks.push(error.message);
      return undefined;
    }
  };
  read.replaces = tolerate(() => replacedBy(event));
  if (!read.takesNights) {
    return read;
  }
  requireWhole(event);
  const span = spanOf(event);
  read.span = span;
  read.rules = linesNamed(event, 'RRULE').map(({ value }) => ruleOf(value, span.start.isDate));
  read.added = datesOf(event, 'RDATE').map(([value, line]) => addedSpan(value, line, span));
  read.excluded = datesOf(event, 'EXDATE').flatMap(([value, line]) => {
    const moment = tolerate(() => momentOf('An excluded date', value, line.parameters));
    return moment ? [moment] : [];
  });
  return read;
}

/**
 * The busy spans of a VFREEBUSY. Its DTSTART and DTEND are only the requested period.
 * @throws {UnreadableEvent} if nights may be missing
 */
export function busySpansOf(busy: Component): Span[] {
  requireWhole(busy);
  return datesOf(busy, 'FREEBUSY')
    .filter(([, { parameters }]) => parameters.get('FBTYPE')?.toUpperCase() !== 'FREE')
    .map(([value, { parameters }]) => periodOf('A busy time', value, parameters));
}

/** The UID for messages and ids: 1 to 150 plain characters, or empty. */
export const uidOf = (component: Component): string =>
  (linesNamed(component, 'UID')[0]?.value ?? '')
    .trim()
    .replace(/\\([\\;,])/g, '$1')
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '')
    .slice(0, 150);

const linesNamed = ({ properties }: Component, name: string): Line[] =>
  properties.filter((line) => line.name === name);

function requireWhole({ isDamaged, properties }: Component): void {
  const isMisspelt = ({ name = '', value }: Line): boolean =>
    !timedProperties.has(name) &&
    !otherProperties.has(name) &&
    !name.startsWith('X-') &&
    /^\s*(?:\d{8}|[+-]?P[\dT]|FREQ=)/i.test(value);
  if (isDamaged || properties.some(isMisspelt)) {
    throw new UnreadableEvent('Lines of the event are damaged');
  }
}

function replacedBy(event: Component): ReadEvent['replaces'] {
  const [line] = linesNamed(event, 'RECURRENCE-ID');
  return (
    line && {
      moment: momentOf('The occurrence that changes', line.value, line.parameters),
      andFollowing: line.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    }
  );
}

function spanOf(event: Component): Span {
  const start = only(event, 'DTSTART', 'beginning', ({ value, parameters }) =>
    momentOf('The beginning', value, parameters),
  );
  if (!start) {
    throw new UnreadableEvent('The event has no beginning');
  }
  const end = only(event, 'DTEND', 'end', ({ value, parameters }) =>
    momentOf('The end', value, parameters),
  );
  const length = only(event, 'DURATION', 'duration', ({ value }) => durationOf(value));
  const byLength = length === undefined ? undefined : endAfter(start, length);
  if (end && byLength) {
    return { start, end: end.wall > byLength.wall ? end : byLength };
  }
  return { start, end: end ?? byLength ?? endAfter(start, start.isDate ? dayMs : 0) };
}

function only<T>(
  event: Component,
  name: string,
  what: string,
  read: (line: Line) => T,
): T | undefined {
  const [line, ...more] = linesNamed(event, name);
  if (more.some(({ value }) => value.trim() !== line?.value.trim())) {
    throw new UnreadableEvent(`The event has more than one ${what}`);
  }
  return line && read(line);
}

function datesOf(event: Component, name: string): [value: string, line: Line][] {
  const dates = linesNamed(event, name).flatMap((line) =>
    line.value.split(',', mostDates + 1).map((value): [string, Line] => [value, line]),
  );
  if (dates.length > mostDates) {
    throw new UnreadableEvent('The event lists more than 5,000 dates');
  }
  return dates;
}

/** A date that the event adds (RDATE): as long as the event, unless the value is a period. */
function addedSpan(value: string, { parameters }: Line, { start, end }: Span): Span {
  if (value.includes('/')) {
    return periodOf('An added date', value, parameters);
  }
  const added = momentOf('An added date', value, parameters);
  const timeOfDay = start.isDate ? 0 : ((start.wall % dayMs) + dayMs) % dayMs;
  // A date without a time gets the time of day at which the event begins.
  const moment = added.isDate ? { ...start, wall: added.wall + timeOfDay } : added;
  const endFrame = added.isDate ? end : { ...added, isDate: false };
  return { start: moment, end: { ...endFrame, wall: moment.wall + (end.wall - start.wall) } };
}

function periodOf(what: string, value: string, parameters: ReadonlyMap<string, string>): Span {
  const [from = '', to = '', ...more] = value.split('/');
  if (more.length > 0 || to === '') {
    throw new UnreadableEvent(`${what} must be a beginning and an end, with a slash between`);
  }
  const plain = new Map([...parameters].filter(([name]) => name !== 'VALUE'));
  const start = momentOf(what, from, plain);
  const end = /^\s*[+-]?P/i.test(to) ? endAfter(start, durationOf(to)) : momentOf(what, to, plain);
  return { start, end };
}
