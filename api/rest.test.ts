import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from './generated/operations/gql.ts';
import type { AccountFragment, ResortRowFragment } from './generated/operations/graphql.ts';
import { cookieOf, password } from './testing/factories.ts';
import {
  changePasswordMutation,
  signInMutation,
  signUpMutation,
  viewerQuery,
} from './modules/accounts/testing/operations.ts';
import { resortsQuery } from './modules/resorts/testing/operations.ts';
import { reviewsQuery } from './modules/reviews/testing/operations.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';
import { restRoutes } from './modules/areas.ts';

const topResortsQuery = graphql(`
  query TopResorts($first: Int) {
    topResorts(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

const newAvailabilityQuery = graphql(`
  query NewAvailability($first: Int) {
    newAvailability(first: $first) {
      edges {
        node {
          ...ResortRow
        }
      }
    }
  }
`);

const resortQuery = graphql(`
  query Resort($id: ID!) {
    resort(id: $id) {
      ...ResortRow
    }
  }
`);

let server: TestServer;
let cookie: string;
let resortId: string;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
  const owner = await server.prisma.user.findUniqueOrThrow({ where: { username: 'owner' } });
  cookie = await cookieOf(server, owner);
  const resort = await server.prisma.resort.findFirstOrThrow({ orderBy: { reviewCount: 'desc' } });
  resortId = resort.id;
});

afterAll(() => server.close());

/** REST has prices in whole US dollars. */
const asResort = ({ id: _, databaseId, priceMin, priceMax, ...rest }: ResortRowFragment) => ({
  id: databaseId,
  ...rest,
  priceMin: priceMin.amount / 100,
  priceMax: priceMax.amount / 100,
});

const asUser = ({ id: _, databaseId, role, ...rest }: AccountFragment) => ({
  id: databaseId,
  ...rest,
  role: role.toLowerCase(),
});

interface Pair {
  path: () => string;
  graphql: () => Promise<unknown>;
}

const list =
  (
    query: string | null,
    sort: 'HIGHEST_RATED' | 'PRICE_LOW_TO_HIGH' = 'HIGHEST_RATED',
    first = 100,
  ) =>
  async () =>
    (await server.graphql(resortsQuery, { query, sort, first })).data?.resorts.edges.map(
      ({ node }) => asResort(node),
    );

/** Each REST read, and the same read by GraphQL. */
const reads: Record<string, Pair> = {
  'GET /api/users/me': {
    path: () => '/api/users/me',
    graphql: async () => {
      const { data } = await server.graphql(viewerQuery, {}, { cookie });
      return data?.viewer && asUser(data.viewer);
    },
  },
  'GET /api/resorts': { path: () => '/api/resorts', graphql: list(null) },
  'GET /api/resorts sorted, 5 of them': {
    path: () => '/api/resorts?sort=PRICE_LOW_TO_HIGH&limit=5',
    graphql: list(null, 'PRICE_LOW_TO_HIGH', 5),
  },
  'GET /api/resorts/search': {
    path: () => '/api/resorts/search?q=las%20vagas',
    graphql: list('las vagas'),
  },
  'GET /api/resorts/search for nothing there': {
    path: () => '/api/resorts/search?q=zzqxwv',
    graphql: list('zzqxwv'),
  },
  'GET /api/resorts/search without a text': {
    path: () => '/api/resorts/search',
    graphql: list(null),
  },
  'GET /api/resorts/new-availability': {
    path: () => '/api/resorts/new-availability',
    graphql: async () =>
      (await server.graphql(newAvailabilityQuery, { first: 100 })).data?.newAvailability.edges.map(
        ({ node }) => asResort(node),
      ),
  },
  'GET /api/resorts/top': {
    path: () => '/api/resorts/top',
    graphql: async () =>
      (await server.graphql(topResortsQuery, { first: 100 })).data?.topResorts.edges.map(
        ({ node }) => asResort(node),
      ),
  },
  'GET /api/resorts/:id': {
    path: () => `/api/resorts/${resortId}`,
    graphql: async () => {
      const { data } = await server.graphql(resortQuery, { id: resortId });
      return data?.resort && asResort(data.resort);
    },
  },
  'GET /api/resorts/:id/reviews': {
    path: () => `/api/resorts/${resortId}/reviews`,
    graphql: async () => {
      const { data } = await server.graphql(reviewsQuery, { id: resortId, first: 100 });
      return data?.resort?.reviews.edges.map(({ node: { id, author, ...review } }) => ({
        id: Buffer.from(id, 'base64').toString().replace('Review:', ''),
        resortId,
        userId: expect.any(String) as string,
        ...review,
        author: author.name,
        memberSince: author.memberSince,
      }));
    },
  },
};

describe('REST and GraphQL', () => {
  it('are compared for every route', () => {
    const compared = new Set(Object.keys(reads).map((name) => name.split(' ', 2).join(' ')));
    const missing = restRoutes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !compared.has(name));
    // These change something, or GraphQL has no equivalent; they are tested beside their rules.
    expect(missing.toSorted()).toEqual(
      [
        'POST /api/users/login',
        'POST /api/users/logout',
        'POST /api/users/register',
        'GET /api/users/me/export',
        'POST /api/escrow/webhook',
        'POST /api/payments/webhook',
        'POST /api/payments/sandbox/accounts',
        'GET /api/payouts/statements/:year',
        'POST /api/payments/sandbox/cards',
        'POST /api/payments/sandbox/confirmations',
        'POST /api/listings/:id/contract',
        'GET /api/listings/:id/contract',
        'GET /api/contracts/:id',
        'POST /api/contracts/upload',
        'GET /s3/params',
        'GET /s3/sts',
        'POST /s3/multipart',
        'GET /s3/multipart/:uploadId',
        'GET /s3/multipart/:uploadId/:partNumber',
        'POST /s3/multipart/:uploadId/complete',
        'DELETE /s3/multipart/:uploadId',
        'PUT /s3/objects/quarantine/:ownerId/:id',
        'POST /api/property-submissions',
        'GET /api/bookings/:id/calendar',
        'GET /api/bookings/:id/evidence',
        'GET /api/bookings/:id/receipts/:number',
        'GET /api/sales/:id/terms',
        'GET /api/sales/:id/export',
        'GET /api/partner-sale/files/:file',
        'POST /api/partner-sale/s3/multipart',
        'GET /api/partner-sale/s3/multipart/:uploadId',
        'GET /api/partner-sale/s3/multipart/:uploadId/:partNumber',
        'POST /api/partner-sale/s3/multipart/:uploadId/complete',
        'DELETE /api/partner-sale/s3/multipart/:uploadId',
        'GET /api/calendars/:token',
        'GET /api/listings/:id/quote',
        'POST /api/listings',
        'GET /api/unsubscribe',
        'POST /api/unsubscribe',
        'GET /api/admin/settings',
        'POST /api/admin/settings',
        'PUT /api/admin/settings/:key',
        'DELETE /api/admin/settings/:key',
        'POST /api/admin/smtp/test',
        'GET /api/admin/resorts/export',
        'GET /api/admin/resorts/template',
        'POST /api/admin/resorts/imports',
        'POST /api/admin/resorts/imports/:id',
        'POST /api/admin/resorts/pictures',
        'GET /media/resorts/:id/:file',
        'GET /media/pictures/:id/:file',
        'GET /api/inventory/providers',
        'GET /api/inventory/history',
        'POST /api/inventory/preview/:provider',
        'POST /api/inventory/sync/:provider',
        'GET /api/admin/inventory/template',
        'GET /api/admin/inventory/runs/:id/errors.csv',
        'POST /api/admin/resorts',
        'PATCH /api/admin/resorts/:id',
        'DELETE /api/admin/resorts/:id',
        'GET /api/admin/users',
        'PATCH /api/admin/users/:id',
        'DELETE /api/admin/users/:id',
      ].toSorted(),
    );
  });

  it.each(Object.entries(reads))('give the same answer: %s', async (_name, { path, graphql }) => {
    const answer = await server.rest('GET', path(), undefined, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const expected = await graphql();
    expect(expected).toBeTruthy();
    expect(answer.body).toEqual(expected);
  });

  const person = (name: string) => ({
    username: name,
    email: `${name}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Byron',
  });

  it('create the same account', async () => {
    const rest = await server.rest('POST', '/api/users/register', person('by-rest'));
    const graphql = await server.graphql(signUpMutation, { input: person('by-graphql') });
    const result = graphql.data?.signUp;
    const user = result && 'user' in result ? asUser(result.user) : undefined;
    const own = { id: '', username: '', email: '', createdAt: '' };
    expect({ ...(rest.body as object), ...own }).toEqual({ ...user, ...own });
    const rows = await server.prisma.user.findMany({
      where: { username: { in: ['by-rest', 'by-graphql'] } },
      select: { firstName: true, lastName: true, role: true, sessions: { select: { id: true } } },
    });
    const stored = { firstName: 'Ada', lastName: 'Byron', role: 'user' };
    expect(rows).toMatchObject([
      { ...stored, sessions: [{}] },
      { ...stored, sessions: [{}] },
    ]);
  });

  it('refuse the same registrations with the same messages', async () => {
    for (const change of [
      { username: 'owner' },
      { email: 'OWNER@tideweek.example', username: 'Traveller' },
      { password: 'short', email: '' },
      { idempotencyKey: 'no' },
    ]) {
      const input = { ...person('nobody-yet'), ...change };
      const rest = await server.rest('POST', '/api/users/register', input);
      const { data } = await server.graphql(signUpMutation, { input });
      const result = data?.signUp;
      expect(result && 'message' in result ? result.message : undefined).toBe(rest.text);
      expect(rest.status).toBe(result?.__typename === 'ConflictError' ? 409 : 400);
    }
    expect(await server.prisma.user.count({ where: { username: 'nobody-yet' } })).toBe(0);
  });

  it('sign the same person in', async () => {
    const input = { identifier: 'traveller', password: 'tideweek-traveller-1' };
    const rest = await server.rest('POST', '/api/users/login', input);
    const graphql = await server.graphql(signInMutation, { input });
    const result = graphql.data?.signIn;
    expect(rest.body).toEqual(result && 'user' in result ? asUser(result.user) : undefined);
    const read = async (session: string | undefined) =>
      (await server.rest('GET', '/api/users/me', undefined, { cookie: session })).body;
    expect(await read(rest.cookie)).toEqual(rest.body);
    expect(await read(graphql.cookie)).toEqual(rest.body);
  });

  it('share sessions: a sign-out by one is a sign-out for the other', async () => {
    const { cookie: session } = await server.rest('POST', '/api/users/login', {
      username: 'traveller',
      password: 'tideweek-traveller-1',
    });
    await server.rest('POST', '/api/users/logout', undefined, { cookie: session });
    expect((await server.graphql(viewerQuery, {}, { cookie: session })).data?.viewer).toBeNull();
    const answer = await server.graphql(
      changePasswordMutation,
      { input: { currentPassword: 'x', newPassword: 'y' } },
      { cookie: session },
    );
    expect(answer.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('an error by REST', () => {
  it.each([
    ['GET', '/api/resorts/01890a5d-ac96-774b-bcce-b302099a8057', 404, 'Resort not found'],
    ['GET', '/api/resorts/no-such-resort', 404, 'Resort not found'],
    ['GET', '/api/resorts/%00', 404, 'Resort not found'],
    ['GET', "/api/resorts/'%20OR%201=1", 404, 'Resort not found'],
    ['GET', '/api/resorts/no-such-resort/reviews', 404, 'Resort not found'],
    ['GET', '/api/resorts?limit=0', 400, 'limit must be a whole number from 1 to 500'],
    ['GET', '/api/resorts?limit=501', 400, 'limit must be a whole number from 1 to 500'],
    ['GET', '/api/resorts?limit=ten', 400, 'limit must be a whole number from 1 to 500'],
    ['GET', '/api/resorts?limit=1.5', 400, 'limit must be a whole number from 1 to 500'],
    [
      'GET',
      '/api/resorts?sort=CHEAPEST',
      400,
      'sort must be one of PRICE_LOW_TO_HIGH, PRICE_HIGH_TO_LOW, HIGHEST_RATED, MOST_REVIEWS',
    ],
    ['GET', '/api/resorts?after=x', 400, 'The cursor in after does not belong to this list'],
    ['GET', '/api/users/me', 401, 'Please sign in first'],
    ['GET', '/api', 404, 'There is no such call'],
    ['GET', '/api/nothing', 404, 'There is no such call'],
    ['POST', '/api/nothing/at/all', 404, 'There is no such call'],
    ['GET', '/api/resorts/a/b/c', 404, 'There is no such call'],
    ['GET', '/api/%zz', 400, 'The address is not valid'],
  ])('is plain text: %s %s gives %i', async (method, path, status, text) => {
    const answer = await server.rest(method, path);
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('names the invalid fields of a body', async () => {
    const post = (body: string, type = 'application/json') =>
      server.send('/api/users/login', { method: 'POST', body, headers: { 'content-type': type } });
    const broken = await post('{"username":');
    expect([broken.status, broken.text]).toEqual([400, 'The body is not valid JSON']);
    const huge = await post(JSON.stringify({ username: 'x'.repeat(100_001) }));
    expect([huge.status, huge.text]).toEqual([413, 'The body is too large: at most 100000 bytes']);
    const form = await post('username=x', 'application/x-www-form-urlencoded');
    expect([form.status, form.text]).toEqual([415, 'The body must be sent as application/json']);
    const polluted = await post('{"__proto__":{"role":"admin"},"username":"x","password":"y"}');
    expect(polluted.status).toBe(400);
  });

  it('does not reveal internal failures', async () => {
    const own = await startTestServer();
    try {
      await own.pool.query('DROP TABLE reviews CASCADE; DROP TABLE listings CASCADE');
      await own.pool.query('ALTER TABLE resorts RENAME TO hidden_resorts');
      const answer = await own.rest('GET', '/api/resorts');
      expect([answer.status, answer.text]).toEqual([
        500,
        `Something went wrong on our side. Please try again (request ${answer.requestId})`,
      ]);
      expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/);
    } finally {
      await own.close();
    }
  });
});

describe('a method', () => {
  it.each([
    ['PUT', '/api/resorts', 'GET, HEAD'],
    ['POST', '/api/resorts/top', 'GET, HEAD'],
    ['DELETE', '/api/resorts/some-resort', 'GET, HEAD'],
    ['OPTIONS', '/api/resorts', 'GET, HEAD'],
    ['GET', '/api/users/login', 'POST'],
    ['PATCH', '/api/users/register', 'POST'],
    ['POST', '/api/users/me', 'GET, HEAD'],
  ])('%s %s is answered with 405 and the allowed methods', async (method, path, allow) => {
    const answer = await server.rest(method, path);
    expect([answer.status, answer.text]).toEqual([405, 'This method is not supported here']);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('HEAD is GET without its body', async () => {
    const head = await server.rest('HEAD', '/api/resorts');
    const get = await server.rest('GET', '/api/resorts');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await server.rest('HEAD', '/api/nothing')).status).toBe(404);
  });
});

describe('the Link header', () => {
  it.each([
    ['/api/resorts?limit=7&sort=PRICE_LOW_TO_HIGH', () => server.prisma.resort.count()],
    ['/api/resorts/search?q=marriott&limit=4', undefined],
    ['/api/resorts/new-availability?limit=3', undefined],
    ['/api/resorts/top?limit=50', () => server.prisma.resort.count()],
    ['/api/resorts/:id/reviews?limit=2', undefined],
  ])('leads through every row of %s exactly once', async (start, count) => {
    const ids: string[] = [];
    const first = start.replace(':id', resortId);
    let next: string | undefined = first;
    let pages = 0;
    while (next !== undefined) {
      const answer: Awaited<ReturnType<typeof page>> = await page(next);
      ids.push(...answer.ids);
      next = answer.next;
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
    const whole = await page(first.replace(/limit=\d+/, 'limit=100'));
    expect(whole.next).toBeUndefined();
    expect(ids).toEqual(whole.ids);
    expect(new Set(ids).size).toBe(ids.length);
    if (count) {
      expect(ids).toHaveLength(await count());
    }
  });
});

async function page(path: string): Promise<{ ids: string[]; next: string | undefined }> {
  const answer = await server.rest<{ id: string }[]>('GET', path);
  expect(answer.status).toBe(200);
  return {
    ids: answer.body.map((row) => row.id),
    next: /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1],
  };
}
