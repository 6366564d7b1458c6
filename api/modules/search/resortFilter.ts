import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Meaning } from '../phrases/meaning.ts';
import { nightsBetween } from '#common/days.ts';
import { boundsSql, type MapBounds } from './mapBounds.ts';
import { weekdays } from '#common/weekdays.ts';
import { staySql, stayWishOf } from './stayWish.ts';
import { placeKey } from './words/vocabulary.ts';

/** Price tiers of SPEC section 5: on the lowest nightly price, in whole US dollars. */
export const priceTiers = {
  UNDER_100: { from: 0, below: 100 },
  FROM_100_TO_300: { from: 100, below: 300 },
  FROM_300: { from: 300, below: undefined },
} as const;

const most = { nights: 60, values: 20, characters: 200, arrivals: 366, cents: 1_000_000_000 };

const currencyMessage = 'currency must be a code like USD';

export const currencyInput = z
  .string({ error: currencyMessage })
  .regex(/^[A-Z]{3}$/, currencyMessage)
  .nullish();

const isName = (value: string): boolean =>
  value !== '' && value.length <= most.characters && !value.includes('\u0000');

const name = (field: string) => {
  const error = `The filter ${field} is not valid`;
  return z.string({ error }).trim().refine(isName, error).nullish();
};

/** Schema of a list of names; a resort matches if it has one of them. */
export const names = (field: string) => {
  const error = `The filter ${field} is not valid`;
  return z
    .array(z.string({ error }).trim(), { error })
    .max(most.values, `The filter ${field} takes at most ${most.values} values`)
    .refine((values) => values.every(isName), error)
    .nullish();
};

const range = (field: string, least: number, greatest: number) => {
  const error = `${field} must be ${least} to ${greatest}`;
  return z.number({ error }).min(least, error).max(greatest, error);
};

export const whole = (field: string, least: number, greatest: number) =>
  range(field, least, greatest).int(`${field} must be a whole number`).nullish();

const day = (field: string) =>
  z.iso
    .date({ error: `${field} must be a date like 2027-03-05` })
    .regex(/^[12]/, `${field} must be a date like 2027-03-05`)
    .nullish();

const conditions = z.strictObject(
  {
    priceTier: z
      .enum(['UNDER_100', 'FROM_100_TO_300', 'FROM_300'], {
        error: 'The filter priceTier is not valid',
      })
      .nullish(),
    destination: name('destination'),
    destinations: names('destinations'),
    brand: name('brand'),
    brands: names('brands'),
    amenities: names('amenities'),
    isNewAvailability: z.boolean({ error: 'isNewAvailability must be true or false' }).nullish(),
    minRating: range('minRating', 0, 5).nullish(),
    availableFrom: day('availableFrom'),
    availableTo: day('availableTo'),
    arrivalFrom: day('arrivalFrom'),
    arrivalTo: day('arrivalTo'),
    season: z
      .strictObject({
        name: z.enum(['spring', 'summer', 'fall', 'winter'], {
          error: 'The season is not valid',
        }),
        year: range('season.year', 2000, 2199).int('season.year must be a whole number'),
      })
      .nullish(),
    flexibleDays: whole('flexibleDays', 1, 14),
    arrivalWeekday: z.enum(weekdays, { error: 'The arrivalWeekday is not valid' }).nullish(),
    minNights: whole('minNights', 1, most.nights),
    maxNights: whole('maxNights', 1, most.nights),
    maxTotalCents: whole('maxTotalCents', 1, most.cents),
    maxNightlyCents: whole('maxNightlyCents', 1, most.cents),
    currency: currencyInput,
    guests: whole('guests', 1, 30),
    bedrooms: whole('bedrooms', 0, 10),
    isInstant: z.boolean({ error: 'isInstant must be true or false' }).nullish(),
    hasStay: z.boolean({ error: 'hasStay must be true or false' }).nullish(),
  },
  { error: 'The filter is not valid' },
);

/**
 * Conditions in normalized form: empty conditions removed, names sorted and unique. Destinations
 * are those of resorts, or keys of places such as "@maui" (nestedPlaces.ts).
 */
export type ResortFilter = Omit<
  Narrowed<typeof conditions>,
  'destination' | 'brand' | 'hasStay'
> & {
  hasStay?: true;
};

export type Narrowing = ResortFilter & {
  asked?: Meaning | undefined;
  bounds?: MapBounds | undefined;
  /** Only resorts changed at this instant or later, in ISO 8601. */
  updatedSince?: string | undefined;
};

