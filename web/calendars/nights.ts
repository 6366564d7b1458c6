import { addDays } from '#common/days.ts';

/** A night of a month and what is with it. */
export interface Night {
  day: string;
  state: keyof typeof states | 'none';
  isPast: boolean;
  isConflict: boolean;
  /** Names of the calendars that have it. */
  blockedBy: string[];
}

/** The first and the last day. */
export interface Span {
  from: string;
  to: string;
}

interface Offered {
  availableFrom: string;
  availableTo: string;
  /** Bookings and blocked nights. */
  taken: readonly {
    kind: string;
    from: string;
    to: string;
    blockedBy: string | null | undefined;
    isConflict: boolean;
  }[];
}

export const states = {
  free: 'Free',
  own: 'Blocked by you',
  calendar: 'Blocked by a calendar',
  booked: 'Booked',
  requested: 'Requested',
  held: 'In checkout',
} as const;

const kinds: Readonly<Record<string, keyof typeof states>> = {
  TAKEN: 'booked',
  REQUESTED: 'requested',
  HELD: 'held',
};

/** A booking comes before what blocks its nights; nights too few for a stay are free, too. */
export function nightOf(day: string, listing: Offered, today: string): Night {
  const { availableFrom, availableTo, taken } = listing;
  const has = taken.filter(({ from, to }) => from <= day && day < to);
  const booking = has.map(({ kind }) => kinds[kind]).find(Boolean);
  const blocks = has.filter(({ kind }) => kind === 'BLOCKED');
  const isOffered = availableFrom <= day && day < availableTo;
  const isOwn = blocks.some(({ blockedBy }) => blockedBy == null);
  const unbooked = isOwn ? 'own' : blocks.length > 0 ? 'calendar' : 'free';
  return {
    day,
    state: booking ?? (isOffered ? unbooked : 'none'),
    isPast: day < today,
    isConflict: booking !== undefined && blocks.some(({ isConflict }) => isConflict),
    blockedBy: blocks.flatMap(({ blockedBy }) => blockedBy ?? []),
  };
}

export const isChangeable = ({ state, isPast }: Night): boolean =>
  !isPast && (state === 'free' || state === 'own');

export function nightWords({ state, isPast, isConflict, blockedBy }: Night): string {
  if (state === 'none') return 'not on offer';
  const by = blockedBy.length > 0 ? `, taken in ${blockedBy.join(', ')}` : '';
  return `${states[state].toLowerCase()}${by}${isConflict ? ', taken twice' : ''}${isPast ? ', over' : ''}`;
}

export const spanOf = (one: string, other: string): Span =>
  one < other ? { from: one, to: other } : { from: other, to: one };

/** Nights that can be changed as ranges up to the day after the last night. */
export function rangesOf(nights: readonly Night[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (const { day } of nights.filter(isChangeable)) {
    const last = ranges.at(-1);
    if (last?.to === day) last.to = addDays(day, 1);
    else ranges.push({ from: day, to: addDays(day, 1) });
  }
  return ranges;
}
