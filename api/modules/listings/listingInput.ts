import { z } from 'zod';
import type { Listing } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import {
  parseInput,
  publicText,
  line,
  optionalLine,
  optionalWords,
} from '#api/platform/input/input.ts';
import { formatMoney } from '#common/money.ts';
import { cancellationPolicyNames } from '../pricing/cancellation.ts';
import { weekdays } from '#common/weekdays.ts';
import { weekdayOf, weekNumber, weeksOfYear, type WeekRule } from './weekNumbers.ts';
import { earliestToday, isoDay, nightsBetween, yearsAhead } from '#common/days.ts';

const mostNights = 366;
/** The longest stay; see the constraint listings_min_nights. */
const mostNightsOfStay = 60;
const mostYearsAhead = 5;
const mostYearsUntilUse = 10;

/** Checks rules about several fields, too, although the text is missing. */
const required = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} may have at most ${most.toLocaleString('en-US')} characters`);

const optional = (name: string, most: number) => publicText(optionalWords(name, most));

const optionalPublicLine = (name: string, most: number) => publicText(optionalLine(name, most));

const whole = (name: string, least: number, most: number) => {
  const range = `${name} must be ${least} to ${most}`;
  return z
    .number({ error: ({ input }) => (input == null ? `${name} is required` : range) })
    .int(range)
    .min(least, range)
    .max(most, range);
};

const cents = (name: string, least: number, most: number) => {
  const [lowest, highest] = [least, most].map((amount) => formatMoney({ amount, currency: 'USD' }));
  const range = `${name} must be ${lowest} to ${highest}`;
  return z
    .number({ error: ({ input }) => (input == null ? `${name} is required` : range) })
    .int(`${name} may have at most two decimals`)
    .min(least, range)
    .max(most, range);
};

const orElse = <Schema extends z.ZodType, Missing>(schema: Schema, missing: Missing) =>
  schema.nullish().transform((value) => value ?? missing);

const flag = (name: string) => z.boolean({ error: `${name} must be true or false` });

const oneOf = <const Values extends readonly string[]>(name: string, values: Values) =>
  z
    .enum(values, { error: `${name} must be one of ${values.join(', ')}` })
    .nullish()
    .transform((value) => value ?? null);

const day = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .min(1, { error: `${name} is required`, abort: true })
    .refine((date) => z.iso.date().safeParse(date).success && date > '1900' && date < '2200', {
      error: `${name} must be a date like 2027-02-13`,
      abort: true,
    });

/** Why exchange weeks can't be listed; shown to the owner. */
export const exchangeRefusal =
  "Exchange weeks can't be listed: an exchange company gave you the use of the week, not its ownership, and its rules forbid renting or selling it";

const bathroomsMessage = 'Bathrooms must be 0.5 to 20, in halves';
const checkInTimeMessage = 'Check-in time must be a time like 16:00';

/** Facts of the unit and of the timeshare papers. Optional, except some that a sale requires. */
const facts = {
  ownership: z
    .enum(['fixed', 'floating', 'rotating', 'points'], {
      error: ({ input }) =>
        typeof input === 'string' && /^exchange/i.test(input)
          ? exchangeRefusal
          : 'Ownership must be one of fixed, floating, rotating, points',
    })
    .nullish()
    .transform((value) => value ?? null),
  season: optionalPublicLine('Season', 40),
  weekNumber: orElse(whole('Week number', 1, 53), null),
  checkInDay: oneOf('Check-in day', weekdays),
  unitType: optionalPublicLine('Unit type', 60),
  bedrooms: orElse(whole('Bedrooms', 0, 12), null),
  beds: orElse(whole('Beds', 1, 40), null),
  bathrooms: z
    .number({ error: bathroomsMessage })
    .min(0.5, bathroomsMessage)
    .max(20, bathroomsMessage)
    .multipleOf(0.5, bathroomsMessage)
    .nullish()
    .transform((bathrooms) => bathrooms ?? null),
  kitchen: oneOf('Kitchen', ['full', 'kitchenette', 'none']),
  checkInTime: z
    .string({ error: checkInTimeMessage })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, checkInTimeMessage)
    .nullish()
    .transform((time) => time ?? null),
  view: optionalPublicLine('View', 60),
  use: oneOf('Use', ['annual', 'odd', 'even']),
  tenure: oneOf('Tenure', ['deeded', 'right_to_use']),
  maintenanceFeeCents: orElse(cents('Maintenance fee', 0, 10_000_000), null),
  yearlyPoints: orElse(whole('Points a year', 1, 10_000_000), null),
  nextFeePaidBy: oneOf('Next fee paid by', ['owner', 'buyer']),
  firstUseYear: orElse(whole('First use year', 2000, 2200), null),
  rightOfFirstRefusal: orElse(flag('Right of first refusal'), null),
  resaleRestrictions: optional('Resale restrictions', 2_000),
  exchangeWeek: flag('Exchange week')
    .nullish()
    .refine((isExchange) => isExchange !== true, exchangeRefusal),
};

/** SPEC section 3, with prices in cents. Unknown fields are ignored. */
const listingFields = z.object({
  resortId: z
    .string({ error: 'Resort is required' })
    .min(1, { error: 'Resort is required', abort: true })
    .refine((id) => z.uuid().safeParse(id).success, 'Resort not found'),
  title: publicText(required('Title', 120).pipe(line('Title', 120))),
  description: publicText(required('Description', 5_000)),
  pricePerNightCents: cents('Price per night', 100, 10_000_000),
  cleaningFeeCents: orElse(cents('Cleaning or resort fee', 0, 1_000_000), 0),
  isInstant: orElse(flag('Instant booking'), false),
  cancellationPolicy: oneOf('Cancellation policy', cancellationPolicyNames).transform(
    (policy) => policy ?? 'flexible',
  ),
  maxGuests: whole('Maximum guests', 1, 30),
  availableFrom: day('Available from'),
  availableTo: day('Available to'),
  minNights: orElse(whole('Minimum nights', 1, mostNightsOfStay), 1),
  isWholeOnly: orElse(flag('Only the whole stay'), false),
  isForSale: orElse(flag('For sale'), false),
  salePriceCents: orElse(cents('Sale price', 100, 1_000_000_000), null),
  ...facts,
});

const notAhead = 'Available from must be after today';

type Before = Pick<Listing, 'availableFrom' | 'firstUseYear'>;

export type SaleFacts = 'required' | 'optional';

/** @param before The listing being edited; its first night and first use may be past. */
const listingInput = (before: Before | undefined, saleFacts: SaleFacts) =>
  listingFields.superRefine((listing, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { availableFrom: from, availableTo: to } = listing;
    const nights = nightsBetween(from, to);
    const kept = before && isoDay(before.availableFrom);
    if (from !== kept && from <= earliestToday()) {
      refuse('availableFrom', notAhead);
    } else if (from > yearsAhead(mostYearsAhead)) {
      refuse('availableFrom', `Available from must be within ${mostYearsAhead} years`);
    }
    if (nights < 1) {
      refuse('availableTo', 'Available to must be after Available from');
    } else if (nights > mostNights) {
      refuse('availableTo', `Available to must be at most ${mostNights} nights after the first`);
    }
    const { isWholeOnly, minNights } = listing;
    if (isWholeOnly && nights > mostNightsOfStay) {
      refuse(
        'isWholeOnly',
        `Guests can book at most ${mostNightsOfStay} nights at once, so not all ${nights} together`,
      );
    } else if (!isWholeOnly && nights >= 1 && minNights > nights) {
      refuse('minNights', `Minimum nights must be at most ${nights}, as many as there are`);
    }
    for (const [field, message] of listing.isForSale ? missingForSale(listing) : []) {
      if (saleFacts === 'required' || field === 'salePriceCents') {
        refuse(field, message);
      }
    }
    const firstUse = firstUseProblem(listing, before?.firstUseYear ?? null);
    if (firstUse !== undefined) {
      refuse('firstUseYear', firstUse);
    }
    const weekday = weekdayOf(from);
    if (listing.checkInDay !== null && listing.checkInDay !== weekday) {
      refuse('checkInDay', `Check-in day must be the day of Available from, a ${capital(weekday)}`);
    }
  });

function missingForSale(
  listing: Pick<
    Listing,
    'salePriceCents' | 'ownership' | 'use' | 'maintenanceFeeCents' | 'yearlyPoints'
  >,
): [field: keyof typeof listing, message: string][] {
  const isRequired = 'is required when the timeshare is for sale';
  const messages = {
    salePriceCents: `Sale price ${isRequired}`,
    ownership: `Ownership ${isRequired}`,
    use: `Use ${isRequired}`,
    maintenanceFeeCents: `Maintenance fee ${isRequired}`,
    ...(listing.ownership === 'points' && {
      yearlyPoints: 'Points a year are required when points are for sale',
    }),
  };
  return (Object.entries(messages) as [keyof typeof listing, string][]).filter(
    ([field]) => listing[field] === null,
  );
}

/** @param kept The year before the edit; allowed even if past. */
function firstUseProblem(
  { firstUseYear: year, use }: { firstUseYear: number | null; use: Listing['use'] },
  kept: number | null,
): string | undefined {
  if (year === null) {
    return undefined;
  }
  const first = Number(earliestToday().slice(0, 4));
  const last = first + mostYearsUntilUse;
  if (year !== kept && (year < first || year > last)) {
    return `First use year must be ${first} to ${last}`;
  }
  const isOdd = year % 2 === 1;
  return (use === 'odd' && !isOdd) || (use === 'even' && isOdd)
    ? `A week used in ${use} years can't be used in ${year}`
    : undefined;
}

