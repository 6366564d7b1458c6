import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieOf, createUser, password } from '#api/testing/factories.ts';
import {
  changePasswordMutation,
  signInMutation,
  signOutMutation,
  viewerQuery,
} from '#api/modules/accounts/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const signIn = async (identifier: string, cookie?: string) =>
  server.graphql(signInMutation, { input: { identifier, password } }, { cookie });

const nameSeenBy = async (cookie: string | undefined): Promise<string | undefined> =>
  (await server.graphql(viewerQuery, {}, { cookie })).data?.viewer?.username;

const idIn = (cookie: string | undefined): string => cookie?.split('=')[1] ?? '';
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

it('sends a cookie that scripts cannot read and other sites do not send along', async () => {
  const user = await createUser(server);
  const [cookie = '', device = '', ...others] = (await signIn(user.username)).setCookies;
  expect(others).toEqual([]);
  expect(device).toMatch(/^tideweek-device=.*; HttpOnly; SameSite=Lax$/);
  expect(cookie).toMatch(/^tideweek=[a-z0-9]{40}; /);
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
    expect(cookie.split('; ')).toContain(attribute);
  }
  expect(cookie).not.toContain('Secure');
});

it.each([
  'tideweek=%E0%A4%A',
  'tideweek=%',
  'tideweek=%00',
  'tideweek==',
  'tideweek',
  `tideweek=${'a'.repeat(41)}`,
  'tracker=%E0%A4%A',
  '%E0%A4%A=%E0%A4%A; ;=;;',
])('ignores the malformed cookie %s and finds the session beside it', async (malformed) => {
  for (const path of ['/api/users/me', '/api/resorts']) {
    const answer = await server.send(path, { cookie: malformed });
    expect(answer.status).toBe(path === '/api/resorts' ? 200 : 401);
  }
  expect(await nameSeenBy(malformed)).toBeUndefined();
  if (!malformed.startsWith('tideweek')) {
    const user = await createUser(server);
    const { cookie = '' } = await signIn(user.username);
    expect(await nameSeenBy(`${malformed}; ${cookie}`)).toBe(user.username);
    expect(await nameSeenBy(`${cookie}; ${malformed}`)).toBe(user.username);
  }
});

it('binds the cookie to HTTPS and to this host if the public URL is https', async () => {
  const secure = await startTestServer({ publicUrl: 'https://weeks.example' });
  try {
    const user = await createUser(secure);
    const answer = await secure.rest('POST', '/api/users/login', {
      username: user.username,
      password,
    });
    const [cookie = ''] = answer.setCookies;
    expect(cookie).toMatch(/^__Host-tideweek=[a-z0-9]{40}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) {
      expect(cookie.split('; ')).toContain(attribute);
    }
    expect(cookie).not.toContain('Domain');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const me = await secure.rest('GET', '/api/users/me', undefined, { cookie: answer.cookie });
    expect(me.status).toBe(200);
  } finally {
    await secure.close();
  }
});

it('stores the SHA-256 of the session id and not the id', async () => {
  const user = await createUser(server);
  const { cookie } = await signIn(user.username);
  const rows = await server.prisma.session.findMany({ where: { userId: user.id } });
  expect(rows.map((row) => row.id)).toEqual([hashOf(idIn(cookie))]);
  expect(JSON.stringify(rows)).not.toContain(idIn(cookie));
  // The stored hash is not accepted as a session id.
  expect(await nameSeenBy(`tideweek=${rows[0]?.id ?? ''}`)).toBeUndefined();
});

it("starts a new session at each sign-in, and ends the browser's previous one", async () => {
  const user = await createUser(server);
  const first = await signIn(user.username);
  const second = await signIn(user.username, first.cookie);
  expect(idIn(second.cookie)).not.toBe(idIn(first.cookie));
  expect(await nameSeenBy(first.cookie)).toBeUndefined();
  const elsewhere = await cookieOf(server, user);
  const other = await createUser(server);
  const switched = await signIn(other.username, second.cookie);
  expect(await nameSeenBy(switched.cookie)).toBe(other.username);
  expect(await server.prisma.session.findMany({ where: { userId: user.id } })).toMatchObject([
    { id: hashOf(idIn(elsewhere)) },
  ]);
  const planted = 'tideweek=abcdefghijklmnopqrstuvwxyzabcdefghijklmn';
  const third = await signIn(user.username, planted);
  expect(third.cookie).not.toBe(planted);
  expect(await nameSeenBy(planted)).toBeUndefined();
  expect(await nameSeenBy(third.cookie)).toBe(user.username);
});

