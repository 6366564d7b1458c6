import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { createUser, password, signedInUser } from '#api/testing/factories.ts';
import { signInMutation, signUpMutation } from '#api/modules/accounts/testing/operations.ts';
import { createTestDatabase } from '#api/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { RateLimitedError } from '../errors.ts';
import { documentedRows } from '#api/testing/documentedRows.ts';
import { limitsTable } from './rateLimits.ts';

/** Closed after the test. */
const open: TestServer[] = [];

/** Tries wait here until the gate opens, after the test at the latest. */
const gates: EventEmitter[] = [];

function createGate() {
  const gate = new EventEmitter();
  gates.push(gate);
  return { opened: once(gate, 'open'), open: () => gate.emit('open') };
}

afterEach(async () => {
  for (const gate of gates.splice(0)) {
    gate.emit('open');
  }
  for (const server of open.splice(0)) {
    await server.close();
  }
});

async function limitedServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TestServer> {
  const server = await startTestServer({ rateLimits: true, trustProxy: 'loopback', ...options });
  open.push(server);
  return server;
}

/** A request through a proxy, from this address. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const login = (server: TestServer, username: string, given: string, address = '203.0.113.1') =>
  server.rest('POST', '/api/users/login', { username, password: given }, from(address));

it('refuses an address after ten wrong tries at one account, but admits its owner elsewhere', async () => {
  const server = await limitedServer();
  const user = await createUser(server);
  for (let round = 1; round <= 10; round += 1) {
    expect((await login(server, user.username, 'wrong password')).status).toBe(401);
  }
  // Even the right password, with the username in upper case.
  const refused = await login(server, user.username.toUpperCase(), password);
  expect([refused.status, refused.text]).toEqual([
    429,
    'Too many tries. Please wait 15 minutes and try again',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(await server.prisma.session.count()).toBe(0);

  expect((await login(server, user.username, password, '203.0.113.99')).status).toBe(200);
  const other = await createUser(server);
  expect((await login(server, other.username, password)).status).toBe(200);
});

/** Wrong tries at one account, each from an address of its own. */
async function guessFromEverywhere(server: TestServer, username: string, tries: number) {
  for (let round = 1; round <= tries; round += 1) {
    await server.deps.rateLimits.spend('signInByName', username);
  }
}

it('delays tries at one account from many addresses, and refuses them while five wait', async () => {
  const waits: number[] = [];
  const gate = createGate();
  const arrivals = new EventEmitter();
  const server = await limitedServer({
    delay: (milliseconds) => {
      waits.push(milliseconds);
      arrivals.emit('waits');
      return waits.length <= 5 ? gate.opened : Promise.resolve();
    },
  });
  const user = await createUser(server);
  await guessFromEverywhere(server, user.username, 99);
  expect((await login(server, user.username, 'wrong password')).status).toBe(401);
  expect(waits).toEqual([]);

  const slowed: ReturnType<typeof login>[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const waiting = once(arrivals, 'waits');
    const given = round === 1 ? password : 'wrong password';
    const answer = login(server, user.username, given, `10.1.${round}.1`);
    slowed.push(answer);
    await Promise.race([waiting, answer]);
  }
  expect(waits).toEqual([2000, 4000, 6000, 8000, 10_000]);
  const refused = await login(server, user.username, password, '10.2.0.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  const other = await createUser(server);
  expect((await login(server, other.username, password, '10.2.0.1')).status).toBe(200);

  gate.open();
  const statuses = (await Promise.all(slowed)).map(({ status }) => status);
  expect(statuses).toEqual([200, 401, 401, 401, 401]);
});

it('delays tries at ten accounts at once, and refuses another account while fifty wait', async () => {
  let waits = 0;
  const gate = createGate();
  const server = await limitedServer({
    delay: () => {
      waits += 1;
      return waits <= 50 ? gate.opened : Promise.resolve();
    },
  });
  const names = Array.from({ length: 10 }, (_, index) => `guessed-${index}`);
  for (const name of [...names, 'another']) {
    await guessFromEverywhere(server, name, 100);
  }
  const slowed = Promise.all(
    names.flatMap((name) =>
      Array.from({ length: 5 }, () => server.deps.rateLimits.spend('signInByName', name)),
    ),
  );
  await Promise.race([slowed, expect.poll(() => waits).toBe(50)]);
  const refused = await login(server, 'another', 'wrong password');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);

  gate.open();
  await slowed;
  expect((await login(server, 'another', 'wrong password')).status).toBe(401);
});

