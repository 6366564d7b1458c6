import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import { operationPoints, rootCosts } from '#api/graphql/limits/rootCosts.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import {
  persistedDocumentsFile,
  startTestServer,
  type TestServer,
} from '#api/testing/testServer.ts';
import { createOrganization, createTokenRow } from '../testing/partner.ts';

let server: TestServer;
let other: TestServer;
let owner: { user: User; cookie: string };
let organizationId: string;
let bearer: { headers: { authorization: string } };

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ database: { url: server.databaseUrl } });
  const resort = await createResort(server);
  for (let count = 0; count < 3; count += 1) {
    await createListing(server, { resortId: resort.id });
  }
});

beforeEach(async () => {
  owner = await signedInUser(server);
  const organization = await createOrganization(server, {
    account: owner.user,
    pointsPerMinute: 1_000,
  });
  organizationId = organization.id;
  ({ bearer } = await createTokenRow(server, organization));
});

afterAll(async () => {
  await other.close();
  await server.close();
});

interface Cost {
  asked: number;
  used: number;
  limit: number;
  left: number;
  refilledIn: number;
}

const call = async (document: string, at: TestServer = server) => {
  const answer = await at.graphqlText(document, {}, bearer);
  const { extensions } = JSON.parse(answer.text) as { extensions?: { cost?: Cost } };
  return { ...answer, cost: extensions?.cost };
};

/** What a list takes besides its rows. */
const listPoints = operationPoints + (rootCosts['listings']?.points ?? 0);

const page = (first: number, name = '') =>
  `query ${name} { listings(first: ${first}) { edges { node { title } } } }`;

describe('the budget of an organization', () => {
  it('is charged for what an operation used, and says what it asked for', async () => {
    const { cost, headers } = await call(page(100));
    // The connection, its edges and their nodes with a title each.
    expect(cost).toMatchObject({
      asked: listPoints + 201,
      used: listPoints + 7,
      limit: 1_000,
    });
    expect(cost?.left).toBeGreaterThanOrEqual(993 - listPoints);
    expect(headers.get('ratelimit-policy')).toBe('"points";q=1000;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"points";r=\d+;t=\d+$/);
  });

  it('counts the same for aliases, fragments and repeated fields as for plain ones', async () => {
    const plain = '{ listings(first: 5) { edges { node { title } } } }';
    const spread = `query { listings(first: 5) { ...Page ...Page } }
      fragment Page on ListingConnection { edges { node { ... on Listing { title } } } }`;
    const aliased =
      '{ a: listings(first: 5) { edges { node { title } } } b: listings(first: 5) { edges { node { title } } } }';
    const [one, two, three] = [await call(plain), await call(spread), await call(aliased)];
    expect(two.cost?.used).toBe(one.cost?.used);
    // It is one operation.
    expect(three.cost?.used).toBe((one.cost?.used ?? 0) * 2 - operationPoints);
    expect(three.cost?.asked).toBe((one.cost?.asked ?? 0) * 2 - operationPoints);
  });

  it('counts a known document like its text, and takes no batches', async () => {
    const known = JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<
      string,
      string
    >;
    const [documentId = '', query = ''] =
      Object.entries(known).find(([, text]) => text.startsWith('query ResortPickerQuery')) ?? [];
    expect(query).not.toBe('');
    const costOf = async (body: unknown) => {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer.headers },
        body: JSON.stringify(body),
      });
      const { extensions } = (await answer.json()) as { extensions?: { cost?: Cost } };
      return {
        status: answer.status,
        asked: extensions?.cost?.asked,
        used: extensions?.cost?.used,
      };
    };
    const variables = { text: '', isBlank: true };
    const one = await costOf({ documentId, variables });
    expect(one.used).toBeGreaterThan(1);
    expect(await costOf({ query, variables })).toEqual(one);
    expect(await costOf([{ query: page(1) }, { query: page(1) }])).toMatchObject({ status: 400 });
  });

  it('is exceeded by no more than one operation, however many are sent at once', async () => {
    // A REST call costs 100 points and gives nothing back.
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? server : other).rest('GET', '/api/resorts/top', undefined, bearer),
      ),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(admitted.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(admitted.length + refused.length).toBe(50);
    await Promise.all([server, other].map(({ deps }) => deps.apiBudgets.flush()));
    const [budget] = await server.prisma.$queryRaw<{ points: number }[]>`
      SELECT points FROM api_budgets WHERE organization_id = ${organizationId}::uuid AND mode = 'live'`;
    expect(budget?.points).toBeGreaterThan(-100);
    refused.forEach(({ headers }) => {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    });
  });

  it('refuses when it is used up, also by REST, and refills', async () => {
    const set = (points: number, secondsAgo: number) => server.prisma.$executeRaw`
      UPDATE api_budgets SET points = ${points}::float,
        refilled_at = clock_timestamp() - make_interval(secs => ${secondsAgo})
      WHERE organization_id = ${organizationId}::uuid AND mode = 'live'`;
    const begun = Date.now();
    await set(-500, 0);
    const refused = await call(page(1));
    const waited = (Date.now() - begun) / 1000;
    expect(refused.status).toBe(429);
    expect(refused.errors[0]?.extensions?.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(30 - waited);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    await set(-500, 0);
    const rest = await server.rest('GET', '/api/resorts', undefined, bearer);
    expect(rest.status).toBe(429);
    await set(-500, 60);
    expect((await call(page(1))).status).toBe(200);
    const answered = await server.rest('GET', '/api/resorts', undefined, bearer);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('ratelimit-policy')).toBe('"points";q=1000;w=60');
    await set(0, 3_600);
    expect((await call(page(1))).cost?.left).toBeLessThanOrEqual(1_000);
  });

  it('is one for all tokens of the organization, and another for people', async () => {
    const { bearer: second } = await createTokenRow(server, { id: organizationId });
    await server.prisma.$executeRaw`
      UPDATE api_budgets SET points = -50000, refilled_at = clock_timestamp()
      WHERE organization_id = ${organizationId}::uuid AND mode = 'live'`;
    expect((await server.graphqlText(page(1), {}, second)).status).toBe(429);
    const person = await server.graphqlText(page(1), {}, { cookie: owner.cookie });
    expect(person.status).toBe(200);
    expect(person.text).not.toContain('"cost"');
  });
});

