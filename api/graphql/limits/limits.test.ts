import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { resortsQuery } from '#api/modules/resorts/testing/operations.ts';
import { openDocuments } from '#api/testing/openDocuments.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { exampleQueries } from '../exampleQueries.ts';

const nodeQuery = graphql(`
  query Node($id: ID!) {
    node(id: $id) {
      __typename
      id
    }
  }
`);

const nodesQuery = graphql(`
  query Nodes($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

const refusal = async (document: string, variables: Record<string, unknown> = {}) => {
  const answer = await server.graphqlText<object>(document, variables);
  expect(Object.values(answer.data ?? {}).filter((value) => value !== null)).toEqual([]);
  return answer.errors.map((error) => `${error.extensions?.code ?? ''}: ${error.message}`);
};

const repeat = (times: number, text: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => text(index)).join(' ');

describe('an operation', () => {
  it('may not be deeper than 12', async () => {
    const inside = (levels: number): string =>
      levels === 0
        ? '__typename'
        : `reviews(first: 1) { edges { node { resort { ${inside(levels - 1)} } } } }`;
    expect(await refusal(`{ resort(id: "x") { ${inside(3)} } }`)).toEqual([
      'OPERATION_TOO_LARGE: The operation asks for too much: its depth is 14, 12 at most',
    ]);
    const allowed = await server.graphqlText(`{ resort(id: "x") { ${inside(2)} } }`);
    expect(allowed.data).toEqual({ resort: null });
  });

  describe('with searches', () => {
    const search = (alias: string) => `${alias}: weeks(first: 1) { edges { cursor } }`;
    const four = `query Four { ${repeat(4, (index) => search(`a${index}`))} }`;
    const told =
      'OPERATION_TOO_LARGE: The operation asks for too much: it searches 4 times ' +
      '(a0: weeks, a1: weeks, a2: weeks, a3: weeks), 3 at most. Ask for some of them in another operation';

    it('may have three of them, counted with aliases and fragments', async () => {
      expect(await refusal(four)).toEqual([told]);
      const mixed = `query ($more: Boolean = false) {
        ...More resortFacets { totalCount { value } } ... on Query { searchWaysOn { conditions { query } } }
        weekMonths @include(if: $more) { month } }
        fragment More on Query { saleListings(first: 1) { edges { cursor } } }`;
      expect(await refusal(mixed)).toEqual([
        expect.stringContaining(
          'it searches 4 times (saleListings, resortFacets, searchWaysOn, weekMonths), 3 at most',
        ),
      ]);
      const three = await server.graphqlText(
        `{ ${repeat(3, (index) => search(`a${index}`))} a2: weeks(first: 1) { edges { cursor } } site { title } }`,
      );
      expect(three.errors).toEqual([]);
    });

    it('is counted by itself in a document with several operations', async () => {
      const document = `query Two { ${search('a')} ${search('b')} } query More { ${search('c')} ${search('d')} }`;
      const answer = await server.send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document, operationName: 'Two' }),
      });
      expect(answer.text).not.toContain('errors');
    });

    it('is refused before anything runs, for visitors, members, tokens and known documents', async () => {
      const known = openDocuments();
      const own = await startTestServer({ documents: known });
      try {
        const { user, cookie } = await signedInUser(own);
        const organization = await createOrganization(own, { account: user });
        const { bearer } = await createTokenRow(own, organization);
        const answers = [
          await own.graphqlText(four),
          await own.graphqlText(four, {}, { cookie }),
          await own.graphqlText(four, {}, bearer),
          await own.graphqlById(known.idOf(four)),
          await own.graphqlById(known.idOf(four), {}, { cookie }),
        ];
        for (const { status, errors, data, requestId } of answers) {
          expect([status, data]).toEqual([400, undefined]);
          expect(errors.map(({ message }) => `OPERATION_TOO_LARGE: ${message}`)).toEqual([told]);
          expect(
            own.statementsOf(requestId).filter((sql) => sql.includes('free_stretches')),
          ).toEqual([]);
        }
        const [budget] = await own.prisma.apiBudget.findMany({
          where: { organizationId: organization.id, mode: 'live' },
        });
        expect(budget?.points).toBe(organization.pointsPerMinute);
      } finally {
        await own.close();
      }
    });
  });

  it('may not cost more than 5,000 points; a page costs its full size', async () => {
    const document = (first: number) =>
      `{ resorts(first: 100) { edges { node { reviews(first: ${first}) { edges { node { title } } } } } } }`;
    const [refused] = await refusal(document(100));
    expect(refused).toMatch(
      /^OPERATION_TOO_LARGE: The operation asks for too much: its complexity is \d+, 5000 at most$/,
    );
    expect((await server.graphqlText(document(10))).errors).toEqual([]);
  });

  it('is not made cheaper by a negative page size', async () => {
    const cheaper = 'cheaper: reviews(first: -100000) { edges { node { title } } }';
    const dear = 'dear: reviews(first: 100) { edges { node { title } } }';
    const answer = await refusal(
      `{ resorts(first: 100) { edges { node { ${dear} ${cheaper} } } } }`,
    );
    expect(answer[0]).toMatch(/^OPERATION_TOO_LARGE/);
  });

  it('may ask for all fields of the largest page', async () => {
    const answer = await server.graphql(resortsQuery, { first: 100, sort: 'HIGHEST_RATED' });
    expect(answer.errors).toEqual([]);
  });

  it('may not have more than 300 fields at once', async () => {
    const [refused] = await refusal(
      `{ ${repeat(20, (i) => `a${i}: site { ${repeat(16, () => 'title')} }`)} }`,
    );
    expect(refused).toMatch(/^OPERATION_TOO_LARGE: .* its breadth is \d+, 300 at most$/);
  });

  it('may not have more than 30 aliases', async () => {
    const document = (count: number) => `{ ${repeat(count, (i) => `a${i}: site { title }`)} }`;
    expect((await server.graphqlText(document(30))).errors).toEqual([]);
    expect((await refusal(document(31))).join()).toMatch(/aliases/i);
  });

  it('may not have more than 2,000 tokens', async () => {
    expect((await refusal(`{ ${'__typename '.repeat(2000)} }`)).join()).toMatch(/token/i);
  });

  it('may not be sent in more than 100,000 bytes', async () => {
    const answer = await server.graphqlText(`{ __typename } #${'x'.repeat(100_000)}`);
    expect(answer.status).toBe(413);
    expect(answer.errors[0]?.message).toBe('The body is too large: at most 100000 bytes');
  });

  describe('with a large body', () => {
    const body = (bytes: number) =>
      JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(bytes) } });
    const post = async (
      given: string | Buffer<ArrayBuffer>,
      headers: Record<string, string> = {},
      isChunked = false,
    ) => {
      const sent = isChunked ? new Blob([given]).stream() : given;
      const answer = await server.send('/graphql', {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', ...headers },
        ...(isChunked && { duplex: 'half' }),
      } as Parameters<TestServer['send']>[1]);
      return [answer.status, answer.text] as const;
    };
    const tooLarge = (most: number) =>
      [413, expect.stringContaining(`The body is too large: at most ${most} bytes`)] as const;
    const fine = [200, expect.stringContaining('"__typename":"Query"')] as const;
    let bearer: { authorization: string };

    beforeAll(async () => {
      const organization = await createOrganization(server);
      bearer = (await createTokenRow(server, organization)).bearer.headers;
    });

    it.each([
      ['plain', (bytes: number): Parameters<typeof post> => [body(bytes)]],
      ['in chunks', (bytes: number): Parameters<typeof post> => [body(bytes), {}, true]],
      [
        'compressed',
        (bytes: number): Parameters<typeof post> => [
          gzipSync(body(bytes)),
          { 'content-encoding': 'gzip' },
        ],
      ],
    ])('%s, may have 1,000,000 bytes with a token, and 100,000 without', async (_how, made) => {
      const send = (bytes: number, headers: Record<string, string> = {}) => {
        const [given, more, isChunked] = made(bytes);
        return post(given, { ...more, ...headers }, isChunked);
      };
      expect(await send(90_000)).toEqual(fine);
      expect(await send(100_000)).toEqual(tooLarge(100_000));
      expect(await send(900_000)).toEqual(tooLarge(100_000));
      expect(await send(900_000, bearer)).toEqual(fine);
      expect(await send(1_000_000, bearer)).toEqual(tooLarge(1_000_000));
    });

    it('is refused with a token that does not work, or another kind of authorization', async () => {
      const [organization] = await server.prisma.organization.findMany({ take: 1 });
      const { bearer: revoked } = await createTokenRow(server, organization ?? { id: '' }, {
        revokedAt: new Date(),
      });
      expect((await post(body(200_000), revoked.headers))[0]).toBe(401);
      expect((await post(body(200_000), { authorization: 'Bearer tw_live_x' }))[0]).toBe(401);
      expect(await post(body(200_000), { authorization: 'Basic YTpi' })).toEqual(tooLarge(100_000));
    });

    it('is refused of a person, and by REST with a token', async () => {
      const { cookie } = await signedInUser(server);
      expect(await post(body(200_000), { cookie })).toEqual(tooLarge(100_000));
      const answer = await server.send('/api/listings', {
        method: 'POST',
        body: body(200_000),
        headers: { 'content-type': 'application/json', ...bearer },
      });
      expect([answer.status, answer.text]).toEqual(tooLarge(100_000));
    });

    it('does not make the document larger', async () => {
      const query = `{ ${'__typename '.repeat(2_000)} }`;
      const [status, text] = await post(
        JSON.stringify({ query, variables: { x: 'x'.repeat(500_000) } }),
        bearer,
      );
      expect([status, text]).toEqual([400, expect.stringMatching(/number of tokens is 2001/)]);
    });
  });

  it('ends after its time with an error, with its text and by its id', async () => {
    const documents = openDocuments();
    const hasty = await startTestServer({ documents, longestOperation: 100 });
    const lock = new pg.Client({ connectionString: hasty.databaseUrl });
    await lock.connect();
    try {
      await lock.query('BEGIN; LOCK resorts');
      const document = '{ resorts(first: 1) { edges { node { name } } } }';
      for (const { errors, data } of [
        await hasty.graphqlText(document),
        await hasty.graphqlById(documents.idOf(document)),
      ]) {
        expect(data ?? null).toBeNull();
        expect(errors).toMatchObject([
          {
            message: 'The operation took too long. Ask for less',
            extensions: { code: 'TIMEOUT' },
          },
        ]);
      }
    } finally {
      await lock.end();
      await hasty.close();
    }
  });

  it('must be valid JSON and a known document', async () => {
    const send = (body: string) =>
      server.send('/graphql', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
    for (const body of ['{"query"', '[]', '""', 'null', '{}', '{"query":7}', '{"query":""}']) {
      const answer = await send(body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect((JSON.parse(answer.text) as { errors: unknown[] }).errors).toHaveLength(1);
      expect(answer.text).not.toContain('INTERNAL_SERVER_ERROR');
    }
    const unknown = await send('{"documentId":"0000"}');
    expect(unknown.text).toContain('PERSISTED_QUERY_NOT_FOUND');
  });

  it('needs a name if the document has several', async () => {
    const query = 'query A { site { title } } query B { viewer { id } }';
    const answer = await server.graphqlText(query);
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors[0]?.message).toBe('Could not determine what operation to execute.');
  });
});

