import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from '#api/testing/depth.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Each fragment spreads the next two: 2^15 fields in 572 bytes. */
const fragmentBomb = [
  '{...F0 ...F0}',
  ...times(15, (i) => `fragment F${i} on Query {...F${i + 1} ...F${i + 2}}`),
  'fragment F15 on Query {__typename}',
  'fragment F16 on Query {__typename}',
].join(' ');

/** Each fragment spreads the next one twenty times. */
const wideBomb = [
  `{${'...F0 '.repeat(20)}}`,
  ...times(15, (i) => `fragment F${i} on Query {${`...F${i + 1} `.repeat(20)}}`),
  'fragment F15 on Query {__typename}',
].join(' ');

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

type Answer = Awaited<ReturnType<TestServer['send']>>;

const post = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.send('/graphql', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const get = (parameters: Record<string, string>): Promise<Answer> =>
  server.send(`/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  });

async function sendMultipart(operations: string): Promise<Answer> {
  const { cookie } = await signedInUser(server);
  const body = new FormData();
  body.set('operations', operations);
  body.set('map', '{"0":["variables.file"]}');
  body.set('0', new File(['x'], 'x.pdf'));
  return server.send('/graphql', {
    method: 'POST',
    body,
    cookie,
    headers: { 'graphql-require-preflight': '1' },
  });
}

const ways: Record<string, (query: string) => Promise<Answer>> = {
  POST: (query) => post(JSON.stringify({ query })),
  'POST for events': (query) => post(JSON.stringify({ query }), { accept: 'text/event-stream' }),
  'GET from another site': (query) => get({ query }),
  multipart: (query) => sendMultipart(JSON.stringify({ query, variables: { file: null } })),
};

describe.each(Object.entries(ways))('by %s', (_way, send) => {
  it.each([
    ['fragments that double', fragmentBomb, /its breadth is \d+, 300 at most/],
    ['fragments that are twentyfold', wideBomb, /its breadth is \d+, 300 at most/],
    [
      'more words than 2,000',
      `{ ${'a '.repeat(2_000)} }`,
      /tokens is 2001, 2000 at most|exceeds the 4000 byte/,
    ],
    ['a field 500 times', `{ site { ${'title '.repeat(500)}} }`, /its breadth is 501, 300 at most/],
    ['a field 200 times', `{ site { ${'title '.repeat(200)}} }`, /times for one field is 200, 20/],
    ['a fragment in itself', '{ ...A } fragment A on Query { ...A }', /within itself/],
    ['a fragment nobody spreads', fragmentBomb.replace('{...F0 ...F0}', '{__typename}'), /breadth/],
  ])('%s: refused with a short response', async (_name, query, message) => {
    const answer = await send(query);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(500);
    expect(answer.text).toMatch(message);
  });
});

describe('JSON nested thousands of levels deep', () => {
  const query = 'query ($file: String) { __typename }';
  const variables = `{"file":${deep(9_000)}}`;
  const ways: Record<string, () => Promise<Answer>> = {
    'in variables': () => post(`{"query":${JSON.stringify(query)},"variables":${variables}}`),
    'in extensions': () => post(`{"query":"{__typename}","extensions":{"x":${deep(9_000)}}}`),
    // As deep as a request line allows.
    'in variables of a GET': () => get({ query, variables: `{"file":${deep(2_000)}}` }),
    // As deep as the size limit of the operation allows.
    'beside a file': () =>
      sendMultipart(`{"query":"{__typename}","variables":{"file":null,"x":${deep(1_900)}}}`),
    'in the place of a file': async () => {
      const { cookie } = await signedInUser(server);
      const body = new FormData();
      body.set('operations', '{"query":"{__typename}","variables":{}}');
      body.set('map', JSON.stringify({ 0: [`variables${'.a'.repeat(1_900)}`] }));
      body.set('0', new File(['x'], 'x.pdf'));
      const headers = { 'graphql-require-preflight': '1' };
      return server.send('/graphql', { method: 'POST', body, cookie, headers });
    },
    'by REST': () =>
      server.send('/api/users/login', {
        method: 'POST',
        body: `{"username":${deep(9_000)}}`,
        headers: { 'content-type': 'application/json' },
      }),
  };

  it.each(Object.entries(ways))('%s is refused', async (_name, send) => {
    const answer = await send();
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/at .*:\d+:\d+|RangeError|stack/);
  });

  it('is accepted up to 32 levels', async () => {
    const send = (levels: number) =>
      post(`{"query":"{__typename}","variables":{"x":${deep(levels - 1)}}}`);
    expect((await send(31)).status).toBe(200);
    expect((await send(33)).status).toBe(400);
  });
});

describe('errors', () => {
  const errorsOf = (answer: Answer) =>
    (JSON.parse(answer.text) as { errors: { message: string; locations?: object[] }[] }).errors;

  it('of a document are limited to ten, and one more that says so', async () => {
    const answer = await post(
      JSON.stringify({ query: `{ ${times(30, (i) => `nope${i}`).join(' ')} }` }),
    );
    expect(errorsOf(answer)).toHaveLength(11);
    expect(errorsOf(answer).at(-1)?.message).toMatch(/^Too many validation errors/);
  });

  it('have at most five locations and 1,000 characters', async () => {
    const query = `{ ${'node(id: "x") { id } '.repeat(20)} }`;
    const repeated = errorsOf(await post(JSON.stringify({ query })));
    expect(repeated.map((error) => error.locations)).toEqual([
      expect.objectContaining({ length: 5 }),
    ]);
    const long = errorsOf(await post(JSON.stringify({ query: `{ ${'x'.repeat(50_000)} }` })));
    expect(long.map((error) => error.message.length)).toEqual([1_001]);
  });

  it('are not searched for in more than 1,000 lines', async () => {
    const answer = await post(JSON.stringify({ query: `${'\n'.repeat(40_000)}{ nope }` }));
    expect([answer.status, errorsOf(answer)[0]?.message]).toEqual([
      400,
      'The operation asks for too much: its number of lines is 1001, 1000 at most',
    ]);
  });
});

it('limits the response to any fragments in proportion to the request', async () => {
  const graph = fc.array(
    fc.record({
      spreads: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
      fields: fc.array(
        fc.constantFrom('__typename', 'site { title ...S }', 'nope', 'x: site { title }'),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(graph, async (fragments) => {
      const query = fragments
        .map(({ spreads, fields }, index) => {
          const spread = spreads
            .map((step) => index + step)
            .filter((place) => place < fragments.length)
            .map((place) => `...F${place}`);
          const head = index === 0 ? 'query' : `fragment F${index} on Query`;
          return `${head} { ${[...spread, ...fields].join(' ')} }`;
        })
        .concat('fragment S on Site { contactEmail supportHours }')
        .join('\n');
      const answer = await post(JSON.stringify({ query }));
      expect([200, 400]).toContain(answer.status);
      expect(answer.text.length).toBeLessThan(2_000 + 10 * query.length);
    }),
    { numRuns: inDepth(100, 5_000) },
  );
});

it('refuses an operation that costs too much before any statement is run', async () => {
  const query = `query ($first: Int!) { resorts(first: 100) { edges { node {
    reviews(first: $first) { edges { node { title } } } } } } }`;
  const ask = (first: number) => post(JSON.stringify({ query, variables: { first } }));
  const refused = await ask(100);
  expect([refused.status, server.statementsOf(refused.requestId)]).toEqual([400, []]);
  expect(refused.text).toContain('OPERATION_TOO_LARGE');
  expect((await ask(10)).status).toBe(200);
});

it('allows the introspection of tools, but no more expensive one', async () => {
  const { getIntrospectionQuery } = await import('graphql');
  const whole = await post(JSON.stringify({ query: getIntrospectionQuery({ oneOf: true }) }));
  expect(whole.status).toBe(200);
  expect(JSON.parse(whole.text)).not.toHaveProperty('errors');
  const nested = (levels: number): string =>
    levels === 0 ? '' : `ofType { fields { ...F } ${nested(levels - 1)} }`;
  const query = `{ __schema { types { fields { type { ${nested(9)} } } } } }
    fragment F on __Field { name description isDeprecated deprecationReason
      type { kind name description specifiedByURL } }`;
  const refused = await post(JSON.stringify({ query }));
  expect(refused.text.slice(0, 500)).toMatch(/its complexity is \d+, 5000 at most/);
});
