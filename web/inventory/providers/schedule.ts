import { dayMs } from '#common/days.ts';

/** The times of automatic syncs: five crontab fields, in UTC. */

interface Schedule {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  dates: ReadonlySet<number>;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
}

/** Choices that require no knowledge of crontabs. */
export const schedulePresets = [
  { value: '', label: 'Only by hand' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 */6 * * *', label: 'Every 6 hours' },
  { value: '0 3 * * *', label: 'Every day at 03:00 UTC' },
  { value: '0 3 * * 1', label: 'Every Monday at 03:00 UTC' },
] as const;

const presetLabels: Readonly<Record<string, string>> = Object.fromEntries(
  schedulePresets.map(({ value, label }) => [value, label]),
);

/** The label of a preset, or else the schedule as written. */
export const scheduleInWords = (schedule: string): string =>
  presetLabels[schedule] ?? `At ${schedule} (UTC)`;

const ranges = [
  ['minutes', 0, 59],
  ['hours', 0, 23],
  ['dates', 1, 31],
  ['months', 1, 12],
  ['weekdays', 0, 7],
] as const;

/**
 * Parses the syntax of the server's job queue: numbers, `a-b`, `*` and `*` + `/n`, separated by
 * commas. Returns undefined if it is invalid.
 */
export function parseSchedule(text: string): Schedule | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== ranges.length) return undefined;
  const sets = ranges.map(([, least, most], index) => parseField(fields[index], least, most));
  const [minutes, hours, dates, months, weekdays] = sets;
  if (!minutes || !hours || !dates || !months || !weekdays) return undefined;
  // Sunday is 0 or 7.
  return { minutes, hours, dates, months, weekdays: new Set([...weekdays].map((day) => day % 7)) };
}

function parseField(
  text: string | undefined,
  least: number,
  most: number,
): Set<number> | undefined {
  const numbers = new Set<number>();
  for (const part of text?.split(',') ?? []) {
    const match = /^(?:(\d+)(?:-(\d+))?|\*(?:\/(\d+))?)$/.exec(part);
    if (!match) return undefined;
    const [, from, to, step] = match;
    const start = from === undefined ? least : Number(from);
    const end = from === undefined ? most : Number(to ?? from);
    const by = Number(step ?? 1);
    const isRange = to !== undefined && end <= start;
    if (start < least || end > most || isRange || by < 1) return undefined;
    for (let number = start; number <= end; number += by) numbers.add(number);
  }
  return numbers;
}

/**
 * The first minute after an instant at which a schedule is due; undefined if there is none within
 * five years. If both the day of the month and the weekday are given, either may match.
 */
export function nextRun(text: string, after: number): Date | undefined {
  const schedule = parseSchedule(text);
  if (!schedule) return undefined;
  const firstDay = Math.floor(after / dayMs) * dayMs;
  const hours = [...schedule.hours].sort((a, b) => a - b);
  const minutes = [...schedule.minutes].sort((a, b) => a - b);
  for (let day = firstDay; day < firstDay + 5 * 366 * dayMs; day += dayMs) {
    if (!isDay(schedule, new Date(day))) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const instant = day + (hour * 60 + minute) * 60_000;
        if (instant > after) return new Date(instant);
      }
    }
  }
  return undefined;
}

function isDay({ dates, months, weekdays }: Schedule, day: Date): boolean {
  if (!months.has(day.getUTCMonth() + 1)) return false;
  const isDate = dates.has(day.getUTCDate());
  const isWeekday = weekdays.has(day.getUTCDay());
  return dates.size < 31 && weekdays.size < 7 ? isDate || isWeekday : isDate && isWeekday;
}
