import type { ListingDetailsInput } from '#web/__generated__/ListingFormMutation.graphql.ts';
import { addDays, isDay, nightsBetween } from '#common/days.ts';
import { formatCount } from '#common/numbers.ts';
import type { FieldErrors } from '#web/relay/fieldErrors.ts';

const noFacts = {
  unitType: '',
  bedrooms: '',
  beds: '',
  bathrooms: '',
  kitchen: '',
  checkInTime: '',
  view: '',
  ownership: '',
  use: '',
  tenure: '',
  season: '',
  maintenanceFee: '',
  yearlyPoints: '',
  nextFeePaidBy: '',
  firstUseYear: '',
  rightOfFirstRefusal: '',
  resaleRestrictions: '',
};

export const factFields = Object.keys(noFacts) as (keyof typeof noFacts)[];

export const noListing = {
  resortId: '',
  availableFrom: '',
  availableTo: '',
  weekNumber: '',
  checkInDay: '',
  /** 'any' part, at 'least' some nights, or only the 'whole'. */
  stays: 'any',
  minNights: '',
  title: '',
  description: '',
  pricePerNight: '',
  cleaningFee: '',
  isInstant: '',
  cancellationPolicy: 'FLEXIBLE',
  maxGuests: '1',
  isForSale: '',
  salePrice: '',
  ...noFacts,
};

export type ListingValues = typeof noListing;

export type ListingField = keyof ListingValues;

export const exchange = 'EXCHANGE';

export const exchangeRefusal =
  "Exchange weeks can't be listed: an exchange company gave you the use of the week, not its ownership, and its rules forbid renting or selling it";

const mostNights = 366;
export const mostNightsOfStay = 60;
const mostYearsAhead = 5;
const mostYearsUntilUse = 10;

/**
 * Validates the values as the server does, as far as possible here.
 * @param before The listing being edited; its first night and first use may stay even if past.
 */