it('ends only the session that signs out', async () => {
  const user = await createUser(server);
  const phone = await cookieOf(server, user);
  const laptop = await cookieOf(server, user);
  await server.graphql(signOutMutation, {}, { cookie: phone });
  expect(await nameSeenBy(phone)).toBeUndefined();
  expect(await nameSeenBy(laptop)).toBe(user.username);
});

it('ends all sessions when the password changes, and starts a new one', async () => {
  const user = await createUser(server);
  const stranger = await createUser(server);
  const strangersCookie = await cookieOf(server, stranger);
  const phone = await cookieOf(server, user);
  const laptop = await cookieOf(server, user);
  const answer = await server.graphql(
    changePasswordMutation,
    { input: { currentPassword: password, newPassword: 'another password' } },
    { cookie: laptop },
  );
  expect(await nameSeenBy(phone)).toBeUndefined();
  expect(await nameSeenBy(laptop)).toBeUndefined();
  expect(await nameSeenBy(answer.cookie)).toBe(user.username);
  expect(await nameSeenBy(strangersCookie)).toBe(stranger.username);
  expect(await server.prisma.session.findMany({ where: { userId: user.id } })).toMatchObject([
    { id: hashOf(idIn(answer.cookie)) },
  ]);
});

it('refuses an expired session', async () => {
  const user = await createUser(server);
  const cookie = await cookieOf(server, user);
  const where = { id: hashOf(idIn(cookie)) };
  await server.prisma.session.update({ where, data: { expiresAt: new Date(Date.now() - 1000) } });
  expect(await nameSeenBy(cookie)).toBeUndefined();
});

it('prolongs a session after half of its time, and sends the cookie again', async () => {
  const user = await createUser(server);
  const cookie = await cookieOf(server, user);
  const where = { id: hashOf(idIn(cookie)) };
  const soon = new Date(Date.now() + 10 * 24 * 3600 * 1000);
  await server.prisma.session.update({ where, data: { expiresAt: soon } });
  const answer = await server.graphql(viewerQuery, {}, { cookie });
  expect(answer.cookie).toBe(cookie);
  const row = await server.prisma.session.findUniqueOrThrow({ where });
  expect(row.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3600 * 1000);
});

it('ends a session 90 days after sign-in, however active it is', async () => {
  const user = await createUser(server);
  const cookie = await cookieOf(server, user);
  const where = { id: hashOf(idIn(cookie)) };
  // The last session below lasts exactly as long as one may.
  const now = Date.now();
  const daysFromNow = (days: number) => new Date(now + days * 24 * 3600 * 1000);
  await server.prisma.session.update({
    where,
    data: { createdAt: daysFromNow(-80), expiresAt: daysFromNow(5) },
  });
  expect(await nameSeenBy(cookie)).toBe(user.username);
  const prolonged = await server.prisma.session.findUniqueOrThrow({ where });
  expect(prolonged.expiresAt).toEqual(
    new Date(prolonged.createdAt.getTime() + 90 * 24 * 3600 * 1000),
  );
  // From then on nothing is written and no cookie is sent.
  expect((await server.graphql(viewerQuery, {}, { cookie })).setCookies).toEqual([]);

  await server.prisma.session.update({
    where,
    data: { createdAt: daysFromNow(-91), expiresAt: daysFromNow(-1) },
  });
  expect(await nameSeenBy(cookie)).toBeUndefined();
  await expect(
    server.pool.query('UPDATE sessions SET expires_at = now() WHERE id = $1', [where.id]),
  ).rejects.toMatchObject({ constraint: 'sessions_absolute_end' });
});

it('ends sessions with their account', async () => {
  const user = await createUser(server);
  const cookie = await cookieOf(server, user);
  await server.prisma.user.delete({ where: { id: user.id } });
  expect(await nameSeenBy(cookie)).toBeUndefined();
  expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(0);
});
