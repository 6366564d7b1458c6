import { UnreadableCalendar } from './calendarError.ts';
import type { Line } from './lines.ts';

export interface Component {
  name: string;
  line: number;
  properties: Line[];
  children: Component[];
  /** Whether damaged lines may have listed taken nights. */
  isDamaged: boolean;
}

export interface LineProblem {
  line: number;
  message: string;
  /** Whether the damaged lines may have listed taken nights. */
  mayTakeNights: boolean;
}

/** Deepest nesting of components: an alarm in an event in a calendar has depth 3. */
const deepest = 10;

/** Properties whose loss would make fewer nights taken. */
const takesNights = new Set(['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'FREEBUSY']);

const structure = new Set(['BEGIN', 'END']);

/**
 * Arranges lines as components. A damaged line costs at most its component.
 * @returns the calendars of a file, which may hold several (RFC 5545, section 3.4)
 * @throws {UnreadableCalendar} if it is no calendar, or incomplete
 */
export function componentsOf(lines: Line[]): { calendars: Component[]; problems: LineProblem[] } {
  const [first] = lines;
  if (!first || !begins(first, 'VCALENDAR')) {
    throw new UnreadableCalendar('is no calendar');
  }
  const calendars: Component[] = [];
  const problems: LineProblem[] = [];
  const open: Component[] = [];
  let previous: Line | undefined;
  for (const line of lines) {
    if (line.name === 'BEGIN') {
      begin(line);
    } else if (line.name === 'END') {
      end(line);
    } else {
      add(line, previous);
    }
    previous = line;
  }
  if (open.length > 0) {
    throw new UnreadableCalendar('ended in the middle');
  }
  return { calendars, problems };

  function begin(line: Line): void {
    const name = line.value.trim().toUpperCase();
    if (open.length === 0 && name !== 'VCALENDAR') {
      throw new UnreadableCalendar('is no calendar that can be read');
    }
    if (open.length === deepest) {
      throw new UnreadableCalendar('is no calendar that can be read');
    }
    // A calendar is never nested, and an event only in a calendar: deeper components lack their
    // END.
    const depth = name === 'VCALENDAR' ? 0 : isTopical(name) ? 1 : open.length;
    closeTo(depth, line);
    const component = { name, line: line.number, properties: [], children: [], isDamaged: false };
    const parent = open.at(-1);
    (parent ? parent.children : calendars).push(component);
    open.push(component);
  }

  function end(line: Line): void {
    const name = line.value.trim().toUpperCase();
    const at = open.findLastIndex((component) => component.name === name);
    if (at < 0) {
      report(line, 'ends a part of the calendar that never began', true);
      return;
    }
    closeTo(at + 1, line);
    open.pop();
  }

  function closeTo(depth: number, line: Line): void {
    for (const component of open.splice(depth)) {
      if (component.name === 'VCALENDAR' || isTopical(component.name)) {
        component.isDamaged = true;
        report(line, 'comes before the end of the event or calendar above it', true);
      }
    }
  }

  function add(line: Line, before: Line | undefined): void {
    const component = open.at(-1);
    const { name } = line;
    if (name !== undefined) {
      component?.properties.push(line);
      if (!component || (component.name === 'VCALENDAR' && takesNights.has(name))) {
        report(line, 'lies outside of an event', true);
      }
      return;
    }
    const inEvent = open.find((each) => isTopical(each.name));
    if (!inEvent) {
      report(line, 'has no colon, and lies outside of an event', component?.name !== 'VTIMEZONE');
      return;
    }
    const beginning = /^\s*([a-z-]+)/i.exec(line.text)?.[1]?.toUpperCase() ?? '';
    const isDamage =
      inEvent === component &&
      (takesNights.has(beginning) || structure.has(beginning) || mayContinue(before, line));
    inEvent.isDamaged ||= isDamage;
    report(line, 'has no colon, so it is left out', isDamage);
  }

  function report(line: Line, message: string, mayTakeNights: boolean): void {
    problems.push({ line: line.number, message: `Line ${line.number} ${message}`, mayTakeNights });
  }
}

/** Whether a line may continue a value above it that takes nights. X-RADIUS=49.9 does not. */
function mayContinue({ name = '' }: Partial<Line> = {}, { text }: Line): boolean {
  const rest = name === 'RRULE' ? /^\s*(?!X-)[\w=,;+-]+\s*$/i : /^[\dTZPDHMSW,/:+\s-]+$/i;
  return (takesNights.has(name) || structure.has(name)) && rest.test(text);
}

const begins = ({ name, value }: Line, component: string): boolean =>
  name === 'BEGIN' && value.trim().toUpperCase() === component;

/** Components of a calendar that can take nights. */
const isTopical = (name: string): boolean => name === 'VEVENT' || name === 'VFREEBUSY';