describe('the examples of the editor', () => {
  const names = [...exampleQueries.matchAll(/^query (\w+)/gm)].map((match) => match[1] ?? '');

  it('are at least three', () => expect(names.length).toBeGreaterThan(2));

  it.each(names)('%s works', async (operationName) => {
    const answer = await server.send('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: exampleQueries, operationName }),
      headers: { 'content-type': 'application/json' },
    });
    const parsed = JSON.parse(answer.text) as { data?: object; errors?: unknown };
    expect(parsed.errors).toBeUndefined();
    expect(Object.keys(parsed.data ?? {})).toHaveLength(1);
  });
});

describe('a page', () => {
  it.each([
    ['first', -1],
    ['first', 101],
    ['last', -1],
    ['last', 101],
  ])('of %s %i is refused for resorts and reviews', async (field, size) => {
    const expected = {
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field, message: `${field} must be 0 to 100` }],
    };
    const resorts = await server.graphql(resortsQuery, { sort: 'HIGHEST_RATED', [field]: size });
    expect(resorts.errors[0]?.extensions).toEqual(expected);
    const { id } = await server.prisma.resort.findFirstOrThrow();
    const reviews = await server.graphqlText(
      `query ($id: ID!) { resort(id: $id) { reviews(${field}: ${size}) { edges { cursor } } } }`,
      { id },
    );
    expect(reviews.errors[0]?.extensions).toEqual(expected);
  });

  it('accepts one direction only', async () => {
    const answer = await server.graphql(resortsQuery, {
      sort: 'HIGHEST_RATED',
      first: 3,
      last: 3,
    });
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [
        { field: 'last', message: 'Use first and after, or last and before, not both' },
      ],
    });
  });
});

