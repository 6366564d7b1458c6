import { getOperationAST, parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import { createCosts } from './operationCost.ts';

const document = parse(`query Weeks($first: Int, $filter: ResortFilter) {
  weeks(first: $first, filter: $filter) { edges { node { listing { title resort { name } } } } } }`);

/** The costs of the document with each of these variables, one after the other. */
function costs(...variables: Record<string, unknown>[]): number[] {
  const costOf = createCosts(schema);
  const operation = getOperationAST(document);
  return variables.map((values) => (operation ? costOf(document, operation, values) : Number.NaN));
}

it('the size of a page decides its cost, and its filter does not', () => {
  const [ten, filtered, hundred] = costs(
    { first: 10 },
    { first: 10, filter: { guests: 4 } },
    { first: 100 },
  );
  expect(filtered).toBe(ten);
  expect(hundred).toBeGreaterThan(9 * (ten ?? 0));
});

it('a filter that is refused does not make the next request cheaper', () => {
  const [refused, accepted] = costs(
    { first: 100, filter: { guests: 'many' } },
    { first: 100, filter: { guests: 4 } },
  );
  expect(accepted).toBe(refused);
  expect([accepted]).toEqual(costs({ first: 100, filter: { guests: 4 } }));
});

it('a search text, which is different each time, does not make the cost be computed again', () => {
  const text = parse('query ($text: String) { weeks(query: $text) { edges { cursor } } }');
  const operation = getOperationAST(text);
  const costOf = createCosts(schema);
  const ofText = (value: unknown) => operation && costOf(text, operation, { text: value });
  const cost = ofText('aruba');
  // A document without fields would cost nothing.
  Object.assign(operation?.selectionSet ?? {}, { selections: [] });
  expect(ofText('hawaii')).toBe(cost);
});
