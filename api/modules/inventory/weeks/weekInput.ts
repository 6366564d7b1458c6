import { z } from 'zod';
import { quoted, storable } from './plainText.ts';
import { contactRefusal, hasVisibleCharacter } from '#api/platform/input/input.ts';
import { weekFields, type OfferedWeek } from '#api/context/sources.ts';
import { earliestToday, nightsBetween, yearsAhead } from '#common/days.ts';

export type Week = ReturnType<typeof weekOf>;

export interface OfferedResort {
  externalId: string;
  name: string;
  location: string;
  brand: string;
}

export interface JudgedWeek {
  externalId: string | undefined;
  /** undefined if missing, invalid or not in US dollars. */
  pricePerNightCents: number | undefined;
  resort: OfferedResort;
  week: Week | undefined;
  problems: string[];
}

const mostNights = 366;
const mostYearsAhead = 5;
const mostCents = 10_000_000;
const leastCents = 100;

/**
 * A provider's value as trimmed text; null if nothing is visible. Refuses markup and control
 * characters.
 */
function written(name: string, value: unknown, context: Context): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    return refuse(context, `${name} must be text or a number, not ${quoted(value)}`);
  }
  const text = String(value).trim();
  if (text !== storable(text)) {
    return refuse(context, `${name} has a character that is not allowed`);
  }
  return hasVisibleCharacter(text) ? text : null;
}

type Context = Pick<z.RefinementCtx, 'addIssue'>;