describe('a global id', () => {
  const row = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each([
    '',
    'x',
    'zzz',
    '\u0000',
    'é'.repeat(50),
    'x'.repeat(5000),
    btoa('Resort'),
    btoa('Resort:'),
    btoa('Resort:1'),
    btoa(`:${row}`),
    btoa(`Resort:${row}x`),
    btoa(`Resort:${row}:${row}`),
    btoa("Resort:' OR 1=1 --"),
    btoa(`Nothing:${row}`),
    btoa(`ResortEdge:${row}`),
    btoa(`Query:${row}`),
    btoa(`Node:${row}`),
    btoa(`String:${row}`),
    btoa(`__proto__:${row}`),
    btoa(`constructor:${row}`),
  ])('%j is refused as bad input', async (id) => {
    for (const answer of [
      await server.graphql(nodeQuery, { id }),
      await server.graphql(nodesQuery, { ids: [id] }),
    ]) {
      expect(answer.errors.map((error) => error.extensions?.code)).toEqual(['BAD_USER_INPUT']);
    }
  });

  it('of an unknown row gives null', async () => {
    for (const typename of ['Resort', 'Review']) {
      const id = globalId(typename, row);
      const one = await server.graphql(nodeQuery, { id });
      expect([one.data, one.errors]).toEqual([{ node: null }, []]);
    }
  });

  it('can be requested with up to 99 others, in any order, also twice', async () => {
    const rows = await server.prisma.resort.findMany({ take: 3, orderBy: { name: 'desc' } });
    const ids = rows.map((resort) => globalId('Resort', resort.id));
    const asked = [...ids, globalId('Resort', row), ids[0] ?? ''];
    const answer = await server.graphql(nodesQuery, { ids: asked });
    expect(answer.errors).toEqual([]);
    expect(answer.data?.nodes.map((node) => node?.id)).toEqual([...ids, undefined, ids[0]]);
    const tooMany = await server.graphql(nodesQuery, {
      ids: Array.from({ length: 101 }, () => ids[0] ?? ''),
    });
    expect(tooMany.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'ids', message: 'ids may have at most 100 values' }],
    });
  });
});

describe('an internal error', () => {
  it('is reported by its request id only, and later requests work', async () => {
    const own = await startTestServer();
    try {
      const { id } = await createResort(own);
      await own.pool.query('ALTER TABLE reviews RENAME TO hidden_reviews');
      const document = 'query ($id: ID!) { resort(id: $id) { reviews { edges { cursor } } } }';
      const broken = await own.graphqlText(document, { id });
      expect(broken.errors).toEqual([
        {
          message: 'Something went wrong on our side. Please try again',
          locations: expect.any(Array) as unknown[],
          path: expect.any(Array) as unknown[],
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: broken.requestId },
        },
      ]);
      expect(broken.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(broken.text).not.toMatch(/reviews"|select|prisma|relation/i);
      await own.pool.query('ALTER TABLE hidden_reviews RENAME TO reviews');
      const mended = await own.graphqlText(document, { id });
      expect([mended.data, mended.errors]).toEqual([{ resort: { reviews: { edges: [] } } }, []]);
    } finally {
      await own.close();
    }
  });
});
