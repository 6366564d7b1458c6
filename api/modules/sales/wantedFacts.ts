import { addDays } from '#common/days.ts';
import { weekNumber } from '../listings/weekNumbers.ts';
import { nextWeekday } from '../phrases/calendar.ts';
import type { Arrival, Meaning } from '../phrases/meaning.ts';

export interface WantedFacts {
  /** Numbers of the matching weeks, north and south of the equator; both or neither. */
  weeks?: readonly number[];
  southWeeks?: readonly number[];
  /** Of the sale price, in whole units of the currency. */
  least?: number;
  most?: number;
  currency?: string;
  bedrooms?: number;
  guests?: number;
  minRating?: number;
}

const saturday = 6;

/** From this many weeks on, every week matches. */
const allWeeks = 52;

/**
 * The meaning of phrases in a search for sales: dates, seasons and holidays mean numbered weeks,
 * prices mean the sale price. Length and weekday of a stay are ignored.
 */
export function wantedFacts(meaning: Meaning): WantedFacts | undefined {
  const { bedrooms, guests, minRating, weekNumber: week } = meaning;
  const range = meaning.total ?? meaning.nightly;
  const weeks = week === undefined ? weeksOf(meaning, meaning.arrival) : [week];
  const south = weeks && week === undefined ? weeksOf(meaning, meaning.southArrival) : weeks;
  const wanted: WantedFacts = {
    ...(weeks && { weeks, southWeeks: south ?? weeks }),
    ...range,
    ...(bedrooms !== undefined && { bedrooms }),
    ...(guests !== undefined && { guests }),
    ...(minRating !== undefined && { minRating }),
  };
  return Object.keys(wanted).length === 0 ? undefined : wanted;
}

function weeksOf(
  { oneOfNights = [], flexibleDays = 0 }: Meaning,
  arrival: Arrival | undefined,
): number[] | undefined {
  const days = [...oneOfNights];
  if (arrival) {
    const from = addDays(arrival.from, -flexibleDays);
    const to = addDays(arrival.to, flexibleDays);
    let day = nextWeekday(from, saturday);
    // A few days without a Saturday are within one week.
    if (day > to) days.push(from);
    for (; day <= to; day = addDays(day, 7)) days.push(day);
  }
  const weeks = new Set(days.map((day) => weekNumber(day, 'saturday').week));
  return weeks.size === 0 || weeks.size >= allWeeks ? undefined : [...weeks].sort((a, b) => a - b);
}