describe('the usage of an organization', () => {
  const read = (cookie = owner.cookie, args = '') =>
    server.graphqlText<{
      organization: {
        usageByDay: { day: string; calls: number; errors: number; points: number }[];
        usageByOperation: { operation: string; calls: number }[];
      } | null;
    }>(
      `query Usage($id: ID!) { organization(id: $id) {
         usageByDay${args} { day calls errors points averageMilliseconds longestMilliseconds }
         usageByOperation${args} { operation calls errors points } } }`,
      { id: organizationId },
      { cookie },
    );

  it('counts calls, errors and points by day and operation', async () => {
    await call(page(5, 'Nightly'));
    await call(page(5, 'Nightly'));
    await call('query Wrong { users { edges { node { id } } } }');
    await server.rest('GET', '/api/resorts', undefined, bearer);
    const answer = await read();
    expect(answer.errors).toEqual([]);
    const { usageByDay = [], usageByOperation = [] } = answer.data?.organization ?? {};
    const nightly = listPoints + 7;
    const wrong = operationPoints + (rootCosts['users']?.points ?? 0) + 1;
    expect(usageByDay).toMatchObject([{ calls: 4, errors: 1, points: 2 * nightly + wrong + 100 }]);
    expect(
      usageByOperation.toSorted((one, two) => (one.operation < two.operation ? -1 : 1)),
    ).toMatchObject([
      { operation: 'GET /api/resorts', calls: 1, points: 100 },
      { operation: 'Nightly', calls: 2, points: 2 * nightly },
      { operation: 'Wrong', calls: 1, errors: 1 },
    ]);
  });

  it('keeps 200 names a day, and the rest under one', async () => {
    await server.prisma.$executeRaw`
      INSERT INTO api_usage SELECT ${organizationId}::uuid, 'live', (now() AT TIME ZONE 'UTC')::date,
        'Name' || number, 1, 0, 1, 1, 1 FROM generate_series(1, 200) AS number`;
    await call(page(1, 'OneTooMany'));
    await call(page(1, 'Name7'));
    await server.deps.apiBudgets.flush();
    const rows = await server.prisma.apiUsage.findMany({
      where: { organizationId, operation: { in: ['OneTooMany', 'others', 'Name7'] } },
      orderBy: { operation: 'asc' },
      select: { operation: true, calls: true },
    });
    expect(rows).toEqual([
      { operation: 'Name7', calls: 2 },
      { operation: 'others', calls: 1 },
    ]);
  });

  it('is for members, and for 90 days at most', async () => {
    const stranger = await signedInUser(server);
    expect((await read(stranger.cookie)).data?.organization).toBeNull();
    const tooMany = await read(owner.cookie, '(days: 91)');
    expect(tooMany.errors[0]?.message).toBe('days must be 1 to 90');
  });
});