export function validateListing(
  values: ListingValues,
  today: string,
  before?: ListingValues,
): FieldErrors<ListingField> {
  const isKept = (name: ListingField) => values[name] !== '' && values[name] === before?.[name];
  const thisYear = Number(today.slice(0, 4));
  const found: Partial<Record<ListingField, string | undefined>> = {
    resortId: values.resortId === '' ? 'Resort is required' : undefined,
    availableFrom: isKept('availableFrom')
      ? undefined
      : firstNightProblem(values.availableFrom, today),
    availableTo: departureProblem(values.availableTo, values.availableFrom),
    ...staysProblems(values),
    title: textProblem('Title', values.title, 120, true),
    description: textProblem('Description', values.description, 5_000, true),
    pricePerNight: moneyProblem('Price per night', values.pricePerNight, [1, 100_000], true),
    cleaningFee: moneyProblem('Cleaning or resort fee', values.cleaningFee, [0, 10_000]),
    maxGuests: wholeProblem('Maximum guests', values.maxGuests, [1, 30], true),
    salePrice: salePriceProblem(values),
    unitType: textProblem('Unit type', values.unitType, 60),
    bedrooms: wholeProblem('Bedrooms', values.bedrooms, [0, 12]),
    beds: wholeProblem('Beds', values.beds, [1, 40]),
    bathrooms: bathroomsProblem(values.bathrooms),
    view: textProblem('View', values.view, 60),
    ownership:
      values.ownership === exchange
        ? exchangeRefusal
        : saleProblem(values, 'Ownership', 'ownership'),
    use: saleProblem(values, 'Use', 'use'),
    yearlyPoints: pointsProblem(values),
    season: textProblem('Season', values.season, 40),
    maintenanceFee:
      saleProblem(values, 'Maintenance fee', 'maintenanceFee') ??
      moneyProblem('Maintenance fee', values.maintenanceFee, [0, 100_000]),
    firstUseYear: isKept('firstUseYear')
      ? undefined
      : yearProblem('First use year', values.firstUseYear, [
          thisYear,
          thisYear + mostYearsUntilUse,
        ]),
    resaleRestrictions: textProblem('Resale restrictions', values.resaleRestrictions, 2_000),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

function firstNightProblem(day: string, today: string): string | undefined {
  const name = 'Available from';
  if (!isDay(day)) return noDay(name, day);
  if (day <= today) return `${name} must be after today`;
  return day > yearsAhead(today) ? `${name} must be within ${mostYearsAhead} years` : undefined;
}

function departureProblem(day: string, firstNight: string): string | undefined {
  const name = 'Available to';
  if (!isDay(day)) return noDay(name, day);
  const nights = nightsBetween(firstNight, day);
  if (nights < 1) return `${name} must be after Available from`;
  return nights > mostNights
    ? `${name} must be at most ${mostNights} nights after the first`
    : undefined;
}

function staysProblems({ stays, minNights, availableFrom, availableTo }: ListingValues) {
  const nights = nightsBetween(availableFrom, availableTo);
  const name = 'Minimum nights';
  return {
    stays:
      stays === 'whole' && nights > mostNightsOfStay
        ? `Guests can book at most ${mostNightsOfStay} nights at once, so not all ${nights} together`
        : undefined,
    minNights:
      stays === 'least'
        ? (wholeProblem(name, minNights, [1, mostNightsOfStay], true) ??
          (nights >= 1 && Number(minNights) > nights
            ? `${name} must be at most ${nights}, as many as there are`
            : undefined))
        : undefined,
  };
}

const noDay = (name: string, text: string): string =>
  text === '' ? `${name} is required` : `${name} must be a date like 2027-02-13`;

const yearsAhead = (today: string): string =>
  `${Number(today.slice(0, 4)) + mostYearsAhead}${today.slice(4)}`;

const saleProblem = (values: ListingValues, name: string, field: ListingField) =>
  values.isForSale !== '' && values[field].trim() === ''
    ? `${name} is required when the timeshare is for sale`
    : undefined;

function salePriceProblem(values: ListingValues): string | undefined {
  if (values.isForSale === '') return undefined;
  return (
    saleProblem(values, 'Sale price', 'salePrice') ??
    moneyProblem('Sale price', values.salePrice, [1, 10_000_000])
  );
}

function pointsProblem({ ownership, isForSale, yearlyPoints }: ListingValues): string | undefined {
  if (ownership !== 'POINTS') return undefined;
  return isForSale !== '' && yearlyPoints.trim() === ''
    ? 'Points a year are required when points are for sale'
    : wholeProblem('Points a year', yearlyPoints.replaceAll(',', ''), [1, 10_000_000]);
}

function problemOf(
  name: string,
  value: string,
  isRequired: boolean,
  check: (text: string) => string | false,
): string | undefined {
  const text = value.trim();
  if (text === '') return isRequired ? `${name} is required` : undefined;
  return check(text) || undefined;
}

const textProblem = (name: string, value: string, most: number, isRequired = false) =>
  problemOf(
    name,
    value,
    isRequired,
    ({ length }) => length > most && `${name} may have at most ${formatCount(most)} characters`,
  );

type Range = readonly [least: number, most: number];

const isWithin = (number: number | undefined, [least, most]: Range): boolean =>
  number !== undefined && number >= least && number <= most;

const wholeProblem = (name: string, value: string, range: Range, isRequired = false) =>
  problemOf(
    name,
    value,
    isRequired,
    (text) =>
      !isWithin(wholeOf(text), range) && `${name} must be ${range.map(formatCount).join(' to ')}`,
  );

const bathroomsProblem = (value: string) =>
  problemOf(
    'Bathrooms',
    value,
    false,
    (text) => !isWithin(halvesOf(text), [0.5, 20]) && 'Bathrooms must be 0.5 to 20, in halves',
  );

/** As `wholeProblem` for a year, which has no separators. */
const yearProblem = (name: string, value: string, range: Range): string | undefined =>
  wholeProblem(name, value, range) && `${name} must be ${range[0]} to ${range[1]}`;

const moneyProblem = (name: string, value: string, range: Range, isRequired = false) =>
  problemOf(name, value, isRequired, (text) => {
    const cents = centsOf(text);
    if (cents === undefined || !isWithin(cents / 100, range)) {
      return `${name} must be ${range.map(dollars).join(' to ')}`;
    }
    return !Number.isInteger(cents) && `${name} may have at most two decimals`;
  });

const dollars = (amount: number): string => `$${formatCount(amount)}`;

/** '$1,250.50' as 125050; undefined if it is not an amount. */
export function centsOf(text: string): number | undefined {
  const plain = text.replace(/[$,\s]/g, '');
  if (!/^\d+(\.\d*)?$/.test(plain)) return undefined;
  const [whole = '', decimals = ''] = plain.split('.');
  return Number(`${whole}${decimals.padEnd(2, '0').slice(0, 2)}.${decimals.slice(2) || 0}`);
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,8}$/.test(text.trim()) ? Number(text) : undefined;
}

/** '1.5' as 1.5; undefined if it is not whole or a half. */
function halvesOf(text: string): number | undefined {
  return /^\d{1,2}(\.[05]?)?$/.test(text.trim()) ? Number(text) : undefined;
}

const serverFields: Readonly<Record<string, ListingField>> = {
  exchangeWeek: 'ownership',
  isWholeOnly: 'stays',
};

export const formFieldOf = (field: string): string => serverFields[field] ?? field;

const texts = [
  'checkInDay',
  'unitType',
  'kitchen',
  'checkInTime',
  'view',
  'ownership',
  'use',
  'tenure',
  'season',
  'nextFeePaidBy',
  'resaleRestrictions',
] as const;

export function detailsOf(values: ListingValues): ListingDetailsInput {
  const { resortId, title, description, cancellationPolicy, availableFrom, availableTo } = values;
  const isForSale = values.isForSale !== '';
  const points = values.ownership === 'POINTS' ? values.yearlyPoints.replaceAll(',', '') : '';
  const details = {
    ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
    resortId,
    title,
    description,
    cancellationPolicy,
    availableFrom,
    availableTo,
    pricePerNightCents: centsOf(values.pricePerNight) ?? 0,
    cleaningFeeCents: centsOf(values.cleaningFee) ?? 0,
    isInstant: values.isInstant !== '',
    maxGuests: wholeOf(values.maxGuests) ?? 0,
    minNights: values.stays === 'least' ? (wholeOf(values.minNights) ?? null) : null,
    isWholeOnly: values.stays === 'whole',
    isForSale,
    salePriceCents: isForSale ? (centsOf(values.salePrice) ?? null) : null,
    weekNumber: wholeOf(values.weekNumber) ?? null,
    bedrooms: wholeOf(values.bedrooms) ?? null,
    beds: wholeOf(values.beds) ?? null,
    bathrooms: halvesOf(values.bathrooms) ?? null,
    maintenanceFeeCents: centsOf(values.maintenanceFee) ?? null,
    yearlyPoints: wholeOf(points) ?? null,
    firstUseYear: wholeOf(values.firstUseYear) ?? null,
    rightOfFirstRefusal: values.rightOfFirstRefusal === '' ? null : true,
  };
  return details as ListingDetailsInput;
}

export const typedValues = (said: object): Partial<ListingValues> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([name, value]: [string, unknown]) =>
      name in noListing && value != null ? [[name, typedValue(value)]] : [],
    ),
  );

function typedValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : '';
  if (typeof value !== 'object') return String(value);
  // 125050 cents as '1250.50', 125000 as '1250'.
  const { amount } = value as { amount: number };
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
}

export function withDates(
  values: ListingValues,
  changes: Partial<Pick<ListingValues, 'availableFrom' | 'availableTo'>>,
): Partial<ListingValues> {
  const from = changes.availableFrom;
  const isWholeDate = from !== undefined && /^2\d{3}-\d{2}-\d{2}$/.test(from);
  const week = isWholeDate && values.availableTo === '' && { availableTo: addDays(from, 7) };
  return { ...changes, ...week, weekNumber: '', checkInDay: '' };
}
