import { timesOf, type Work } from './boundedRules.ts';
import { UnreadableEvent } from './calendarError.ts';
import type { ReadEvent, Span } from './events.ts';
import type { Rule } from './rules.ts';
import { wallOf, type Moment } from './values.ts';
import { dayMs } from '#common/days.ts';

export interface OccurrenceContext {
  /** YYYY-MM-DD. */
  today: string;
  /** Time zone of the resort; undefined if it is unknown. */
  zone: string | undefined;
  /** Offsets from UTC by TZID, in milliseconds. */
  offsets: ReadonlyMap<string, number>;
}

/** Days ahead for which recurring events are expanded. */
const horizonDays = 731;

/** The most occurrences of one event: stays repeat at most daily. */
const mostTimes = 1_500;

/** The largest offset of any local time from UTC. */
const mostOffset = (14 / 24) * dayMs;

/**
 * The spans that an event takes; of a recurring event, the spans from today to the horizon. An
 * occurrence whose exclusion is uncertain stays, with a remark.
 * @param exceptions readable events that replace occurrences
 * @throws {UnreadableEvent | TooMuchWork}
 */
export function spansOf(
  event: ReadEvent,
  exceptions: ReadEvent[],
  context: OccurrenceContext,
  work: Work,
): Span[] {
  const { span, rules, added } = event;
  if (!span) {
    return [];
  }
  if (rules.length === 0 && added.length === 0) {
    return [span];
  }
  if (work.left < 1) {
    throw new UnreadableEvent('The rules of the calendar take too many steps to follow');
  }
  const { start, end } = span;
  const today = Date.parse(context.today);
  if (rules.length > 0 && start.wall < Date.UTC(1900, 0, 1)) {
    throw new UnreadableEvent('The event repeats since before 1900');
  }
  const isExcluded = exclusionsOf(event, start, exceptions, context);
  const following = exceptions.flatMap((exception) =>
    exception.replaces?.andFollowing ? followingOf(exception, start, context) : [],
  );
  const latest = Math.max(end.wall - start.wall, ...following.map(({ shift }) => shift));
  const since = today - Math.max(0, latest) - 2 * dayMs;
  const spans: Span[] = [];
  const add = (candidate: Span): void => {
    if (isExcluded(candidate.start)) {
      return;
    }
    const change = following.findLast(({ after }) => candidate.start.wall > after);
    const changed = change ? change.spanAt(candidate.start.wall) : candidate;
    if (changed) {
      spans.push(changed);
    }
    if (spans.length > mostTimes) {
      throw new UnreadableEvent('The event repeats too often');
    }
  };
  // The beginning is an occurrence, whether or not it follows the rule.
  add(span);
  for (const rule of rules) {
    for (const wall of timesOf(rule.recur, start, work)) {
      if (wall > today + (horizonDays + 1) * dayMs || isAfterEnd(wall, rule, start, context)) {
        break;
      }
      if (wall >= since && wall !== start.wall) {
        add(spanAt(span, wall - start.wall));
      }
    }
  }
  for (const each of added) {
    add(each);
  }
  return spans;
}

const spanAt = ({ start, end }: Span, shift: number): Span => ({
  start: { ...start, wall: start.wall + shift },
  end: { ...end, wall: end.wall + shift },
});

/** Whether an occurrence begins after the UNTIL of its rule; false if time zones leave a doubt. */
function isAfterEnd(
  wall: number,
  { until }: Rule,
  start: Moment,
  { zone, offsets }: OccurrenceContext,
): boolean {
  if (!until) {
    return false;
  }
  if (until.isDate) {
    // The whole day of UNTIL is included, both in UTC and at the resort.
    const local = start.isUtc ? wallOf(wall, zone) : undefined;
    return Math.min(wall, local ?? wall) >= until.wall + dayMs;
  }
  if (start.isDate) {
    return wall > (dayIn(until, zone) ?? until.wall);
  }
  if (until.isUtc === start.isUtc) {
    return wall > until.wall;
  }
  const last = until.isUtc
    ? (wallOf(until.wall, start.zone ?? zone) ??
      until.wall + (offsets.get(start.zone ?? '') ?? mostOffset))
    : until.wall + mostOffset;
  return wall > last;
}

/** The day of a time in UTC: midnight in UTC means the day itself, other times are local. */
const dayIn = ({ wall, isUtc }: Moment, zone: string | undefined): number | undefined =>
  isUtc && wall % dayMs !== 0 ? wallOf(wall, zone) : wall;

function exclusionsOf(
  event: ReadEvent,
  start: Moment,
  exceptions: ReadEvent[],
  context: OccurrenceContext,
): (occurrence: Moment) => boolean {
  const walls = new Set<number>();
  const days = new Set<number>();
  const exclude = (moment: Moment, remark: string): void => {
    const isDay = moment.isDate || start.isDate;
    const wall = wallLike(start, moment, context);
    if (wall === undefined) {
      event.remarks.push(remark);
    } else if (isDay) {
      days.add(Math.floor(wall / dayMs));
    } else {
      walls.add(wall);
    }
  };
  for (const moment of event.excluded) {
    exclude(moment, 'An excluded date is written in another time zone than the event');
  }
  for (const { replaces } of exceptions) {
    if (replaces) {
      exclude(replaces.moment, 'A changed occurrence is written in another time zone');
    }
  }
  return ({ wall }) => walls.has(wall) || days.has(Math.floor(wall / dayMs));
}

/** The moment in the event's own form of time; undefined if the conversion is uncertain. */
function wallLike(start: Moment, moment: Moment, { zone }: OccurrenceContext): number | undefined {
  if (moment.isDate) {
    return moment.wall;
  }
  if (start.isDate) {
    const local = dayIn(moment, zone);
    return moment.isUtc && local !== undefined && local % dayMs !== 0 ? undefined : local;
  }
  if (moment.isUtc) {
    return start.isUtc ? moment.wall : wallOf(moment.wall, start.zone ?? zone);
  }
  const isSame = moment.zone === undefined || moment.zone === start.zone;
  return isSame && !start.isUtc ? moment.wall : undefined;
}

interface Following {
  after: number;
  /** Milliseconds from the beginning of the occurrence to the end of its replacement. */
  shift: number;
  /** The span that replaces the occurrence at a time; undefined if it is cancelled. */
  spanAt(wall: number): Span | undefined;
}

function followingOf(
  { replaces, span, takesNights }: ReadEvent,
  start: Moment,
  context: OccurrenceContext,
): Following[] {
  const wall = replaces && wallLike(start, replaces.moment, context);
  if (wall === undefined) {
    return [];
  }
  const isDay = replaces?.moment.isDate ?? false;
  return [
    {
      after: isDay ? wall + dayMs - 1 : wall,
      shift: span ? span.end.wall - wall : 0,
      spanAt: (later) => {
        const time = isDay && !start.isDate ? ((start.wall % dayMs) + dayMs) % dayMs : 0;
        return takesNights && span ? spanAt(span, later - wall - time) : undefined;
      },
    },
  ];
}
