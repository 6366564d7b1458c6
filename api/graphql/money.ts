import { formatMoney, moneyOrNull, type Money } from '#common/money.ts';
import { InvalidInputError } from '../platform/errors.ts';
import { builder } from './builder.ts';
import { inSql } from './sql/sqlFields.ts';
import { shows } from './shows.ts';

/** Free: a price costs only its own field. */
const complexity = 0;

const formattedSql = `CASE {currency} ${Intl.supportedValuesOf('currency')
  .map((currency) => ({ currency, sign: formatMoney({ amount: 0, currency }).slice(0, -1) }))
  .filter(({ currency, sign }) => !sign.startsWith(currency))
  .map(({ currency, sign }) => `WHEN '${currency}' THEN '${sign}'`)
  .join(' ')} ELSE {currency} || '\u00a0' END || to_char({amount} / 100, 'FM999,999,999,999,990') ||
  CASE WHEN {amount} % 100 = 0 THEN '' ELSE '.' || lpad(({amount} % 100)::text, 2, '0') END`;

/** The values of `usDollars`. @param column of whole dollars */
export const usDollarsInSql = (column: string) =>
  inSql({ values: { amount: `{${column}}::bigint * 100`, currency: `'USD'` } });

export const MoneyType = builder.objectRef<Money>('Money').implement({
  extensions: shows(),
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.expose('amount', {
      type: 'SafeInt',
      complexity,
      description:
        'In hundredths of the currency: 105000 are $1,050. Sums exceed the 32 bits of Int, which end at $21 million.',
    }),
    currency: t.exposeString('currency', {
      complexity,
      description: 'ISO 4217 code of the currency, for example USD.',
    }),
    formatted: t.string({
      complexity,
      description: 'In English, without cents if there are none: $1,050 or $199.50.',
      extensions: inSql(formattedSql),
      resolve: formatMoney,
    }),
  }),
});

type Cents<Field extends string, Amount> = Record<Field, Amount> & { currency: string };

export const moneyOf = <Field extends string>(field: Field) => ({
  type: MoneyType,
  resolve: (row: Cents<Field, number>): Money => ({ amount: row[field], currency: row.currency }),
});

/** As `moneyOf`, for cents that may be null. */
export const moneyOfOrNull = <Field extends string>(field: Field) => ({
  type: MoneyType,
  nullable: true as const,
  resolve: (row: Cents<Field, number | null>) => moneyOrNull(row[field], row.currency),
});

const selected = <Field extends string>(field: Field) => ({
  select: { [field]: true, currency: true } as Record<Field | 'currency', true>,
});

/** As `moneyOf`, for a column of a Prisma type. */
export const moneyColumn = <Field extends string>(field: Field) => ({
  ...moneyOf(field),
  ...selected(field),
});

/** As `moneyOfOrNull`, for a column of a Prisma type. */
export const moneyColumnOrNull = <Field extends string>(field: Field) => ({
  ...moneyOfOrNull(field),
  ...selected(field),
});

interface PricesInCents {
  priceMinCents?: number | null | undefined;
  priceMaxCents?: number | null | undefined;
}

interface PricesInDollars {
  priceMin?: number | null;
  priceMax?: number | null;
}

/** @throws {InvalidInputError} The rule's, naming the fields of the input. */
export async function withPricesInDollars<Input extends PricesInCents, Result>(
  { priceMinCents, priceMaxCents, ...rest }: Input,
  rule: (input: Omit<Input, keyof PricesInCents> & PricesInDollars) => Promise<Result>,
): Promise<Result> {
  try {
    return await rule({
      ...rest,
      ...(priceMinCents !== undefined && { priceMin: dollarsOf(priceMinCents) }),
      ...(priceMaxCents !== undefined && { priceMax: dollarsOf(priceMaxCents) }),
    });
  } catch (error) {
    throw error instanceof InvalidInputError
      ? new InvalidInputError(
          error.fieldErrors.map(({ field, message }) => ({
            field: field === 'priceMin' || field === 'priceMax' ? `${field}Cents` : field,
            message,
          })),
        )
      : error;
  }
}

const dollarsOf = (cents: number | null): number | null => cents && cents / 100;
