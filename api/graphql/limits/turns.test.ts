import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { createSearchQueue } from '#api/platform/limits/searchQueue.ts';
import { createResort } from '#api/testing/factories.ts';
import { openDocuments } from '#api/testing/openDocuments.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const known = openDocuments();
let server: TestServer;
let resortId: string;
let free: () => void;

const search = (text: string) =>
  `{ resorts(query: "${text}", first: 3) { edges { node { name } } } }`;

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const crowded = from('203.0.113.1');
const other = from('203.0.113.2');

beforeAll(async () => {
  server = await startTestServer({
    documents: known,
    trustProxy: 'loopback',
    searches: createSearchQueue({ atOnce: { each: 1, all: 2 }, waiting: { each: 0, all: 10 } }),
  });
  resortId = (await createResort(server)).id;
});

/** One search of the crowded address runs until the test ends. */
beforeEach(async () => {
  const running = server.deps.searches.run(
    '203.0.113.1',
    1,
    () => new Promise<void>((done) => (free = done)),
  );
  return async () => {
    free();
    await running;
  };
});

afterAll(() => server.close());

it('an address with too many searches is refused by every way, with the time to wait', async () => {
  const answers = [
    await server.graphqlText(search('one'), {}, crowded),
    await server.graphqlById(known.idOf(search('one')), {}, crowded),
    await server.graphqlText(
      search('one').replace('{ edges', '@include(if: true) { edges'),
      {},
      crowded,
    ),
  ];
  for (const { status, errors, headers } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    expect(errors).toMatchObject([
      {
        message:
          'Too many searches from your address wait for an answer. Please wait for these first',
        extensions: { code: 'RATE_LIMITED', retryAfter: 2 },
      },
    ]);
  }
  const rest = await server.send('/api/resorts/search?q=one', crowded);
  expect([rest.status, rest.headers.get('retry-after')]).toEqual([429, '2']);
});

it('other addresses and tokens search meanwhile, and what is no search is answered', async () => {
  const { bearer } = await createTokenRow(server, await createOrganization(server));
  const token = { headers: { ...bearer.headers, ...crowded.headers } };
  for (const by of [other, token]) {
    const { errors } = await server.graphqlText(search('two'), {}, by);
    expect(errors).toEqual([]);
  }
  const resort = '{ resort(id: "ID") { name } }'.replace('ID', resortId);
  expect((await server.graphqlText(resort, {}, crowded)).errors).toEqual([]);
});

it('a remembered answer does not wait for a turn', async () => {
  for (const ask of [
    (by: object) => server.graphqlText(search('three'), {}, by),
    (by: object) => server.graphqlById(known.idOf(search('three')), {}, by),
    (by: object) => server.send('/api/resorts/search?q=three', by),
  ]) {
    expect((await ask(other)).status).toBe(200);
    expect((await ask(crowded)).status).toBe(200);
  }
});

it('while others search, the searches of an operation send one statement at a time', async () => {
  const { database } = server.deps;
  const { read } = database;
  let open = 0;
  let most = 0;
  database.read = async (...given) => {
    most = Math.max(most, (open += 1));
    return read<never>(...given).finally(() => (open -= 1));
  };
  const { errors } = await server.graphqlText(
    `{ months: weekMonths(filter: { guests: 2 }) { month }
       facets: resortFacets(filter: { guests: 2 }) { totalCount { value } }
       map: resortMap(filter: { guests: 2 }) { totalCount { value } } }`,
    {},
    other,
  );
  database.read = read;
  expect([errors, most]).toEqual([[], 1]);
});
