import { addDays } from '#common/days.ts';

export interface UsageDay {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly calls: number;
  readonly errors: number;
  readonly points: number;
}

export const usageMeasures = [
  { name: 'calls', label: 'Calls' },
  { name: 'errors', label: 'Errors' },
  { name: 'points', label: 'Points' },
] as const;

export type UsageMeasure = (typeof usageMeasures)[number]['name'];

/** Each of the last days up to `last`, including days without calls. */
export const everyDay = (used: readonly UsageDay[], last: string, count: number): UsageDay[] =>
  Array.from({ length: count }, (_, index) => {
    const day = addDays(last, index + 1 - count);
    return used.find((each) => each.day === day) ?? { day, calls: 0, errors: 0, points: 0 };
  });

export const totalOf = (days: readonly UsageDay[], measure: UsageMeasure): number =>
  days.reduce((sum, day) => sum + day[measure], 0);
