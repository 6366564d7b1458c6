import { isDay, nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';

/** The time of a stay: exact dates, or a month or season of arrival with a length. */
export interface StayTime {
  /** First night and day of departure, YYYY-MM-DD; both or neither. */
  from: string;
  to: string;
  flex: (typeof flexChoices)[number] | null;
  month: string;
  /** The season of arrival, such as 'summer-2027'. */
  season: string;
  /** Number of nights: 'weekend', or such as '7' or '3-5'. */
  nights: string;
}

export const flexChoices = [1, 3, 7] as const;

export const noTime: StayTime = {
  from: '',
  to: '',
  flex: null,
  month: '',
  season: '',
  nights: '',
};

const mostNights = 60;

/** Reads the parameters from, to, flex, month, season and nights; puts reversed dates in order. */
export function readStayTime(params: URLSearchParams): StayTime {
  const [one, other] = givenDates(params);
  const stay = one > other ? { from: other, to: one } : { from: one, to: other };
  if (stayProblem(stay) === null) {
    const flex = flexChoices.find((days) => String(days) === params.get('flex')) ?? null;
    return { ...noTime, ...stay, flex };
  }
  const month = matching(params.get('month'), /^20\d{2}-(0[1-9]|1[0-2])$/);
  const season = matching(params.get('season'), /^(spring|summer|fall|winter)-20\d{2}$/);
  const nights = params.get('nights') ?? '';
  return {
    ...noTime,
    month,
    season: month === '' ? season : '',
    nights: nightsRange(nights) ? nights : '',
  };
}

const givenDates = (params: URLSearchParams): [string, string] => [
  params.get('from') ?? '',
  params.get('to') ?? '',
];

const matching = (text: string | null, shape: RegExp): string =>
  text !== null && shape.test(text) ? text : '';

export const isFlexible = ({ month, season, nights }: StayTime): boolean =>
  month + season + nights !== '';

/** Whether the dates in a URL are reversed, so that the search swaps them. */
export function areDatesReversed(params: URLSearchParams): boolean {
  const [one, other] = givenDates(params);
  return one > other && stayProblem({ from: other, to: one }) === null;
}

/** The fewest and most nights in 'weekend', '7' or '3-5'. */
export function nightsRange(text: string): { least: number; most: number } | null {
  if (text === 'weekend') return { least: 2, most: 3 };
  const [, first, last = first] = /^([1-9]\d?)(?:-([1-9]\d?))?$/.exec(text) ?? [];
  const [least, most] = [Number(first), Number(last)];
  return first !== undefined && least <= most && most <= mostNights ? { least, most } : null;
}

export function stayProblem({ from, to }: Pick<StayTime, 'from' | 'to'>): string | null {
  if (!isDay(from) || !isDay(to)) {
    return 'Choose both dates';
  }
  const nights = nightsBetween(from, to);
  if (nights < 1) {
    return 'Check out after you check in';
  }
  return nights > mostNights ? `A stay may have at most ${mostNights} nights` : null;
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const monthLabel = (value: string): string => month.format(new Date(`${value}-01`));

export function seasonLabel(value: string): string {
  const [name = '', year] = value.split('-');
  const end = name === 'winter' ? `–${(Number(year) + 1) % 100}` : '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}${end}`;
}

export function nightsLabel(value: string): string {
  if (value === 'weekend') return 'Weekend';
  return value.includes('-') ? `${value.replace('-', '–')} nights` : plural(Number(value), 'night');
}

export const flexLabel = (days: number): string => `± ${plural(days, 'day')}`;
