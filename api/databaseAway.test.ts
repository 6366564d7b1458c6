import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from './platform/process/log.ts';
import { cookieOf, createResort, createUser, password } from './testing/factories.ts';
import { startHoldingProxy, type HoldingProxy } from './testing/holdingProxy.ts';
import { createTestDatabase, type TestDatabase } from './testing/testDatabase.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

const errors: string[] = [];
let database: TestDatabase;
let proxy: HoldingProxy;
let server: TestServer;
/** One for each way: requests of one session would share one look-up. */
let cookies: string[];
let taken = 0;
let resortId: string;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  proxy = await startHoldingProxy(database.url);
  server = await startTestServer({
    database: { url: proxy.url },
    log: createLog('error', { write: (line: string) => void errors.push(line) }),
  });
  const user = await createUser(server);
  cookies = await Promise.all(Object.keys(ways).map(() => cookieOf(server, user)));
  ({ id: resortId } = await createResort(server));
});

afterAll(async () => {
  await server.close();
  proxy.close();
  await database.drop();
});

beforeEach(() => void errors.splice(0));

/** An answer as its caller sees it: everything there, out of reach for some seconds, or broken. */
type Seen = 'answered' | 'out of reach' | `broken: ${string}`;

const nextCookie = (): string | undefined => cookies[(taken += 1) % cookies.length];

const byRest = async (method: string, path: string, body?: object): Promise<Seen> => {
  // Whoever registers is no longer signed in as somebody else.
  const call = body ? {} : { cookie: nextCookie() };
  const { status, headers, text } = await server.rest(method, path, body, call);
  if (status < 300) return 'answered';
  return status === 503 && Number(headers.get('retry-after')) > 0
    ? 'out of reach'
    : `broken: ${status} ${text}`;
};

const byGraphQL = async (document: string): Promise<Seen> => {
  const given = await server.graphqlText(document, { id: resortId }, { cookie: nextCookie() });
  if (given.status === 200 && given.errors.length === 0) return 'answered';
  return given.errors.length > 0 &&
    given.errors.every(
      ({ extensions }) => extensions?.code === 'UNAVAILABLE' && Number(extensions.retryAfter) > 0,
    )
    ? 'out of reach'
    : `broken: ${given.status} ${given.text}`;
};

const ways: Record<string, () => Promise<Seen>> = {
  'GET /readyz': () => byRest('GET', '/readyz'),
  'GET a list': () => byRest('GET', `/api/resorts?limit=5&q=${(count += 1)}`),
  'GET a row': () => byRest('GET', '/api/users/me'),
  'POST a row': () => {
    const username = `away${(count += 1)}`;
    const names = { firstName: 'Ines', lastName: 'Vale' };
    const account = { username, email: `${username}@example.org`, password, ...names };
    return byRest('POST', '/api/users/register', account);
  },
  // An alias of its own, as answers to the same document are remembered.
  'a query of rows': () =>
    byGraphQL(`query ($id: ID!) { asked${(count += 1)}: resort(id: $id) { name } }`),
  'a query of the viewer': () => byGraphQL('{ viewer { email } }'),
  'a mutation': () =>
    byGraphQL('mutation ($id: ID!) { addFavorite(resortId: $id) { __typename } }'),
};

const askAll = async (): Promise<Record<string, Seen>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(ways).map(async ([name, ask]) => [name, await ask()])),
  ) as Record<string, Seen>;

const allOf = (seen: Seen): Record<string, Seen> =>
  Object.fromEntries(Object.keys(ways).map((name) => [name, seen]));

describe.each(['end', 'reset'] as const)('a database whose connections %s', (how) => {
  it('is out of reach for every request, and answers all once it is back', async () => {
    expect(await askAll()).toEqual(allOf('answered'));
    // Statements are under way when the connections break: nothing is answered from memory.
    await server.emptyCaches();
    proxy.hold();
    const underWay = askAll();
    await expect
      .poll(() => server.pool.totalCount - server.pool.idleCount)
      .toBeGreaterThanOrEqual(Object.keys(ways).length - 1);
    proxy.cut(how);
    try {
      expect(await underWay).toEqual(allOf('out of reach'));
      expect(await askAll()).toEqual(allOf('out of reach'));
    } finally {
      await proxy.mend();
    }
    expect(await askAll()).toEqual(allOf('answered'));
    expect(errors).toEqual([]);
  });
});
