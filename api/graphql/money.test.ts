import { getOperationAST, parse } from 'graphql';
import { expect, it } from 'vitest';
import { InvalidInputError } from '../platform/errors.ts';
import { schema } from '../schema.ts';
import { withPricesInDollars } from './money.ts';
import { createCosts } from './limits/operationCost.ts';

it('a price costs one point, whatever is selected of it', () => {
  const costOf = createCosts(schema);
  const cost = (fields: string): number => {
    const document = parse(`{ resort(id: "1") { name ${fields} } }`);
    const operation = getOperationAST(document);
    return operation ? costOf(document, operation, {}) : Number.NaN;
  };
  const alone = cost('');
  expect(cost('priceMin { amount }')).toBe(alone + 1);
  expect(cost('priceMin { amount currency formatted }')).toBe(alone + 1);
});

it('prices are passed on in dollars, and left out if they are not given', async () => {
  const pass = (input: object) => withPricesInDollars(input, (wanted) => Promise.resolve(wanted));
  expect(await pass({ name: 'Palm', priceMinCents: 9_950, priceMaxCents: 0 })).toEqual({
    name: 'Palm',
    priceMin: 99.5,
    priceMax: 0,
  });
  expect(await pass({ priceMaxCents: null })).toEqual({ priceMax: null });
});

it('errors of prices name the fields of the input', async () => {
  const fieldErrors = ['priceMin', 'priceMax', 'name'].map((field) => ({ field, message: 'No' }));
  const refused = withPricesInDollars({}, () =>
    Promise.reject(new InvalidInputError(fieldErrors)),
  ).catch((error: unknown) => (error as InvalidInputError).fieldErrors);
  expect((await refused).map(({ field }) => field)).toEqual([
    'priceMinCents',
    'priceMaxCents',
    'name',
  ]);
});
