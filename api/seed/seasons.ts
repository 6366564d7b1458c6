import type { Scene } from '../../art/resortScenes.ts';

export interface SeasonRow {
  resortId: string;
  name: string;
  firstWeek: number;
  lastWeek: number;
}

type Calendar = readonly (readonly [name: string, firstWeek: number, lastWeek: number])[];

const winterSun: Calendar = [
  ['Platinum', 1, 17],
  ['Gold', 18, 34],
  ['Silver', 35, 46],
  ['Gold', 47, 50],
  ['Platinum', 51, 53],
];

const snow: Calendar = [
  ['Platinum', 1, 13],
  ['Silver', 14, 22],
  ['Gold', 23, 36],
  ['Silver', 37, 48],
  ['Platinum', 49, 53],
];

const summer: Calendar = [
  ['Silver', 1, 10],
  ['Gold', 11, 21],
  ['Platinum', 22, 35],
  ['Gold', 36, 42],
  ['Silver', 43, 53],
];

const calendars: Record<Scene, Calendar> = {
  beach: winterSun,
  island: winterSun,
  desertCity: winterSun,
  mountainSnow: snow,
  mountainSummer: summer,
  themePark: summer,
  lake: summer,
  harbour: summer,
  golfValley: winterSun,
};

/** Invented seasons that fit the kind of place. */
export const seasonsOf = (scene: Scene, resortId: string): SeasonRow[] =>
  calendars[scene].map(([name, firstWeek, lastWeek]) => ({ resortId, name, firstWeek, lastWeek }));

export const seasonOfWeek = (scene: Scene, week: number): string | null =>
  calendars[scene].find(([, first, last]) => first <= week && week <= last)?.[0] ?? null;