it('a device that has signed in before is not locked out by strangers, even at its address', async () => {
  const server = await limitedServer({ delay: () => Promise.reject(new Error('slowed down')) });
  const user = await createUser(server);
  const first = await login(server, user.username, password);
  const device = first.setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
  const [, deviceCookie = ''] = first.setCookies;
  expect(deviceCookie).toMatch(
    /^tideweek-device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  await guessFromEverywhere(server, user.username, 89);
  for (let round = 1; round <= 10; round += 1) {
    await login(server, user.username, 'wrong password');
  }
  const tryOn = (cookie: string, given: string) =>
    server.rest(
      'POST',
      '/api/users/login',
      { username: user.username, password: given },
      { ...from('203.0.113.1'), cookie },
    );
  expect((await tryOn('', password)).status).toBe(429);
  expect((await tryOn(device, password)).status).toBe(200);

  // The device has a limit of its own, for this account only, and its cookie can't be forged.
  for (let round = 1; round <= 10; round += 1) {
    expect((await tryOn(device, 'wrong password')).status).toBe(401);
  }
  expect((await tryOn(device, password)).status).toBe(429);
  const other = await createUser(server);
  const [, otherDevice = ''] = (await login(server, other.username, password)).setCookies;
  expect((await tryOn(otherDevice.split(';', 1)[0] ?? '', password)).status).toBe(429);
  const forged = `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`;
  expect((await tryOn(forged, password)).status).toBe(429);
});

it('counts an unknown account like any other', async () => {
  const server = await limitedServer();
  for (let round = 1; round <= 10; round += 1) {
    expect((await login(server, 'nobody-here', 'wrong password')).status).toBe(401);
  }
  expect((await login(server, 'nobody-here', 'wrong password')).status).toBe(429);
});

it('resets the count after the right password', async () => {
  const server = await limitedServer();
  const user = await createUser(server);
  for (let round = 1; round <= 9; round += 1) {
    await login(server, user.username, 'wrong password');
  }
  expect((await login(server, user.username, password)).status).toBe(200);
  for (let round = 1; round <= 9; round += 1) {
    expect((await login(server, user.username, 'wrong password')).status).toBe(401);
  }
});

it('counts each alias of one operation', async () => {
  const server = await limitedServer();
  const user = await createUser(server);
  const fields = Array.from(
    { length: 12 },
    (_, index) => `try${index}: signIn(input: $input) { __typename ... on Error { message } }`,
  );
  const answer = await server.graphqlText<Record<string, { __typename: string }>>(
    `mutation ($input: SignInInput!) { ${fields.join(' ')} }`,
    { input: { identifier: user.username, password: 'wrong password' } },
  );
  const kinds = Object.values(answer.data ?? {}).map((result) => result.__typename);
  expect(kinds.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'InvalidCredentialsError'));
  expect(kinds.slice(10)).toEqual(['RateLimitedError', 'RateLimitedError']);
});

it('counts GraphQL and REST together', async () => {
  const server = await limitedServer();
  const user = await createUser(server);
  const input = { identifier: user.username, password: 'wrong password' };
  for (let round = 1; round <= 5; round += 1) {
    await login(server, user.username, 'wrong password');
    await server.graphql(signInMutation, { input }, from('203.0.113.1'));
  }
  expect((await login(server, user.username, 'wrong password')).status).toBe(429);
  const refused = await server.graphql(signInMutation, { input }, from('203.0.113.1'));
  expect(refused.data?.signIn).toMatchObject({
    __typename: 'RateLimitedError',
    message: 'Too many tries. Please wait 15 minutes and try again',
    retryAfter: expect.any(Number) as number,
  });
});

it('keeps its counts over a restart of the server', async () => {
  const database = await createTestDatabase('empty');
  try {
    const before = await startTestServer({ rateLimits: true, database });
    const user = await createUser(before);
    for (let round = 1; round <= 10; round += 1) {
      await before.rest('POST', '/api/users/login', { username: user.username, password: 'no' });
    }
    await before.close();
    const after = await startTestServer({ rateLimits: true, database });
    const answer = await after.rest('POST', '/api/users/login', {
      username: user.username,
      password,
    });
    await after.close();
    expect(answer.status).toBe(429);
  } finally {
    await database.drop();
  }
});

it('refuses one address that tries many accounts, and no other address', async () => {
  const server = await limitedServer();
  const user = await createUser(server);
  const statuses: number[] = [];
  for (let round = 1; round <= 61; round += 1) {
    statuses.push((await login(server, `guess-${round}`, 'wrong password')).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429]);
  expect((await login(server, user.username, password)).status).toBe(429);
  expect((await login(server, user.username, password, '203.0.113.2')).status).toBe(200);
});

