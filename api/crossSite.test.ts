import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, password, signedInUser } from './testing/factories.ts';
import { signOutMutation } from './modules/accounts/testing/operations.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'http://weeks.example' });
});

afterAll(() => server.close());

const fromElsewhere: Record<string, string>[] = [
  { origin: 'http://evil.example' },
  { origin: 'https://weeks.example' },
  { origin: 'http://weeks.example.evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'http://weeks.example', 'sec-fetch-site': 'cross-site' },
];

const fromHere: Record<string, string>[] = [
  {},
  { origin: 'http://weeks.example' },
  { origin: 'http://weeks.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
];

describe.each(fromElsewhere)('a request with %j', (headers) => {
  it('changes nothing by GraphQL', async () => {
    const { user, cookie } = await signedInUser(server);
    const answer = await server.graphql(signOutMutation, {}, { cookie, headers });
    expect(answer.status).toBe(403);
    expect(answer.errors).toMatchObject([
      {
        message: 'This request comes from another site and was refused',
        extensions: { code: 'FORBIDDEN', requestId: answer.requestId },
      },
    ]);
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('changes nothing by REST', async () => {
    const { user, cookie } = await signedInUser(server);
    for (const [path, body] of [
      ['/api/users/logout', undefined],
      ['/api/users/login', { username: user.username, password }],
    ] as const) {
      const answer = await server.rest('POST', path, body, { cookie, headers });
      expect([answer.status, answer.text]).toEqual([
        403,
        'This request comes from another site and was refused',
      ]);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.setCookies).toEqual([]);
    }
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('may read', async () => {
    expect((await server.rest('GET', '/api/resorts', undefined, { headers })).status).toBe(200);
  });
});

describe.each(fromHere)('a request with %j', (headers) => {
  it('may sign in and out', async () => {
    const user = await createUser(server);
    const login = await server.rest(
      'POST',
      '/api/users/login',
      { username: user.username, password },
      { headers },
    );
    expect(login.status).toBe(200);
    const out = await server.graphql(signOutMutation, {}, { cookie: login.cookie, headers });
    expect(out.data).toEqual({ signOut: { __typename: 'SignOutPayload', signedOut: true } });
  });
});

it('allows no mutation by GET', async () => {
  const { user, cookie } = await signedInUser(server);
  const query = encodeURIComponent('mutation { signOut { __typename } }');
  const answer = await server.send(`/graphql?query=${query}`, {
    cookie,
    headers: { accept: 'application/json' },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
  expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(1);
});

it.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; charset=utf-8',
  'application/octet-stream',
])('refuses the content type %s, which a form of another site could send', async (type) => {
  const { user, cookie } = await signedInUser(server);
  const bodies: [string, string][] = [
    ['/graphql', '{"query":"mutation { signOut { __typename } }"}'],
    ['/graphql', '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--x--'],
    ['/graphql', 'query=mutation+%7B+signOut+%7B+signedOut+%7D+%7D'],
    ['/api/users/login', JSON.stringify({ username: user.username, password })],
    ['/api/users/login', `username=${user.username}&password=${encodeURIComponent(password)}`],
  ];
  for (const [path, body] of bodies) {
    const answer = await server.send(path, {
      method: 'POST',
      body,
      cookie,
      headers: { 'content-type': type },
    });
    expect([400, 415]).toContain(answer.status);
    expect(answer.setCookies).toEqual([]);
  }
  expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(1);
});

it('allows no other site to read responses', async () => {
  const answer = await server.send('/graphql', {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});
