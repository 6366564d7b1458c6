import { formatMoney, type Money } from '../platform/money.ts';
import { InvalidInputError } from '../platform/errors.ts';
import { builder } from './builder.ts';

/** Free of cost: a price costs its own field alone. */
const complexity = 0;

export const MoneyType = builder.objectRef<Money>('Money').implement({
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
      resolve: formatMoney,
    }),
  }),
});

interface PricesInCents {
  priceMinCents?: number | null | undefined;
  priceMaxCents?: number | null | undefined;
}

interface PricesInDollars {
  priceMin?: number | null;
  priceMax?: number | null;
}

/**
 * Calls a rule that takes a range of prices in US dollars with one in US cents.
 * @throws {InvalidInputError} The rule's, naming the fields of the input.
 */
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
