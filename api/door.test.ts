import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { execute, parse, type GraphQLFormattedError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoor } from './door.ts';
import { createOperations } from './graphql/operations.ts';
import { noPersistedDocuments } from './graphql/persistedDocuments.ts';
import { createOrganization, createTokenRow } from './modules/partners/testing/partner.ts';
import type { TokenScope } from './platform/sessions/apiTokens.ts';
import { createPassingCache } from './platform/cache/catalogueCache.ts';
import { schema } from './schema.ts';
import { inDepth, isDeep } from './testing/depth.ts';
import { cookieOf, createResort, createUser, signedInUser } from './testing/factories.ts';
import { openDocuments } from './testing/openDocuments.ts';
import { forRandomDocuments, readVocabulary, textOf } from './testing/randomDocument.ts';
import { persistedDocumentsFile, startTestServer, type TestServer } from './testing/testServer.ts';
import { visitorContext } from './testing/visitorContext.ts';

const documents = Object.entries(
  JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<string, string>,
);

const idOf = (name: string): string =>
  documents.find(([, text]) => new RegExp(`^(query|mutation) ${name}\\b`).test(text))?.[0] ?? '';

let server: TestServer;
let resortId: string;
const cookies: Record<string, string | undefined> = {};

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
  resortId = (await createResort(server, { name: 'Ünïcode “house” \u2028 🏖' })).id;
  cookies['a member'] = (await signedInUser(server)).cookie;
  cookies['an administrator'] = (await signedInUser(server, { role: 'admin' })).cookie;
  const closed = await createUser(server);
  cookies['a closed account'] = await cookieOf(server, closed);
  await server.prisma.user.update({ where: { id: closed.id }, data: { closedAt: new Date() } });
  cookies['another cookie'] = 'theme=dark; tideweek=%%%';
  const organization = await createOrganization(server, { pointsPerMinute: 1_000_000_000 });
  for (const [who, given] of Object.entries(tokens)) {
    bearers[who] = (await createTokenRow(server, organization, given)).bearer.headers;
  }
});

const tokens: Record<string, { scopes: TokenScope[]; revokedAt?: Date }> = {
  'a token for resorts': { scopes: ['resorts:read'] },
  'a token for listings': { scopes: ['listings:read'] },
  'a token that may write': { scopes: ['resorts:read', 'listings:read', 'listings:write'] },
  'a token for bookings': { scopes: ['bookings:read'] },
  'a revoked token': { scopes: ['resorts:read'], revokedAt: new Date(0) },
};

const bearers: Record<string, Record<string, string> | undefined> = {};

afterAll(() => server.close());