/** Validated input for a listing, except for the rules that depend on the resort. */
export type WantedListing = z.infer<typeof listingFields>;

/**
 * Validates the input for a listing. Ignores the sale price unless the timeshare is for sale,
 * minimum nights if the week can only be booked as a whole, and points a year unless points are
 * owned.
 * @param before The listing being edited; its first night and first use are allowed even if past.
 * @throws {InvalidInputError} with the first message of each invalid field
 */
export function readListing(
  input: unknown,
  before?: Before,
  saleFacts: SaleFacts = 'required',
): WantedListing {
  const has = (flag: 'isForSale' | 'isWholeOnly'): boolean =>
    z.object({ [flag]: z.literal(true) }).safeParse(input).success;
  return parseInput(listingInput(before, saleFacts), {
    ...(input as object),
    ...(!has('isForSale') && { salePriceCents: null }),
    ...(has('isWholeOnly') && { minNights: null }),
    ...(!z.object({ ownership: z.literal('points') }).safeParse(input).success && {
      yearlyPoints: null,
    }),
  });
}

/**
 * The input that makes the listing as it is, with new values in place of its own. Minimum nights end
 * that it can only be booked as a whole.
 */
export function patched(listing: Listing, changes: unknown): object {
  const given = Object.fromEntries(
    Object.entries(changes as object).filter(([, value]) => value !== undefined),
  );
  return {
    ...listing,
    availableFrom: isoDay(listing.availableFrom),
    availableTo: isoDay(listing.availableTo),
    isWholeOnly: listing.minNights === null && given['minNights'] == null,
    ...given,
  };
}