it.each([
  [
    'all addresses of an IPv6 /64',
    (round: number) => `2001:db8:0:${round % 2 ? 1 : '01'}::${round}`,
  ],
  [
    'an IPv4 address and its IPv6 forms',
    (round: number) => (round % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'),
  ],
])('counts %s as one caller', async (_, address) => {
  const server = await limitedServer();
  const statuses: number[] = [];
  for (let round = 1; round <= 61; round += 1) {
    statuses.push((await login(server, `guess-${round}`, 'wrong password', address(round))).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429]);
  expect((await login(server, 'guess', 'wrong password', '2001:db8:0:2::1')).status).toBe(401);
});

it('refuses one address that registers many accounts, counting GraphQL and REST together', async () => {
  const server = await limitedServer();
  const input = (round: number) => ({
    username: `farm-${round}`,
    email: `farm-${round}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Byron',
  });
  for (let round = 1; round <= 10; round += 1) {
    await server.graphql(signUpMutation, { input: input(round) }, from('203.0.113.1'));
    await server.rest('POST', '/api/users/register', input(round + 10), from('203.0.113.1'));
  }
  const refused = await server.rest('POST', '/api/users/register', input(21), from('203.0.113.1'));
  expect(refused.status).toBe(429);
  expect(await server.prisma.user.count()).toBe(20);
  const other = await server.rest('POST', '/api/users/register', input(22), from('203.0.113.2'));
  expect(other.status).toBe(201);
});

it('keeps neither names nor addresses in the table of tries', async () => {
  const server = await limitedServer();
  await login(server, 'somebody@example.com', 'wrong password', '203.0.113.7');
  const { rows } = await server.pool.query<{ key: string }>('SELECT key FROM rate_limits');
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/somebody|203\.0\.113/);
});

it('ignores an address that a client forges', async () => {
  const server = await startTestServer({ rateLimits: true });
  open.push(server);
  const statuses = [];
  for (let round = 1; round <= 61; round += 1) {
    statuses.push(
      (await login(server, `guess-${round}`, 'wrong password', `203.0.113.${round}`)).status,
    );
  }
  expect(statuses.at(-1)).toBe(429);
});

describe('with a token', () => {
  const withdraw = async (server: TestServer, by: object) => {
    const { data, text } = await server.graphqlText<
      Record<'first' | 'second', { __typename: string; retryAfter?: number }>
    >(
      `mutation ($id: ID!) {
         first: withdrawListing(input: { listingId: $id }) { ...Outcome }
         second: withdrawListing(input: { listingId: $id }) { ...Outcome } }
       fragment Outcome on WithdrawListingResult {
         __typename ... on RateLimitedError { retryAfter } }`,
      { id: randomUUID() },
      by,
    );
    const { extensions } = JSON.parse(text) as { extensions?: { cost: object } };
    return { ...data, cost: extensions?.cost };
  };
  const notFound = { __typename: 'NotFoundError' };
  const limited = { __typename: 'RateLimitedError', retryAfter: expect.any(Number) as number };

  it('a write costs points, and the limit of the account is for its browser', async () => {
    const server = await limitedServer();
    const { user, cookie } = await signedInUser(server);
    const organization = await createOrganization(server, { account: user });
    const { bearer } = await createTokenRow(server, organization);
    await server.deps.rateLimits.spend('listingByAccount', user.id, 59);
    expect(await withdraw(server, { cookie })).toMatchObject({ first: notFound, second: limited });
    const paid = await withdraw(server, bearer);
    expect(paid).toMatchObject({ first: notFound, second: notFound });
    expect(paid.cost).toMatchObject({ used: 30 + 2 * (200 + 1) });
    await server.deps.apiBudgets.flush();
    const usage = await server.prisma.apiUsage.findMany({
      where: { organizationId: organization.id },
    });
    expect(usage).toMatchObject([{ calls: 1, points: 432n }]);
  });

  it('a write without points left is refused with the time to wait, for one mode alone', async () => {
    const server = await limitedServer();
    const { user } = await signedInUser(server);
    const organization = await createOrganization(server, { account: user });
    const { bearer: test } = await createTokenRow(server, organization, { mode: 'test' });
    const { bearer: live } = await createTokenRow(server, organization);
    await server.prisma.organization.update({
      where: { id: organization.id },
      data: { pointsPerMinute: 100 },
    });
    expect(await withdraw(server, live)).toMatchObject({ first: notFound, second: limited });
    await server.prisma.organization.update({
      where: { id: organization.id },
      data: { pointsPerMinute: 300_000 },
    });
    expect(await withdraw(server, test)).toMatchObject({ first: notFound, second: notFound });
  });

  it('what has no price in points is counted for each mode apart from browsers', async () => {
    const server = await limitedServer();
    const { id } = await createUser(server);
    const charge = vi.fn<(points: number) => Promise<void>>();
    const { rateLimits } = server.deps;
    const limits = [
      rateLimits,
      ...['live', 'test'].map((way) => rateLimits.ofToken({ way, charge })),
    ];
    for (const limit of limits) {
      await limit.spend('webhookTestByAccount', id, 60);
      await expect(limit.spend('webhookTestByAccount', id)).rejects.toThrow(RateLimitedError);
    }
    expect(charge).not.toHaveBeenCalled();
  });
});

it('tells partners each limit', () => {
  expect(documentedRows(/^\| what +\| counted for/)).toEqual(limitsTable());
});