export const resortFilterInput = conditions
  .superRefine((filter, context) => {
    for (const { field, message } of problemsBetween(filter)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .transform(({ destination, brand, ...rest }): ResortFilter =>
    narrowing<ResortFilter>({
      ...rest,
      destinations: inOrder(destination == null ? rest.destinations : [destination]),
      brands: inOrder(brand == null ? rest.brands : [brand]),
      amenities: inOrder(rest.amenities),
      hasStay: rest.hasStay || null,
    }),
  );

export type ResortFilterInput = z.input<typeof resortFilterInput>;

export const readFilter = (input: ResortFilterInput | null | undefined): ResortFilter =>
  input == null ? {} : parseInput(resortFilterInput, input);

interface Problem {
  field: string;
  message: string;
}

type Conditions = Omit<ResortFilterInput, 'priceTier'>;

function problemsBetween(filter: Conditions): Problem[] {
  const either = (['destination', 'brand'] as const).flatMap((field): Problem[] =>
    filter[field] != null && filter[`${field}s`]?.length
      ? [{ field, message: `Either ${field} or ${field}s, not both` }]
      : [],
  );
  const { minNights, maxNights, season, arrivalFrom, flexibleDays, availableFrom } = filter;
  return [
    ...either,
    ...pairProblem(filter, 'availableFrom', 'availableTo', (days) =>
      days < 1
        ? 'availableTo must be after availableFrom'
        : days > most.nights && `A stay may have at most ${most.nights} nights`,
    ),
    ...pairProblem(filter, 'arrivalFrom', 'arrivalTo', (days) =>
      days < 0
        ? 'arrivalTo must not be before arrivalFrom'
        : days > most.arrivals && `arrivalTo may be at most ${most.arrivals} days later`,
    ),
    ...problemIf(
      minNights != null && maxNights != null && minNights > maxNights,
      'maxNights',
      'maxNights must not be less than minNights',
    ),
    ...problemIf(
      season != null && arrivalFrom != null,
      'season',
      'Either season or arrivalFrom, not both',
    ),
    ...problemIf(
      flexibleDays != null && availableFrom == null && arrivalFrom == null,
      'flexibleDays',
      'flexibleDays needs availableFrom or arrivalFrom',
    ),
  ];
}

const problemIf = (isProblem: boolean, field: string, message: string): Problem[] =>
  isProblem ? [{ field, message }] : [];

function pairProblem<Field extends 'availableFrom' | 'availableTo' | 'arrivalFrom' | 'arrivalTo'>(
  filter: Conditions,
  first: Field,
  last: Field,
  problemOf: (days: number) => string | false,
): Problem[] {
  const { [first]: from, [last]: to } = filter;
  if (from == null && to == null) {
    return [];
  }
  if (from == null || to == null) {
    return [{ field: from == null ? first : last, message: `${first} and ${last} go together` }];
  }
  const message = problemOf(nightsBetween(from, to));
  return message ? [{ field: last, message }] : [];
}

export const inOrder = (values: readonly string[] | null | undefined): string[] =>
  [...new Set(values ?? [])].sort();

export type Narrowed<Conditions extends z.ZodType> = {
  [Field in keyof z.output<Conditions>]?: Unchanging<NonNullable<z.output<Conditions>[Field]>>;
};

type Unchanging<Value> = Value extends readonly (infer Each)[] ? readonly Each[] : Value;

/** Drops empty conditions and sorts the rest, so that equivalent filters are equal. */
export function narrowing<Filter extends object>(filter: {
  [Field in keyof Filter]: Filter[Field] | null | undefined;
}): Filter {
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value != null && !(Array.isArray(value) && value.length === 0))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ) as Filter;
}

/**
 * The conditions of a filter on a row of `resorts`; empty if there are none. A count reads all free
 * nights of a place at once, a page reads them resort by resort. Next to words, planning for the
 * values gains nothing.
 */
export function filterSql(
  filter: Narrowing,
  purpose: 'page' | 'count' | 'words' = 'page',
): Prisma.Sql[] {
  const stay = stayConditions(filter);
  const place =
    purpose === 'count' && filter.destinations && !hasPlaces(filter)
      ? [oneOf(Prisma.sql`resort_destination`, filter.destinations)]
      : [];
  const conditions = resortConditions(filter);
  return [
    ...(purpose === 'words' ? conditions.map(withoutPlans) : conditions),
    ...(stay.length === 0
      ? []
      : [
          Prisma.sql`EXISTS (SELECT FROM free_stretches
            WHERE resort_id = id AND ${Prisma.join([...place, ...stay], ' AND ')})`,
        ]),
  ];
}

/** The conditions of a filter on a row of `resorts`, without conditions on its listings. */
export function resortConditions(filter: Narrowing): Prisma.Sql[] {
  const tier = filter.priceTier ? priceTiers[filter.priceTier] : undefined;
  const minRating = Math.max(filter.minRating ?? 0, filter.asked?.minRating ?? 0);
  return [
    tier && Prisma.sql`price_min >= ${tier.from}::int`,
    tier?.below !== undefined && Prisma.sql`price_min < ${tier.below}::int`,
    filter.destinations && destinationSql(filter.destinations),
    filter.brands && oneOf(Prisma.sql`brand`, filter.brands),
    filter.amenities && Prisma.sql`amenities @> ${[...filter.amenities]}::text[]`,
    filter.isNewAvailability !== undefined &&
      Prisma.sql`is_new_availability = ${filter.isNewAvailability}::boolean`,
    minRating > 0 && Prisma.sql`rating >= ${minRating}::float8::numeric`,
    filter.bounds && boundsSql(filter.bounds),
    filter.updatedSince && Prisma.sql`updated_at >= ${filter.updatedSince}::timestamptz`,
  ].filter((part): part is Prisma.Sql => typeof part === 'object' && part !== null);
}

/**
 * Whether a destination is the key of a place, which can contain resorts of several destinations.
 */
export const isPlace = (name: string): boolean => name.startsWith('@');

export const hasPlaces = ({ destinations }: Pick<ResortFilter, 'destinations'>): boolean =>
  destinations?.some(isPlace) === true;

/** A tsquery for resorts in any of these destinations and places. */
export const placesQuery = (names: readonly string[]): string =>
  names.map((name) => `'@${placeKey(name)}'`).join(' | ');

/** Condition: a resort has one of these destinations or is in one of these places. */
export function destinationSql(names: readonly string[]): Prisma.Sql {
  const places = names.filter(isPlace);
  const destination = oneOf(Prisma.sql`destination`, names);
  return places.length === 0
    ? destination
    : Prisma.sql`(${destination} OR search_vector @@ ${placesQuery(places)}::text::tsquery)`;
}

/** PostgreSQL uses an index better for a single value than for a list. */
export const oneOf = (column: Prisma.Sql, values: readonly string[]): Prisma.Sql =>
  values.length === 1
    ? Prisma.sql`${column} = ${values[0]}`
    : Prisma.sql`${column} = ANY(${[...values]}::text[])`;

/**
 * The conditions of a filter on a row of `free_stretches`; empty if it has no condition on the
 * stay.
 */
export function stayConditions(filter: Narrowing): Prisma.Sql[] {
  const wish = stayWishOf(filter);
  return wish ? staySql(wish).conditions : [];
}

/** Names in a filter that every hit must have, as words; empty if there are none. */
export const namesIn = ({ amenities, destinations, brands }: Narrowing): string =>
  [amenities, ...[destinations, brands].filter((names) => names?.length === 1)]
    .flatMap((names) => names ?? [])
    .join(' ');

/** Whether a filter has a condition besides names that all resorts must have. */
export const narrowsMoreThanNames = (filter: Narrowing): boolean =>
  filterSql(filter).length >
  [filter.amenities, filter.destinations, filter.brands].filter(
    (names, index) => names && (index === 0 || names.length === 1),
  ).length;

export const filterKey = (filter: Narrowing): string => JSON.stringify(filter);

/** Hides a value from the planner, so that PostgreSQL keeps one plan for all values. */
export const unplanned = (value: Prisma.Sql): Prisma.Sql => Prisma.sql`(SELECT ${value})`;

/**
 * `unplanned` for every value in a condition, cast to its type: ANY would read a SELECT without a
 * cast as rows.
 */
function withoutPlans({ strings, values }: Prisma.Sql): Prisma.Sql {
  const closed = strings.map((text, index) =>
    index === 0 ? text : text.replace(/^(::\w+(\[\])?)*/, '$&)$&'),
  );
  return new Prisma.Sql(
    closed.map((text, index) => (index < values.length ? `${text}(SELECT ` : text)),
    values,
  );
}

export const allOf = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...parts], ' AND ');
