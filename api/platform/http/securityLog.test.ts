import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createUser, signedInUser } from '#api/testing/factories.ts';
import { signInMutation } from '#api/modules/accounts/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { InvalidCredentialsError, RateLimitedError } from '../errors.ts';
import { createLog } from '../process/log.ts';
import { createSecurityLog } from './securityLog.ts';

interface SecurityLine {
  msg: string;
  event: string;
  userId?: string;
  accountId?: string;
  address: string;
  call: string;
  requestId: string;
  leftOut?: number;
}

let server: TestServer;
let lines: string[] = [];

const log = createLog(
  'info',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  }),
);

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustProxy: 'loopback', log });
});

afterAll(() => server.close());

beforeEach(() => {
  lines = [];
});

const told = (): SecurityLine[] =>
  lines.map((line) => JSON.parse(line) as SecurityLine).filter(({ msg }) => msg === 'security');

async function count(event: string): Promise<number> {
  const { text } = await server.send('/metrics');
  return Number(new RegExp(`security_events_total{event="${event}"} (\\d+)`).exec(text)?.[1]);
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

it('logs a failed sign-in by REST or GraphQL with account and address, and without secrets', async () => {
  const user = await createUser(server);
  const before = await count('wrong_password');
  const answer = await server.rest(
    'POST',
    '/api/users/login',
    { username: user.username, password: 'my secret guess' },
    from('203.0.113.5'),
  );
  const input = { identifier: 'hunter2 in the wrong field'.replaceAll(' ', '-'), password: 'x' };
  await server.graphql(signInMutation, { input }, from('203.0.113.6'));
  expect(told()).toMatchObject([
    {
      event: 'wrong_password',
      accountId: user.id,
      address: '203.0.113.5',
      call: 'POST /api/users/login',
      requestId: answer.requestId,
    },
    { event: 'wrong_password', address: '203.0.113.6', call: 'POST /graphql' },
  ]);
  expect(lines.join()).not.toMatch(/my secret guess|hunter2/);
  expect(await count('wrong_password')).toBe(before + 2);
});

it('logs refused calls to administrator interfaces, each once per request', async () => {
  const { user, cookie } = await signedInUser(server);
  const before = await count('call_refused');
  await server.rest('GET', '/api/admin/users', undefined, { cookie });
  await server.rest('GET', '/api/admin/users');
  await server.graphqlText('{ a: auditActions b: auditActions }', {}, { cookie });
  await server.graphqlText('mutation { sendTestMail { __typename } }', {}, { cookie });
  expect(told()).toMatchObject([
    { event: 'call_refused', userId: user.id, call: 'GET /api/admin/users' },
    { event: 'call_refused', call: 'GET /api/admin/users' },
    { event: 'call_refused', userId: user.id, call: 'Query.auditActions' },
    { event: 'call_refused', userId: user.id, call: 'Mutation.sendTestMail' },
  ]);
  expect(told()[1]).not.toHaveProperty('userId');
  expect(await count('call_refused')).toBe(before + 4);
});

it('logs a limit that is reached', async () => {
  const user = await createUser(server);
  for (let round = 1; round <= 11; round += 1) {
    const wrong = { username: user.username, password: 'wrong password' };
    await server.rest('POST', '/api/users/login', wrong, from('203.0.113.7'));
  }
  expect(told().at(-1)).toMatchObject({ event: 'limit_reached', address: '203.0.113.7' });
  expect(await count('limit_reached')).toBe(1);
});

it('logs links and messages with a wrong signature, without their content', async () => {
  const { cookie } = await signedInUser(server);
  const before = await count('link_refused');
  await server.send(
    '/api/contracts/01890a5d-ac96-774b-bcce-b302099a8057?key=secret-key&expires=1&signature=AAAA',
    { cookie },
  );
  const path = '/api/contracts/01890a5d-ac96-774b-bcce-b302099a8057';
  const expired = server.deps.signedLinks.sign('GET', path, { key: 'secret-key' }, -1);
  expect((await server.send(expired, { cookie })).status).toBe(403);
  await server.graphqlText(
    'mutation { verifyEmail(input: { token: "guessed-token" }) { __typename } }',
  );
  await server.rest('POST', '/api/escrow/webhook', { id: 'x' });
  expect(told().map(({ event, call }) => [event, call])).toEqual([
    ['link_refused', 'GET /api/contracts/:id'],
    ['link_refused', 'GET /api/contracts/:id'],
    ['link_refused', 'POST /graphql'],
    ['link_refused', 'POST /api/escrow/webhook'],
  ]);
  expect(lines.join()).not.toMatch(/secret-key|guessed-token/);
  expect(await count('link_refused')).toBe(before + 4);
});

it('writes 20 lines a minute for a network and 200 in all, and says how many calls it left out', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const security = createSecurityLog(log, new Registry());
    const fail = (address: string, error: Error = new InvalidCredentialsError()) =>
      security.refused(error, { userId: undefined, address, call: 'POST /graphql' });
    const times = (count: number, act: (index: number) => void) =>
      Array.from({ length: count }, (_, index) => index).forEach(act);

    times(30, (index) => fail(`203.0.113.${index}`));
    expect(told()).toHaveLength(20);
    times(5, () => fail('203.0.113.1', new RateLimitedError('x', 1)));
    fail('198.51.100.1');
    expect(told().at(-1)).toMatchObject({ event: 'wrong_password', address: '198.51.100.1' });
    times(1_000, (index) => fail(`10.${index % 250}.${index % 7}.1`));
    expect(told()).toHaveLength(200);

    vi.advanceTimersByTime(60_000);
    expect(told().slice(200)).toEqual([
      expect.objectContaining({ event: 'wrong_password', leftOut: 831 }),
      expect.objectContaining({ event: 'limit_reached', leftOut: 5 }),
    ]);
    lines = [];
    fail('203.0.113.1');
    vi.advanceTimersByTime(600_000);
    expect(told()).toMatchObject([{ event: 'wrong_password', address: '203.0.113.1' }]);
  } finally {
    vi.useRealTimers();
  }
});
