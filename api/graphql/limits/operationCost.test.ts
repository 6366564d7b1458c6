import { readFileSync } from 'node:fs';
import { getOperationAST, Kind, parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#api/schema.ts';
import { filterValues } from '#api/testing/publicReads.ts';
import { persistedDocumentsFile } from '#api/testing/testServer.ts';
import { operationLimits } from './limits.ts';
import { createCosts } from './operationCost.ts';
import { mostWords, operationPoints, rootCosts, rowCosts, wordPoints } from './rootCosts.ts';

const document = parse(`query Weeks($first: Int, $filter: ResortFilter) {
  weeks(first: $first, filter: $filter) { edges { node { listing { title resort { name } } } } } }`);

/** The costs of the document with each of these variables, one after the other. */
function costs(...variables: Record<string, unknown>[]): number[] {
  const costOf = createCosts(schema);
  const operation = getOperationAST(document);
  return variables.map((values) => (operation ? costOf(document, operation, values) : Number.NaN));
}

it('the size of a page decides its cost, and each condition adds to it, whatever its value', () => {
  const [ten = 0, hundred = 0, filtered = 0, other, more] = costs(
    { first: 10 },
    { first: 100 },
    { first: 10, filter: { guests: 4 } },
    { first: 10, filter: { guests: 2, bedrooms: null, brands: [] } },
    { first: 10, filter: { guests: 2, brands: ['One', 'Other'], amenities: ['Pool', 'Spa'] } },
  );
  const { points = 0, condition = 0 } = rootCosts['weeks'] ?? {};
  const own = operationPoints + points;
  expect(hundred - own - 1).toBe(10 * (ten - own - 1));
  expect(filtered).toBe(ten + condition);
  expect(other).toBe(filtered);
  // All amenities must match, and one of the brands.
  expect(more).toBe(ten + 4 * condition);
});

it('a root field is paid for once, however many fragments select it, and again under another name', () => {
  const cost = (text: string) => {
    const parsed = parse(`query Words($query: String) { ${text} } 
      fragment Sort on Query { searchReading(query: $query) { sort } }`);
    const operation = getOperationAST(parsed);
    return operation
      ? createCosts(schema)(parsed, operation, { query: 'beach houses' })
      : Number.NaN;
  };
  const { points = 0 } = rootCosts['searchReading'] ?? {};
  const once = cost('searchReading(query: $query) { leftOut }');
  expect(cost('searchReading(query: $query) { leftOut } ...Sort') - once).toBeLessThan(points);
  const other = 'other: searchReading(query: $query) { leftOut }';
  expect(cost(`searchReading(query: $query) { leftOut } ${other}`) - once).toBeGreaterThanOrEqual(
    points,
  );
});

it('the words of a text add to the cost, wherever they and their defaults stand', () => {
  const cost = (text: string, values: Record<string, unknown> = {}) => {
    const parsed = parse(text);
    const operation = getOperationAST(parsed);
    return operation ? createCosts(schema)(parsed, operation, values) : Number.NaN;
  };
  const plain = cost('{ weeks { edges { cursor } } }');
  const word = wordPoints;
  expect(cost('{ weeks(query: " ") { edges { cursor } } }')).toBe(plain);
  expect(cost('{ weeks(query: "two words") { edges { cursor } } }')).toBe(plain + 2 * word);
  const given =
    'query ($text: String = "three words here") { weeks(query: $text) { edges { cursor } } }';
  expect(cost(given)).toBe(plain + 3 * word);
  expect(cost(given, { text: 'word' })).toBe(plain + word);
  expect(cost(given, { text: 'word '.repeat(1_000) })).toBe(plain + mostWords * word);
  const inside =
    '{ ...Search } fragment Search on Query { weeks(query: "word") { edges { cursor } } }';
  expect(cost(inside)).toBe(plain + word);
});

it('the words of a text are paid for once, however many fields search it, and those of another text again', () => {
  const cost = (...texts: string[]) => {
    const fields = texts.map((text, at) => `of${at}: weeks(query: ${text}) { edges { cursor } }`);
    const parsed = parse(`query ($one: String, $other: String) { ${fields.join(' ')} }`);
    const operation = getOperationAST(parsed);
    const given = { one: 'two words', other: 'two words' };
    return operation ? createCosts(schema)(parsed, operation, given) : Number.NaN;
  };
  const words = 2 * wordPoints;
  expect(cost('$one', '$one')).toBe(cost('null', 'null') + words);
  expect(cost('"two words"', '"two words"')).toBe(cost('null', 'null') + words);
  // Of two variables another request may have two texts.
  expect(cost('$one', '$other')).toBe(cost('null', 'null') + 2 * words);
});

it('no page of the client costs more than an operation may, whatever its text and its conditions', () => {
  const documents = Object.values(
    JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<string, string>,
  ).map((text) => parse(text));
  const costOf = createCosts(schema);
  const dearest = documents.flatMap((document) => {
    const operation = getOperationAST(document);
    const type = operation?.variableDefinitions?.find(
      ({ variable }) => variable.name.value === 'filter',
    )?.type;
    if (!operation || !type || type.kind !== Kind.NAMED_TYPE) return [];
    const name = operation.name?.value ?? '';
    const variables = {
      query: 'a '.repeat(100),
      filter: {
        ...Object.assign({}, ...Object.values(filterValues[type.name.value] ?? {})),
        amenities: Array.from({ length: 20 }, (_, at) => `Amenity ${at}`),
      },
      first: /^nextPage/.test(name) ? 48 : 24,
    };
    return [{ name, cost: costOf(document, operation, variables) }];
  });
  expect(dearest.length).toBeGreaterThan(5);
  expect(dearest.filter(({ cost }) => cost > operationLimits.complexity)).toEqual([]);
});

it('a variable that is left out takes its default, whatever its name', () => {
  for (const name of ['size', 'constructor', 'toString', '__proto__']) {
    const text = parse(
      `query ($${name}: Int = 100) { weeks(first: $${name}) { edges { cursor } } }`,
    );
    const operation = getOperationAST(text);
    const costOf = createCosts(schema);
    const given = (values: string) =>
      operation && costOf(text, operation, JSON.parse(values) as Record<string, unknown>);
    const ofNull = given(`{ "${name}": null }`);
    expect(given('{}')).toBe(given(`{ "${name}": 100 }`));
    expect(given('{}')).not.toBe(ofNull);
  }
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

it('each row of a mutation is charged, with what is selected of its result, and errors once', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ reference: `w-${index}` }));
  const cost = (text: string, values: Record<string, unknown> = {}) => {
    const parsed = parse(text);
    const operation = getOperationAST(parsed);
    return operation ? createCosts(schema)(parsed, operation, values) : Number.NaN;
  };
  const call = (
    selected: string,
    input = '$input',
  ) => `mutation ($input: BulkUpsertListingsInput!) {
    bulkUpsertListings(input: ${input}) { ...Errors ... on BulkUpsertListingsPayload { ${selected} } } }
    fragment Errors on Error { message ... on InvalidInputError { fieldErrors { field message } } }`;
  const given = (count: number) => ({ input: { rows: rows(count) } });
  const each = rowCosts['bulkUpsertListings'] ?? 0;
  const empty = cost(call('created'), given(0));
  expect(each).toBeGreaterThan(0);
  expect(cost(call('created'), given(7))).toBe(empty + 7 * each);
  const shown =
    'results { index reference status fieldErrors { field message } listing { id title } }';
  expect(cost(call(shown), given(7)) - cost(call(shown), given(0))).toBe(7 * (each + 3));
  expect(cost(call(shown), given(100_000))).toBe(cost(call(shown), given(500)));
  expect(cost(call(shown), given(500))).toBeLessThan(operationLimits.complexity);
  const literal = '{ rows: [{ reference: "a" }, { reference: "b" }] }';
  expect(cost(call(shown, literal))).toBe(cost(call(shown), given(2)));
  expect(cost(call(shown, '{ rows: $rows }'), { rows: rows(2) })).toBe(cost(call(shown), given(2)));
  const history = 'results { listing { history { kind } } }';
  expect(cost(call(history), given(500))).toBeGreaterThan(operationLimits.complexity);
});
