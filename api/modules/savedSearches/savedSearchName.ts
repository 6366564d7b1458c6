import { formatMoney } from '#common/money.ts';
import {
  daysIn,
  monthLabel,
  monthOf,
  rangeLabel,
  seasonLabel,
  seasonOf,
  yearOf,
} from '../phrases/calendar.ts';
import type { ResortFilter } from '../search/resortFilter.ts';
import { plural } from '#common/numbers.ts';

export function nameOfSearch(query: string, filter: ResortFilter): string {
  const { bedrooms, guests, minRating, flexibleDays } = filter;
  const parts = [
    query,
    ...(filter.destinations ?? []),
    ...(filter.brands ?? []),
    bedrooms && plural(bedrooms, 'bedroom'),
    bedrooms === 0 && 'studios',
    guests && plural(guests, 'guest'),
    filter.isInstant !== undefined && (filter.isInstant ? 'booked at once' : 'on request'),
    timeOf(filter),
    flexibleDays && `± ${plural(flexibleDays, 'day')}`,
    lengthOf(filter),
    filter.priceTier && priceNames[filter.priceTier],
    highest(filter.maxTotalCents, filter, 'in all'),
    highest(filter.maxNightlyCents, filter, 'a night'),
    minRating && `${minRating} stars or more`,
    ...(filter.amenities ?? []),
    filter.isNewAvailability && 'new availability',
    filter.hasStay && 'free weeks',
  ].filter((part) => typeof part === 'string' && part !== '');
  const name = parts.join(', ');
  if (name === '') {
    return 'All resorts';
  }
  return name.length <= 100 ? name : `${name.slice(0, 99)}…`;
}

const priceNames = {
  UNDER_100: 'under $100',
  FROM_100_TO_300: '$100 - $300',
  FROM_300: '$300+',
};

function timeOf(filter: ResortFilter): string | undefined {
  const { availableFrom, availableTo, arrivalFrom, arrivalTo, season } = filter;
  if (availableFrom && availableTo) {
    return rangeLabel(availableFrom, availableTo);
  }
  if (arrivalFrom && arrivalTo) {
    return isMonth(arrivalFrom, arrivalTo)
      ? monthLabel(arrivalFrom)
      : `arrival ${rangeLabel(arrivalFrom, arrivalTo)}`;
  }
  return season && seasonLabel(season.name, seasonOf(season.name, season.year).north);
}

const isMonth = (from: string, to: string): boolean =>
  from.endsWith('-01') && to === `${from.slice(0, 7)}-${daysIn(yearOf(from), monthOf(from))}`;

function lengthOf({ minNights, maxNights, arrivalWeekday }: ResortFilter): string | undefined {
  const nights = nightsOf(minNights, maxNights);
  if (!arrivalWeekday) {
    return nights;
  }
  const weekday = `${arrivalWeekday.charAt(0).toUpperCase()}${arrivalWeekday.slice(1)}`;
  return nights ? `${nights} from a ${weekday}` : `arrival on a ${weekday}`;
}

function nightsOf(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) {
    return least === most ? plural(least, 'night') : `${least}–${most} nights`;
  }
  if (least !== undefined) {
    return `${plural(least, 'night')} or more`;
  }
  return most === undefined ? undefined : `${plural(most, 'night')} or fewer`;
}

const highest = (
  cents: number | undefined,
  { currency = 'USD' }: ResortFilter,
  unit: string,
): string | undefined =>
  cents === undefined ? undefined : `up to ${formatMoney({ amount: cents, currency })} ${unit}`;