/**
 * Checks rules that depend on the resort's current day and week numbers.
 * @param before The listing being edited; its first night is allowed even if past.
 * @throws {InvalidInputError} naming availableFrom, weekNumber or use
 */
export function requireFittingWeek(
  wanted: WantedListing,
  { weekRule: rule, zone }: { weekRule: WeekRule; zone: { today: Date } },
  before?: Pick<Listing, 'availableFrom'>,
): void {
  const { availableFrom: from, weekNumber: number } = wanted;
  if (from <= isoDay(zone.today) && from !== (before && isoDay(before.availableFrom))) {
    throw new InvalidInputError('availableFrom', notAhead);
  }
  const { year, week } = weekNumber(from, rule);
  if (number !== null && number !== week) {
    const stay = weeksOfYear(year, rule, weekdayOf(from)).find((each) => each.week === number);
    throw new InvalidInputError(
      'weekNumber',
      stay
        ? `Week ${number} of ${year} at this resort begins on ${stay.checkIn}; ${from} is in week ${week}`
        : `${year} has no week ${number} at this resort`,
    );
  }
  const usedIn = year % 2 === 0 ? 'even' : 'odd';
  if (wanted.ownership === 'fixed' && wanted.use === opposite[usedIn]) {
    throw new InvalidInputError(
      'use',
      `A week used in ${wanted.use} years is not yours in ${year}`,
    );
  }
}

const opposite = { even: 'odd', odd: 'even' } as const;

export function columnsOf(wanted: WantedListing) {
  const { exchangeWeek: _, availableFrom, availableTo, isWholeOnly, ...columns } = wanted;
  return {
    ...columns,
    minNights: isWholeOnly ? null : wanted.minNights,
    availableFrom: new Date(availableFrom),
    availableTo: new Date(availableTo),
    salePriceCents: wanted.isForSale ? wanted.salePriceCents : null,
  };
}

type ListingColumns = ReturnType<typeof columnsOf>;

/** Facts that a contract proves. A change to any of them needs a new review by the team. */
export const materialFields = [
  'resortId',
  'availableFrom',
  'availableTo',
  'ownership',
  'weekNumber',
  'unitType',
  'bedrooms',
  'use',
  'yearlyPoints',
  'tenure',
] as const satisfies (keyof ListingColumns)[];

export function changedFields(stored: Listing, wanted: ListingColumns): (keyof ListingColumns)[] {
  const plain = (value: unknown) => (value instanceof Date ? isoDay(value) : value);
  return (Object.keys(wanted) as (keyof ListingColumns)[]).filter(
    (field) => plain(stored[field]) !== plain(wanted[field]),
  );
}

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