interface Asked {
  documentId?: unknown;
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

const post = (body: unknown, headers: Record<string, string>) =>
  server.send('/graphql', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

/** What a client sees of a response, except what differs each time. */
async function seen(answer: ReturnType<typeof post>) {
  const { status, headers, text } = await answer;
  const {
    'x-request-id': id,
    date: _,
    // A response that is encoded while it is sent has no length.
    'transfer-encoding': __,
    'content-length': ___,
    ...same
  } = Object.fromEntries(headers);
  // What a token has left differs each time, too.
  if (same['ratelimit']) same['ratelimit'] = same['ratelimit'].replace(/r=\d+;t=\d+/, '');
  return {
    status,
    headers: same,
    text: text.replaceAll(id ?? '', 'ID').replace(/"left":\d+,"refilledIn":\d+/, '"left":0'),
  };
}

/** The same request with something that takes it the ordinary way. */
const ordinarily = (asked: Asked, headers: Record<string, string>) =>
  seen(post({ ...asked, extensions: {} }, headers));

const calls: Record<string, () => Asked> = {
  'the home page': () => ({ documentId: idOf('HomePageQuery') }),
  'a resort': () => ({ documentId: idOf('resortPageLoaderQuery'), variables: { id: resortId } }),
  'no such resort': () => ({
    documentId: idOf('resortPageLoaderQuery'),
    variables: { id: '00000000-0000-7000-8000-000000000000' },
  }),
  'an id of another kind': () => ({
    documentId: idOf('resortPageLoaderQuery'),
    variables: { id: Buffer.from('Review:1').toString('base64') },
  }),
  'reviews of a resort': () => ({
    documentId: idOf('resortPageLoaderReviewsQuery'),
    variables: { id: resortId, sort: 'NEWEST' },
  }),
  'an order that does not exist': () => ({
    documentId: idOf('resortPageLoaderReviewsQuery'),
    variables: { id: resortId, sort: 'OLDEST' },
  }),
  'a variable that is missing': () => ({ documentId: idOf('resortPageLoaderQuery') }),
  'a search': () => ({
    documentId: idOf('searchPageLoaderQuery'),
    variables: { sort: 'HIGHEST_RATED', query: 'beach', first: 12, filter: { minRating: 4 } },
  }),
  'a filter that is refused': () => ({
    documentId: idOf('searchPageLoaderQuery'),
    variables: { sort: 'HIGHEST_RATED', first: 12, filter: { guests: 99 } },
  }),
  'a page that costs too much': () => ({
    documentId: idOf('searchPageLoaderQuery'),
    variables: { sort: 'HIGHEST_RATED', first: 100_000_000 },
  }),
  'a page of the viewer': () => ({ documentId: idOf('MyBookingsPagePaginationQuery') }),
  'a mutation': () => ({ documentId: idOf('SignOutButtonMutation') || idOf('useSignOutMutation') }),
  'an unknown document': () => ({ documentId: 'f'.repeat(64) }),
  'variables that are a list': () => ({ documentId: idOf('HomePageQuery'), variables: [] }),
  'variables that are nested too deep': () => ({
    documentId: idOf('HomePageQuery'),
    variables: { a: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown },
  }),
  'a number as document': () => ({ documentId: 7 }),
  'a text': () => ({ query: resorts, variables: { first: 3 } }),
  'a text with the name of its operation': () => ({ query: resorts, operationName: 'Resorts' }),
  'a text with another name': () => ({ query: resorts, operationName: 'Weeks' }),
  'a text with a name for nothing': () => ({ query: '{ site { title } }', operationName: 'A' }),
  'a text with two operations': () => ({
    query: 'query A { site { title } } query B { site { contactEmail } }',
    operationName: 'B',
  }),
  'a text that searches': () => ({ query: resorts, variables: { query: 'beach' } }),
  'a text that asks for a resort': () => ({
    query: 'query ($id: ID!) { resort(id: $id) { name pictures { url } } }',
    variables: { id: resortId },
  }),
  'a text that costs too much': () => ({ query: resorts, variables: { first: 100_000_000 } }),
  'a text that is not valid': () => ({ query: '{ resort { name } }' }),
  'a text that is no document': () => ({ query: '{ resort(' }),
  'a text with a wrong variable': () => ({ query: resorts, variables: { first: 'three' } }),
  'a text of the viewer': () => ({ query: '{ viewer { username email } }' }),
  'a text with a part of the viewer': () => ({ query: mixed, variables: { id: resortId } }),
  'a text whose part of the viewer costs too much': () => ({
    query: mixed,
    variables: { id: resortId, first: 100_000_000 },
  }),
  'a text beside a known document': () => ({
    documentId: idOf('HomePageQuery'),
    query: '{ site { title } }',
  }),
  'a text with aliases that objects inherit': () => ({
    query: `{ constructor: viewer { username } site { title } __proto__: viewer { email }
      toString: site { title } hasOwnProperty: resort(id: "nothing") { name } }`,
  }),
  'a text that is null': () => ({ query: null }),
};

const resorts = `query Resorts($query: String, $first: Int = 5) {
  resorts(query: $query, first: $first) { totalCount { value } edges { cursor node { name rating } } } }`;

const mixed = `query ($id: ID!, $first: Int = 2) {
  resort(id: $id) { name } viewer { username favorites(first: $first) { edges { node { name } } } } site { title } }`;

const accepts: Record<string, Record<string, string>> = {
  'any type': { accept: '*/*' },
  JSON: { accept: 'application/json', 'accept-encoding': 'identity' },
  'GraphQL JSON': {
    accept: 'application/graphql-response+json',
    'accept-encoding': 'gzip;q=0, br;q=0',
  },
  'what the client of the site accepts': {
    accept: 'application/graphql-response+json, application/json',
    'accept-encoding': 'gzip, deflate, br, zstd',
  },
  gzip: { 'accept-encoding': 'gzip' },
  brotli: { 'accept-encoding': 'gzip, deflate, br' },
};

describe.each([
  ...['nobody', 'a member', 'an administrator', 'a closed account', 'another cookie'],
  ...Object.keys(tokens),
])('the short way answers %s like the ordinary way:', (who) => {
  it.each(Object.entries(calls))('%s', async (name, call) => {
    // Who calls changes nothing of how an answer is encoded; in depth everybody accepts everything.
    const turn = Object.keys(calls).indexOf(name) % Object.keys(accepts).length;
    const tried = Object.values(accepts).filter(
      (_, index) => isDeep || who === 'nobody' || index === turn,
    );
    for (const accept of tried) {
      const cookie = cookies[who];
      const headers = { ...accept, ...(cookie && { cookie }), ...bearers[who] };
      const ordinary = await ordinarily(call(), headers);
      // From the database, and then from the cache.
      await server.emptyCaches();
      for (const again of [await seen(post(call(), headers)), await seen(post(call(), headers))]) {
        expect(again).toEqual(ordinary);
      }
    }
  });
});

describe('the short way', () => {
  it('leaves requests of other sites to the ordinary way', async () => {
    const { status } = await post(calls['the home page']?.(), { origin: 'https://evil.example' });
    expect(status).toBe(403);
    const told = await post(calls['the home page']?.(), { 'sec-fetch-site': 'cross-site' });
    expect(told.status).toBe(403);
  });

  it('leaves bodies that are no JSON, or too large, to the ordinary way', async () => {
    expect((await post('{"documentId":', {})).status).toBe(400);
    expect((await post(`{"documentId":"${'x'.repeat(2_000_000)}"}`, {})).status).toBe(413);
    const large = { documentId: idOf('HomePageQuery'), variables: { a: 'x'.repeat(20_000) } };
    expect((await post(large, {})).status).toBe(200);
  });

  it('answers a text once the ordinary way has found it valid and small', async () => {
    const operations = createOperations(schema, noPersistedDocuments);
    const ways: string[] = [];
    const door = createDoor({
      deps: server.deps,
      operations,
      origin: server.url,
      addressOf: () => '127.0.0.1',
      headers: {},
      newRequestId: randomUUID,
      withContext: (_request, _response, _requestId, run) => run(visitorContext(server.deps)),
      measure: () => void ways.push('short'),
    });
    const ordinary = createServer((request, response) =>
      door.take(request, response, () => {
        ways.push('ordinary');
        response.end();
      }),
    );
    await once(ordinary.listen(0, '127.0.0.1'), 'listening');
    const { port } = ordinary.address() as AddressInfo;
    const ask = async (body: Asked) => {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body: JSON.stringify(body) };
      await (await fetch(`http://127.0.0.1:${port}/graphql`, options)).text();
    };
    await ask({ query: resorts });
    operations.documents.texts.set(resorts, parse(resorts));
    await ask({ query: resorts });
    await ask({ query: resorts, operationName: 'Resorts', variables: { first: 2 } });
    await ask({ query: resorts, operationName: 'Weeks' });
    await ask({ query: `${resorts} ` });
    expect(ways).toEqual(['ordinary', 'short', 'short', 'ordinary', 'ordinary']);
    ordinary.close();
  });

  it('answers a token from memory, which then takes no statement', async () => {
    for (const who of ['a token for resorts', 'a token that may write']) {
      const ask = async () => {
        const answer = await server.graphqlText(resorts, { first: 4 }, { headers: bearers[who] });
        expect(answer.errors).toEqual([]);
        return server.statementsOf(answer.requestId).length;
      };
      await expect.poll(ask).toBe(0);
    }
  });

  it('reads for a token in SQL what its scopes let it see', async () => {
    const reads = async (who: string, query: string) => {
      const ask = () => server.graphqlText(query, { id: resortId }, { headers: bearers[who] });
      await ask();
      await server.emptyCaches();
      const { requestId, text } = await ask();
      const found = server.statementsOf(requestId).filter((sql) => sql.includes('FROM "resorts"'));
      return { found: found.length, text };
    };
    const query = 'query ($id: ID!) { resort(id: $id) { name } }';
    expect((await reads('a token for resorts', query)).found).toBe(1);
    const { found, text } = await reads('a token for bookings', query);
    expect(found).toBe(0);
    expect(text).toContain('FORBIDDEN');
  });

  it('says what is true of the viewer after each change', async () => {
    const { user, cookie } = await signedInUser(server, { firstName: 'Ada' });
    const home = { documentId: idOf('HomePageQuery') };
    const viewer = async () => {
      const { text } = await post(home, { cookie });
      return (JSON.parse(text) as { data: { viewer: Record<string, unknown> | null } }).data.viewer;
    };
    // Read, kept, and from what is kept.
    for (let time = 0; time < 3; time += 1) {
      expect(await viewer()).toMatchObject({ firstName: 'Ada', favoriteResortIds: [] });
    }
    const id = user.id;
    await server.prisma.user.update({ where: { id }, data: { firstName: 'Grace' } });
    expect(await viewer()).toMatchObject({ firstName: 'Grace', favoriteResortIds: [] });
    await server.prisma.favorite.create({ data: { userId: id, resortId } });
    expect(await viewer()).toMatchObject({ firstName: 'Grace', favoriteResortIds: [resortId] });
    await server.prisma.session.deleteMany({ where: { userId: id } });
    expect(await viewer()).toBeNull();
  });

  it('answers by GET with an entity tag, and 304 while nothing changed', async () => {
    const variables = encodeURIComponent(JSON.stringify({ id: resortId, sort: 'NEWEST' }));
    const path = `/graphql?documentId=${idOf('resortPageLoaderReviewsQuery')}&variables=${variables}`;
    const got = await server.send(path);
    expect(got.status).toBe(200);
    expect(got.text).toBe((await post({ ...calls['reviews of a resort']?.() }, {})).text);
    const etag = got.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/".{22}"$/);
    const again = await server.send(path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    await server.prisma.resort.update({
      where: { id: resortId },
      data: { reviewCount: 7, ratingSum: 28, rating: 4 },
    });
    const changed = await server.send(path, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });
});

it('says nothing of one caller to another, whoever asks for the same at once', async () => {
  const own = ['viewer { username email }', 'me: viewer { favoriteResortIds firstName }'];
  const open = [
    'site { title }',
    'resort(id: $id) { name }',
    'resorts(first: 2) { totalCount { value } }',
  ];
  const callers: Record<string, { names: string[]; headers: Record<string, string> }> = {
    nobody: { names: [], headers: {} },
  };
  for (const name of ['Ada', 'Grace']) {
    const { user, cookie } = await signedInUser(server, { firstName: name });
    callers[name] = { names: [user.username, user.email], headers: { cookie } };
  }
  const { user } = await signedInUser(server);
  const organization = await createOrganization(server, { account: user });
  const { bearer } = await createTokenRow(server, organization);
  callers['a token'] = { names: [user.username, user.email], headers: bearer.headers };
  const request = fc.record({
    who: fc.constantFrom(...Object.keys(callers)),
    fields: fc.tuple(fc.subarray(own), fc.subarray(open, { minLength: 1 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 12 }), async (requests) => {
      const answers = await Promise.all(
        [...requests, ...requests].map(async ({ who, fields }) => {
          const { names = [], headers = {} } = callers[who] ?? {};
          // The unused variable would be refused.
          const id = `id: resort(id: $id) { id }`;
          const query = `query ($id: ID!) { ${[...fields.flat(), id].join(' ')} }`;
          const asked = { query, variables: { id: resortId } };
          const dataOf = ({ text }: { text: string }) =>
            (JSON.parse(text) as { data: unknown }).data;
          const said = await post(asked, headers);
          expect(dataOf(said)).toEqual(dataOf(await ordinarily(asked, headers)));
          return { names, text: said.text };
        }),
      );
      const all = Object.values(callers).flatMap(({ names }) => names);
      for (const { names, text } of answers) {
        expect(all.filter((name) => text.includes(name) && !names.includes(name))).toEqual([]);
      }
    }),
    { numRuns: 10 },
  );
});

const randomDocuments = inDepth(50, 5_000);

it('the short way answers any public document like graphql-js', async () => {
  const known = openDocuments();
  const open = await startTestServer({ database: 'sample', documents: known });
  const ordinary = (text: string, variableValues: Record<string, unknown> = {}) =>
    execute({
      schema,
      document: parse(text),
      variableValues,
      contextValue: visitorContext({ ...open.deps, catalogue: createPassingCache() }),
    });
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ extensions }) => extensions['publicAnswer'] !== undefined)
    .map(({ name }) => name);
  const vocabulary = await readVocabulary(async (text) => ordinary(text));
  let answered = 0;
  let failed = 0;
  const check = () =>
    forRandomDocuments(
      { schema, roots, vocabulary, numRuns: randomDocuments },
      async ({ text, variables, question }) => {
        // From the database, and then from the cache.
        const first = await open.graphqlById(known.idOf(text), variables);
        const second = await open.graphqlById(known.idOf(text), variables);
        // A text has answers of its own. The short way knows it from its second time on.
        const asText = [];
        for (let time = 0; time < 2; time += 1) {
          asText.push(await open.graphqlText(`${text} `, variables));
        }
        if (isTooLarge(first.errors)) {
          return;
        }
        const within = asText.filter(({ errors }) => !isTooLarge(errors));
        for (const answer of [first, second, ...within]) {
          // Of several fields that fail and may not be null, the one that fails first is reported.
          let expected = '';
          for (let time = 0; time < 20 && told(answer) !== expected; time += 1) {
            expected = told(await ordinary(text, variables));
          }
          expect(told(answer), question).toBe(expected);
        }
        answered += 1;
        failed += first.errors.length > 0 ? 1 : 0;
      },
    );
  await check();
  // By chance too few may be answered, or refused; then twice as many are asked for.
  if (answered <= randomDocuments / 2 || failed <= randomDocuments / 40) await check();
  await open.close();
  // Enough of them are answered, and refused, for the comparison to mean something.
  expect(answered).toBeGreaterThan(randomDocuments / 2);
  expect(failed).toBeGreaterThan(randomDocuments / 40);
});

const isTooLarge = (errors: readonly GraphQLFormattedError[]): boolean =>
  errors.some(({ extensions }) => extensions?.['code'] === 'OPERATION_TOO_LARGE');

interface Told {
  data?: unknown;
  errors?: readonly Pick<GraphQLFormattedError, 'message' | 'path'>[] | undefined;
}

/**
 * What an answer tells, apart from what HTTP adds to errors, and from what varies: their order, and
 * the position in a list where the first of several failed that may not be null.
 */
const told = ({ data, errors = [] }: Told): string => {
  const places = errors.map(({ message, path = [] }) =>
    JSON.stringify([path.filter((key) => typeof key === 'string'), message]),
  );
  return textOf({ data, errors: [...new Set(places)].toSorted() });
};