function refuse(context: Context, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

const wasRefused = (text: unknown): boolean => text === z.NEVER;

const required = <Value>(name: string, read: (text: string, context: Context) => Value) =>
  z.unknown().transform((value, context): Value => {
    const text = written(name, value, context);
    if (wasRefused(text)) {
      return z.NEVER;
    }
    return text === null ? refuse(context, `${name} is required`) : read(text, context);
  });

const optional = <Value>(name: string, read: (text: string, context: Context) => Value) =>
  z.unknown().transform((value, context): Value | null => {
    const text = written(name, value, context);
    return text === null || wasRefused(text) ? null : read(text, context);
  });

const atMost = (name: string, most: number) => (text: string, context: Context) =>
  text.length > most
    ? refuse(context, `${name} may have at most ${most.toLocaleString('en-US')} characters`)
    : text;

const oneLine = (name: string, most: number) => {
  const short = atMost(name, most);
  return (text: string, context: Context) => short(text.replace(/\s+/g, ' '), context);
};

const publicly =
  (name: string, read: (text: string, context: Context) => string) =>
  (text: string, context: Context) => {
    const value = read(text, context);
    const refusal = wasRefused(value) ? undefined : contactRefusal(value);
    return refusal === undefined ? value : refuse(context, `${name}: ${refusal}`);
  };

const whole = (name: string, least: number, most: number) => (text: string, context: Context) => {
  const number = /^\d{1,6}(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most
    ? number
    : refuse(
        context,
        `${name} must be a whole number from ${least} to ${most}, not ${quoted(text)}`,
      );
};

const isoDate = z.iso.date();

const day = (name: string) => (text: string, context: Context) =>
  isoDate.safeParse(text).success && text > '1900' && text < '2200'
    ? text
    : refuse(context, `${name} must be a date like 2027-02-13, not ${quoted(text)}`);

const amount = /^\$?\s?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

function cents(text: string, context: Context): number {
  const name = 'Price per night';
  if (!amount.test(text)) {
    return refuse(context, `${name} must be an amount like 149 or 149.50, not ${quoted(text)}`);
  }
  const [whole = '', decimals = ''] = text.replace(/[$,\s]/g, '').split('.');
  if (/[1-9]/.test(decimals.slice(2))) {
    return refuse(context, `${name} may have at most two decimals, not ${quoted(text)}`);
  }
  const value = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  if (value < leastCents) {
    return refuse(context, `${name} must be at least $1`);
  }
  return value > mostCents ? refuse(context, `${name} must be at most $100,000`) : value;
}

function dollars(text: string, context: Context): 'USD' {
  const code = text.toUpperCase();
  if (code === 'USD') {
    return code;
  }
  return /^[A-Z]{3}$/.test(code)
    ? refuse(context, `Prices in ${code} can't be brought in; only US dollars`)
    : refuse(context, `Currency must be a code like USD, not ${quoted(text)}`);
}

const ownerships = ['fixed', 'floating', 'rotating', 'points'] as const;

const oneOf =
  <const Value extends string>(name: string, values: readonly Value[]) =>
  (text: string, context: Context): Value =>
    values.find((each) => each === text.toLowerCase()) ??
    refuse(context, `${name} must be one of ${values.join(', ')}, not ${quoted(text)}`);

const bathrooms = (text: string, context: Context): number =>
  /^(0\.50?|([1-9]|1\d)(\.[05]0?)?|20(\.00?)?)$/.test(text)
    ? Number(text)
    : refuse(context, `Bathrooms must be 0.5 to 20, in halves, not ${quoted(text)}`);

/** Reads '16:00', '16:00:00' and '4 PM' as 16:00. */
function checkInTime(text: string, context: Context): string {
  const [, hours = '', minutes = '00', half] =
    /^(\d{1,2})(?::([0-5]\d))?(?::[0-5]\d)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? [];
  const isClock = half ? /^([1-9]|1[0-2])$/ : /^(\d|[01]\d|2[0-3])$/;
  if (!isClock.test(hours) || (!half && !text.includes(':'))) {
    return refuse(context, `Check-in time must be a time like 16:00, not ${quoted(text)}`);
  }
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

const bedrooms = (text: string, context: Context): number =>
  /^studio$/i.test(text) ? 0 : whole('Bedrooms', 0, 20)(text, context);

const id = required('Listing id', oneLine('Listing id', 200));
const price = required('Price per night', cents);
const currency = optional('Currency', dollars);

const resort = z.object({
  resortId: optional('Resort id', oneLine('Resort id', 200)),
  resortName: optional('Resort name', oneLine('Resort name', 200)),
  resortLocation: optional('Resort location', oneLine('Resort location', 200)),
  resortBrand: optional('Resort brand', oneLine('Resort brand', 100)),
});

const weekSchema = z
  .object({
    externalId: id,
    title: required('Title', publicly('Title', oneLine('Title', 120))),
    description: optional('Description', publicly('Description', atMost('Description', 5_000))),
    pricePerNight: price,
    currency,
    availableFrom: required('Available from', day('Available from')),
    availableTo: required('Available to', day('Available to')),
    maxGuests: required('Max guests', whole('Max guests', 1, 50)),
    bedrooms: optional('Bedrooms', bedrooms),
    beds: optional('Beds', whole('Beds', 1, 40)),
    bathrooms: optional('Bathrooms', bathrooms),
    kitchen: optional('Kitchen', oneOf('Kitchen', ['full', 'kitchenette', 'none'])),
    checkInTime: optional('Check-in time', checkInTime),
    unitType: optional('Unit type', publicly('Unit type', oneLine('Unit type', 60))),
    view: optional('View', publicly('View', oneLine('View', 60))),
    ownership: optional('Ownership', oneOf('Ownership', ownerships)),
    season: optional('Season', publicly('Season', oneLine('Season', 40))),
    weekNumber: optional('Week number', whole('Week number', 1, 53)),
    ...resort.shape,
  })
  .superRefine(({ resortId, resortName }, context) => {
    if (resortId === null && resortName === null) {
      refuse(context, 'Resort name is required');
    }
  })
  .superRefine(({ availableFrom: from, availableTo: to }, context) => {
    const nights = nightsBetween(from, to);
    if (nights < 1) {
      refuse(context, `Available to must be after Available from, and ${to} is not after ${from}`);
    } else if (nights > mostNights) {
      refuse(context, `Available to must be at most ${mostNights} nights after Available from`);
    } else if (to <= earliestToday()) {
      refuse(context, `Available to is ${to}: the week is over`);
    } else if (from > yearsAhead(mostYearsAhead)) {
      refuse(context, `Available from must be within ${mostYearsAhead} years, not ${from}`);
    }
  });

const nothing: OfferedWeek = Object.fromEntries(weekFields.map((field) => [field, null]));

export function judgeWeek(given: OfferedWeek): JudgedWeek {
  const offered = { ...nothing, ...given };
  const parsed = weekSchema.safeParse(offered);
  if (!parsed.success) {
    const named = resort.safeParse(offered);
    const priced = z.object({ pricePerNight: price, currency }).safeParse(offered);
    return {
      externalId: id.safeParse(offered.externalId).data,
      pricePerNightCents: priced.data?.pricePerNight,
      resort: resortOf(named.data),
      week: undefined,
      problems: [...new Set(parsed.error.issues.map(({ message }) => message))],
    };
  }
  const week = weekOf(parsed.data);
  return {
    externalId: week.externalId,
    pricePerNightCents: week.pricePerNightCents,
    resort: resortOf(parsed.data),
    week,
    problems: [],
  };
}

const weekOf = ({
  description,
  pricePerNight: pricePerNightCents,
  currency: _currency,
  resortId: _resortId,
  resortName: _resortName,
  resortLocation: _resortLocation,
  resortBrand: _resortBrand,
  ...week
}: z.infer<typeof weekSchema>) => ({
  ...week,
  description: description ?? '',
  pricePerNightCents,
});

const resortOf = (named: z.infer<typeof resort> | undefined): OfferedResort => ({
  externalId: named?.resortId ?? '',
  name: named?.resortName ?? '',
  location: named?.resortLocation ?? '',
  brand: named?.resortBrand ?? '',
});
