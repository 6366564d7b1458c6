import { getOperationAST, isInputObjectType, parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#api/schema.ts';
import { filterValues, publicFields, publicReads, sampleIds } from '#api/testing/publicReads.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createCosts } from './operationCost.ts';
import { documentedRows } from '#api/testing/documentedRows.ts';
import { rootCosts } from './rootCosts.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

it('knows what every public root field costs, and how to measure each filter', () => {
  const fields = publicFields(schema);
  expect(fields.map(({ name }) => name).filter((name) => !(name in rootCosts))).toEqual([]);
  for (const field of fields) {
    const filter = field.args.find(({ name }) => name === 'filter')?.type;
    expect(isInputObjectType(filter) ? Object.keys(filter.getFields()).sort() : []).toEqual(
      isInputObjectType(filter) ? Object.keys(filterValues[filter.name] ?? {}).sort() : [],
    );
  }
});

it('tells partners what each public root field costs', () => {
  const costs = publicFields(schema).flatMap(({ name }) => {
    const { points = 0, condition = '' } = rootCosts[name] ?? {};
    return points > 0 ? [[`\`${name}\``, String(points), String(condition)]] : [];
  });
  expect(documentedRows(/^\| field +\| points/)).toEqual(costs);
});

it('counts every root field with a text or a filter among the searches', () => {
  const searching = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ args }) => args.some(({ name }) => /^(query|text|search|filter)$/.test(name)))
    .map(({ name }) => name)
    // They read what the searches beside them read, and a log in its own order.
    .filter((name) => !['searchPhrases', 'searchReading', 'auditEntries'].includes(name));
  expect(searching.filter((name) => !rootCosts[name]?.isSearch)).toEqual([]);
});

it('is asked for every public root field, with every filter, and each has points', async () => {
  const costOf = createCosts(schema);
  for (const { name, document, variables } of publicReads(schema, await sampleIds(server))) {
    const parsed = parse(document);
    const operation = getOperationAST(parsed);
    expect([name, operation && costOf(parsed, operation, variables) > 0]).toEqual([name, true]);
    expect([name, (await server.graphqlText(document, variables)).errors]).toEqual([name, []]);
  }
});
