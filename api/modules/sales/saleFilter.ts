import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import { parseInput } from '#api/platform/input/input.ts';
import {
  currencyInput,
  destinationSql,
  inOrder,
  names,
  narrowing,
  oneOf,
  whole,
  type Narrowed,
} from '../search/resortFilter.ts';
import type { WantedFacts } from './wantedFacts.ts';

export const ownerships = ['fixed', 'floating', 'rotating', 'points'] as const;
export const uses = ['annual', 'odd', 'even'] as const;
export const tenures = ['deeded', 'right_to_use'] as const;

const mostCents = 1_000_000_000;

const values = <const Values extends readonly string[]>(field: string, allowed: Values) =>
  z
    .array(z.enum(allowed), { error: `The filter ${field} is not valid` })
    .max(allowed.length, `The filter ${field} takes at most ${allowed.length} values`)
    .nullish();

const cents = (field: string) => whole(field, 0, mostCents);

const conditions = z.strictObject(
  {
    destinations: names('destinations'),
    brands: names('brands'),
    ownerships: values('ownerships', ownerships),
    uses: values('uses', uses),
    tenures: values('tenures', tenures),
    seasons: names('seasons'),
    minPriceCents: cents('minPriceCents'),
    maxPriceCents: cents('maxPriceCents'),
    minFeeCents: cents('minFeeCents'),
    maxFeeCents: cents('maxFeeCents'),
    minFirstYearCents: cents('minFirstYearCents'),
    maxFirstYearCents: cents('maxFirstYearCents'),
    currency: currencyInput,
    weekFrom: whole('weekFrom', 1, 53),
    weekTo: whole('weekTo', 1, 53),
    bedrooms: whole('bedrooms', 0, 12),
    firstUseBy: whole('firstUseBy', 2000, 2200),
  },
  { error: 'The filter is not valid' },
);

/**
 * Conditions in normalized form: empty conditions removed, values sorted and unique. Seasons are as
 * owners typed them; case doesn't matter.
 */
export type SaleFilter = Narrowed<typeof conditions>;

export type SaleNarrowing = SaleFilter & { asked?: WantedFacts | undefined };

const saleFilterInput = conditions
  .superRefine((filter, context) => {
    for (const [least, most] of ranges) {
      const [from, to] = [filter[least], filter[most]];
      if (from != null && to != null && from > to) {
        context.addIssue({
          code: 'custom',
          path: [most],
          message: `${most} must not be less than ${least}`,
        });
      }
    }
  })
  .transform((filter): SaleFilter =>
    narrowing<SaleFilter>({
      ...filter,
      destinations: inOrder(filter.destinations),
      brands: inOrder(filter.brands),
      seasons: inOrder(filter.seasons?.map((season) => season.toLowerCase())),
      ownerships: ownerships.filter((value) => filter.ownerships?.includes(value)),
      uses: uses.filter((value) => filter.uses?.includes(value)),
      tenures: tenures.filter((value) => filter.tenures?.includes(value)),
    }),
  );

const ranges = [
  ['minPriceCents', 'maxPriceCents'],
  ['minFeeCents', 'maxFeeCents'],
  ['minFirstYearCents', 'maxFirstYearCents'],
  ['weekFrom', 'weekTo'],
] as const;

export type SaleFilterInput = z.input<typeof saleFilterInput>;

export const readSaleFilter = (input: SaleFilterInput | null | undefined): SaleFilter =>
  input == null ? {} : parseInput(saleFilterInput, input);

export const currencyOf = ({ currency = 'USD' }: SaleFilter): string => currency;

const price = Prisma.sql`sale_price_cents`;
/** Null counts as the highest amount, as in the indexes. No filter reaches it. */
const fee = Prisma.sql`coalesce(maintenance_fee_cents, 2147483647)`;
const firstYear = Prisma.sql`coalesce(first_year_cents, 2147483647)`;
const week = Prisma.sql`week_number`;

/**
 * Only fixed and rotating weeks: the week number of a floating week belongs to its rented nights.
 */
const isNumbered = Prisma.sql`coalesce(ownership, 'fixed') IN ('fixed', 'rotating')`;

export function saleConditions(filter: SaleNarrowing): Prisma.Sql[] {
  const amounts = [
    ...between(price, filter.minPriceCents, filter.maxPriceCents),
    ...between(fee, filter.minFeeCents, filter.maxFeeCents ?? known(filter.minFeeCents)),
    ...between(
      firstYear,
      filter.minFirstYearCents,
      filter.maxFirstYearCents ?? known(filter.minFirstYearCents),
    ),
  ];
  return [
    Prisma.sql`on_sale`,
    ...(filter.destinations ? [destinationSql(filter.destinations)] : []),
    ...(filter.brands ? [oneOf(Prisma.sql`brand`, filter.brands)] : []),
    ...(filter.ownerships ? [oneOf(Prisma.sql`ownership::text`, filter.ownerships)] : []),
    ...(filter.uses ? [oneOf(Prisma.sql`use::text`, filter.uses)] : []),
    ...(filter.tenures ? [oneOf(Prisma.sql`tenure::text`, filter.tenures)] : []),
    ...(filter.seasons ? [oneOf(Prisma.sql`lower(season)`, filter.seasons)] : []),
    ...(amounts.length > 0 ? [Prisma.sql`currency = ${currencyOf(filter)}`, ...amounts] : []),
    ...(filter.weekFrom === undefined && filter.weekTo === undefined
      ? []
      : [isNumbered, ...between(week, filter.weekFrom, filter.weekTo)]),
    ...between(Prisma.sql`bedrooms`, filter.bedrooms, undefined),
    ...between(Prisma.sql`first_use_year`, undefined, filter.firstUseBy),
    ...(filter.asked ? askedConditions(filter.asked) : []),
  ];
}

/** Below the highest amount if there is a lowest amount: unknown amounts never match. */
const known = (least: number | undefined): number | undefined =>
  least === undefined ? undefined : mostCents * 2;

const between = (
  column: Prisma.Sql,
  least: number | undefined,
  most: number | undefined,
): Prisma.Sql[] => [
  ...(least === undefined ? [] : [Prisma.sql`${column} >= ${least}::integer`]),
  ...(most === undefined ? [] : [Prisma.sql`${column} <= ${most}::integer`]),
];

function askedConditions(asked: WantedFacts): Prisma.Sql[] {
  const { weeks, southWeeks, least, most, currency } = asked;
  const inCents = (amount: number): Prisma.Sql => Prisma.sql`${Math.round(amount * 100)}::bigint`;
  return [
    ...(weeks && southWeeks
      ? [
          isNumbered,
          Prisma.sql`${week} = ANY(CASE WHEN latitude < 0 THEN ${[...southWeeks]}::integer[]
                                        ELSE ${[...weeks]}::integer[] END)`,
        ]
      : []),
    ...(currency === undefined ? [] : [Prisma.sql`currency = ${currency}`]),
    ...(least === undefined ? [] : [Prisma.sql`${price} >= ${inCents(least)}`]),
    ...(most === undefined ? [] : [Prisma.sql`${price} <= ${inCents(most)}`]),
    ...between(Prisma.sql`bedrooms`, asked.bedrooms, undefined),
    ...between(Prisma.sql`max_guests`, asked.guests, undefined),
    ...(asked.minRating === undefined
      ? []
      : [Prisma.sql`rating >= ${asked.minRating}::float8::numeric`]),
  ];
}
