import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import {
  deleteUserMutation,
  endUserSessionsMutation,
  updateUserMutation,
} from '#api/modules/accounts/admin/testing/operations.ts';
import {
  changePasswordMutation,
  signInMutation,
  signOutMutation,
  viewerQuery,
} from '#api/modules/accounts/testing/operations.ts';
import { inDepth } from '#api/testing/depth.ts';
import {
  cookieOf,
  createResort,
  createUser,
  listingData,
  password,
  signedInUser,
} from '#api/testing/factories.ts';
import { startHoldingProxy, type HoldingProxy } from '#api/testing/holdingProxy.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

/** Two processes on one database, each of which hears announcements through a proxy. */
let one: TestServer;
let other: TestServer;
const proxies = new Map<TestServer, HoldingProxy>();
/** A connection of neither. */
let outside: pg.Client;
let admin: { user: User; cookie: string };

async function start(database?: { url: string }): Promise<TestServer> {
  let proxy: HoldingProxy | undefined;
  const server = await startTestServer({
    ...(database && { database }),
    announcedAt: async (url) => (proxy = await startHoldingProxy(url)).url,
  });
  if (proxy) proxies.set(server, proxy);
  return server;
}

const proxyOf = (server: TestServer): HoldingProxy => {
  const proxy = proxies.get(server);
  if (!proxy) throw new Error('The server has no proxy');
  return proxy;
};

beforeAll(async () => {
  one = await start();
  other = await start({ url: one.databaseUrl });
  outside = new pg.Client({ connectionString: one.databaseUrl });
  await outside.connect();
  admin = await signedInUser(one, { role: 'admin' });
});

afterAll(async () => {
  await outside.end();
  await other.close();
  await one.close();
  for (const proxy of proxies.values()) proxy.close();
});

type Person = Awaited<ReturnType<typeof signedInUser>>;

const viewerSeen = async (server: TestServer, cookie: string | undefined) =>
  (await server.graphql(viewerQuery, {}, { cookie })).data?.viewer;

const marksSeen = async (server: TestServer, cookie: string) =>
  (
    await server.graphqlText<{
      viewer: { favoriteResortIds: string[]; unreadThreadCount: number };
    }>('{ viewer { favoriteResortIds unreadThreadCount } }', {}, { cookie })
  ).data?.viewer;

/** How many statements look up the session of a request that asks for the marks, too. */
async function lookUps(server: TestServer, cookie: string): Promise<number> {
  const answer = await server.graphqlText(
    '{ viewer { username favoriteResortIds } }',
    {},
    { cookie },
  );
  return server.sessionStatementsOf(answer.requestId).length;
}

const remember = (server: TestServer, cookie: string) =>
  expect.poll(() => lookUps(server, cookie)).toBe(0);

/** Someone whose session both processes remember. */
async function rememberedPerson(): Promise<Person> {
  const person = await signedInUser(one);
  await remember(one, person.cookie);
  await remember(other, person.cookie);
  return person;
}

const bySql =
  (sql: string) =>
  ({ user }: Person) =>
    outside.query(sql, [user.id]);

describe('a session that both processes remember is refused', () => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['a sign-out', ({ cookie }) => one.graphql(signOutMutation, {}, { cookie })],
    [
      'another sign-in in the same browser',
      ({ user, cookie }) =>
        one.graphql(signInMutation, { input: { identifier: user.username, password } }, { cookie }),
    ],
    [
      'a new password',
      ({ cookie }) =>
        one.graphql(
          changePasswordMutation,
          { input: { currentPassword: password, newPassword: 'another password' } },
          { cookie },
        ),
    ],
    [
      'an administrator who signs the person out',
      ({ user }) => one.graphql(endUserSessionsMutation, { input: { userId: user.id } }, admin),
    ],
    [
      'an administrator who gives another role',
      ({ user }) =>
        one.graphql(
          updateUserMutation,
          { input: { userId: user.id, role: 'ADMIN', password } },
          admin,
        ),
    ],
    [
      'an administrator who deletes the account',
      ({ user }) => one.graphql(deleteUserMutation, { input: { userId: user.id } }, admin),
    ],
    ['the end of all sessions of a person', ({ user }) => one.deps.sessions.endAll(user.id)],
  ])('after %s: by this process at once, by another once it hears of it', async (_what, end) => {
    const person = await rememberedPerson();
    // The process that made the change doesn't wait for its announcement.
    proxyOf(one).hold();
    try {
      await end(person);
      expect(await viewerSeen(one, person.cookie)).toBeNull();
    } finally {
      proxyOf(one).release();
    }
    await other.hearSessionChanges();
    expect(await viewerSeen(other, person.cookie)).toBeNull();
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['deletes it', bySql('DELETE FROM sessions WHERE user_id = $1')],
    [
      'lets it expire',
      bySql(`UPDATE sessions SET expires_at = now() - interval '1 second'
                              WHERE user_id = $1`),
    ],
    ['closes the account', bySql('UPDATE users SET closed_at = now() WHERE id = $1')],
    ['deletes the account', bySql('DELETE FROM users WHERE id = $1')],
    [
      'ends more sessions than fit into an announcement',
      async ({ user }) => {
        await outside.query(
          `INSERT INTO sessions (id, user_id, expires_at)
           SELECT md5(random()::text) || n, $1, now() + interval '1 day' FROM generate_series(1, 500) n`,
          [user.id],
        );
        await outside.query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
      },
    ],
  ])('after an SQL statement that %s', async (_what, end) => {
    const person = await rememberedPerson();
    await end(person);
    for (const server of [one, other]) {
      await server.hearSessionChanges();
      expect(await viewerSeen(server, person.cookie)).toBeNull();
    }
  });

  it('when it expires, though nothing is announced', async () => {
    const person = await signedInUser(one);
    // Not to be prolonged any more, so nothing but its end refuses it.
    await outside.query(
      `UPDATE sessions SET created_at = now() - interval '2160 hours' + interval '3 seconds',
                           expires_at = now() + interval '3 seconds' WHERE user_id = $1`,
      [person.user.id],
    );
    await one.hearSessionChanges();
    await expect.poll(() => viewerSeen(one, person.cookie)).toBeNull();
  });

  it('and all are after TRUNCATE', async () => {
    const person = await rememberedPerson();
    await outside.query('TRUNCATE sessions');
    for (const server of [one, other]) {
      await server.hearSessionChanges();
      expect(await viewerSeen(server, person.cookie)).toBeNull();
    }
    admin.cookie = await cookieOf(one, admin.user);
  });
});

describe('of an account that both processes remember', () => {
  beforeAll(async () => {
    await outside.query(
      `INSERT INTO users (id, username, email, password_hash, first_name, last_name, updated_at)
       SELECT gen_random_uuid(), 'crowd' || n, 'crowd' || n || '@example.com', password_hash, 'A', 'B', now()
       FROM users CROSS JOIN generate_series(1, 300) AS n WHERE id = $1`,
      [admin.user.id],
    );
  });

  it.each<[string, (person: Person) => Promise<unknown>, (user: User) => object]>([
    ['role', bySql("UPDATE users SET role = 'admin' WHERE id = $1"), () => ({ role: 'ADMIN' })],
    [
      'letter case of the username',
      bySql('UPDATE users SET username = upper(username::text)::citext WHERE id = $1'),
      ({ username }) => ({ username: username.toUpperCase() }),
    ],
    [
      'e-mail address',
      bySql("UPDATE users SET email = 'new-' || email WHERE id = $1"),
      ({ email }) => ({ email: `new-${email}` }),
    ],
    [
      'first name',
      bySql("UPDATE users SET first_name = 'Nina' WHERE id = $1"),
      () => ({ firstName: 'Nina' }),
    ],
    [
      'name, among more accounts than fit into an announcement',
      bySql("UPDATE users SET last_name = 'Vale' WHERE $1::uuid IS NOT NULL"),
      () => ({ lastName: 'Vale' }),
    ],
  ])('the %s is shown anew', async (_what, change, expected) => {
    const person = await rememberedPerson();
    await change(person);
    for (const server of [one, other]) {
      await server.hearSessionChanges();
      expect(await viewerSeen(server, person.cookie)).toMatchObject(expected(person.user));
    }
  });

  it('the account of a session is shown that is given to someone else', async () => {
    const person = await rememberedPerson();
    const heir = await createUser(one);
    await outside.query('UPDATE sessions SET user_id = $2 WHERE user_id = $1', [
      person.user.id,
      heir.id,
    ]);
    for (const server of [one, other]) {
      await server.hearSessionChanges();
      expect(await viewerSeen(server, person.cookie)).toMatchObject({ username: heir.username });
    }
  });
});

describe('marks that both processes remember', () => {
  const expectMarks = async (cookie: string, expected: object): Promise<void> => {
    for (const server of [one, other]) {
      await server.hearSessionChanges();
      expect(await marksSeen(server, cookie)).toMatchObject(expected);
      await remember(server, cookie);
    }
  };

  it('follow the favorites', async () => {
    const { user, cookie } = await rememberedPerson();
    const heir = await rememberedPerson();
    const { id } = await createResort(one);
    await outside.query('INSERT INTO favorites (user_id, resort_id) VALUES ($1, $2)', [
      user.id,
      id,
    ]);
    await expectMarks(cookie, { favoriteResortIds: [id] });
    await outside.query('UPDATE favorites SET user_id = $2 WHERE user_id = $1', [
      user.id,
      heir.user.id,
    ]);
    await expectMarks(cookie, { favoriteResortIds: [] });
    await expectMarks(heir.cookie, { favoriteResortIds: [id] });
    await outside.query('DELETE FROM resorts WHERE id = $1', [id]);
    await expectMarks(heir.cookie, { favoriteResortIds: [] });
  });

  it('follow the unread threads of both sides, and of the team', async () => {
    const traveler = await rememberedPerson();
    const owner = await rememberedPerson();
    await remember(one, admin.cookie);
    await remember(other, admin.cookie);
    const { id: resortId } = await createResort(one);
    const { id: providerId } = await one.prisma.inventoryProvider.create({
      data: { name: 'Weeks', kind: 'json_feed', address: 'https://weeks.example' },
    });
    const threadAbout = async (given: { ownerId: string } | { providerId: string }) => {
      const { id: listingId } = await one.prisma.listing.create({
        data: {
          ...listingData,
          resortId,
          ...('providerId' in given ? { ownerId: null, externalId: 'w1' } : {}),
          ...given,
        },
      });
      const at = new Date();
      const thread = await one.prisma.messageThread.create({
        data: {
          listingId,
          travelerId: traveler.user.id,
          lastNumber: 1,
          lastOfTraveler: 1,
          lastMessageAt: at,
          createdAt: at,
        },
      });
      return thread.id;
    };
    const update = (id: string, columns: string) =>
      outside.query(`UPDATE message_threads SET ${columns} WHERE id = $1`, [id]);

    const ownThread = await threadAbout({ ownerId: owner.user.id });
    await expectMarks(owner.cookie, { unreadThreadCount: 1 });
    await update(ownThread, 'read_by_owner = 1, last_of_owner = 2, last_number = 2');
    await expectMarks(owner.cookie, { unreadThreadCount: 0 });
    await expectMarks(traveler.cookie, { unreadThreadCount: 1 });
    await expectMarks(admin.cookie, { unreadThreadCount: 0 });

    const teamThread = await threadAbout({ providerId });
    await expectMarks(admin.cookie, { unreadThreadCount: 1 });
    await outside.query('DELETE FROM message_threads WHERE id = ANY ($1)', [
      [ownThread, teamThread],
    ]);
    await expectMarks(admin.cookie, { unreadThreadCount: 0 });
    await expectMarks(traveler.cookie, { unreadThreadCount: 0 });
  });
});

describe('while the connection for announcements', () => {
  interface Break {
    cut: () => unknown;
    mend: () => unknown;
  }
  const breaks: Record<string, (proxy: HoldingProxy) => Break> = {
    ends: (proxy) => ({ cut: () => proxy.cut('end'), mend: () => proxy.mend() }),
    'is reset': (proxy) => ({ cut: () => proxy.cut('reset'), mend: () => proxy.mend() }),
    'is ended by the database': (proxy) => ({
      cut: () =>
        outside.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'tideweek session_changed' AND datname = current_database()`,
        ),
      mend: () => proxy.release(),
    }),
    'is silent': (proxy) => ({ cut: () => proxy.hold(), mend: () => proxy.release() }),
  };
  const moments = ['before the end', 'between the end and its announcement', 'after it'] as const;
  const cases = Object.keys(breaks).flatMap((how) => moments.map((when) => [how, when] as const));

  it.each(cases)('%s, %s, no session that ended is accepted', async (how, when) => {
    const person = await rememberedPerson();
    const stranger = await rememberedPerson();
    const proxy = proxyOf(other);
    const { cut, mend } = breaks[how]!(proxy);
    try {
      if (when === 'before the end') await cut();
      if (when === 'between the end and its announcement') proxy.hold();
      await one.graphql(signOutMutation, {}, { cookie: person.cookie });
      expect(await viewerSeen(one, person.cookie)).toBeNull();
      if (when === 'after it') await other.hearSessionChanges();
      if (when !== 'before the end') await cut();
      await expect.poll(() => viewerSeen(other, person.cookie)).toBeNull();
    } finally {
      await mend();
    }
    await remember(other, stranger.cookie);
    expect(await viewerSeen(other, person.cookie)).toBeNull();
  });

  it('is away, each request reads the database, and is answered', async () => {
    const { user, cookie } = await rememberedPerson();
    const proxy = proxyOf(other);
    proxy.cut('end');
    try {
      await expect.poll(() => lookUps(other, cookie)).toBe(1);
      for (let round = 0; round < 5; round += 1) {
        expect(await lookUps(other, cookie)).toBe(1);
        expect(await viewerSeen(other, cookie)).toMatchObject({ username: user.username });
      }
    } finally {
      await proxy.mend();
    }
    await remember(other, cookie);
  });
});

describe('random changes by two processes, whose connections break,', () => {
  interface Known {
    cookie: string;
    storedId: string;
    user: { id: string };
    isOver: boolean;
  }
  const kinds = [
    'start',
    'start over',
    'end',
    'end',
    'end all',
    'end by SQL',
    'role',
    'look',
    'cut',
  ];
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.nat(1),
    who: fc.nat(),
  });

  it('leave no session accepted that ended, and no account as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        const servers = [one, other];
        const roles = new Map<string, 'user' | 'admin'>();
        const people = await Promise.all([createUser(one), createUser(one)]);
        for (const { id } of people) roles.set(id, 'user');
        const known: Known[] = [];
        const begin = async (server: TestServer, user: { id: string }, before?: Known) => {
          const origin = { userAgent: undefined, address: '::1', cookieHeader: before?.cookie };
          const cookie = (await server.deps.sessions.start(user.id, origin)).split(';', 1)[0] ?? '';
          const storedId = (await server.deps.sessions.find(cookie))?.storedId ?? '';
          known.push({ cookie, storedId, user, isOver: false });
        };
        for (const user of people) await begin(one, user);

        const check = async (server: TestServer): Promise<void> => {
          const seen = await Promise.all(
            known.map(({ cookie }, index) =>
              server.deps.sessions.find(cookie, { withMarks: index % 2 === 0 }),
            ),
          );
          expect(seen.map((session) => session?.viewer.role)).toEqual(
            known.map(({ isOver, user }) => (isOver ? undefined : roles.get(user.id))),
          );
        };

        const take = async (
          kind: string,
          server: TestServer,
          { cookie, storedId, user }: Known,
        ): Promise<void> => {
          const over = (isOver: (each: Known) => boolean): void => {
            for (const each of known.filter(isOver)) each.isOver = true;
          };
          if (kind === 'start') {
            await begin(server, user);
          } else if (kind === 'start over') {
            const before = known.find((each) => each.storedId === storedId);
            await begin(server, user, before);
            over((each) => each.storedId === storedId);
          } else if (kind === 'end') {
            await server.deps.sessions.end(storedId);
            over((each) => each.storedId === storedId);
          } else if (kind === 'end all') {
            await server.deps.sessions.endAll(user.id);
            over((each) => each.user.id === user.id);
          } else if (kind === 'end by SQL') {
            await outside.query('DELETE FROM sessions WHERE id = $1', [storedId]);
            over((each) => each.storedId === storedId);
            await server.hearSessionChanges();
          } else if (kind === 'role') {
            const role = roles.get(user.id) === 'admin' ? 'user' : 'admin';
            await server.prisma.user.update({ where: { id: user.id }, data: { role } });
            roles.set(user.id, role);
          } else if (kind === 'cut') {
            proxyOf(server).cut(cookie < 'tideweek=i' ? 'end' : 'reset');
            await proxyOf(server).mend();
          }
        };

        for (const { kind, at, who } of steps) {
          const server = servers[at] ?? one;
          const picked = known[who % known.length];
          if (!picked) continue;
          // Under way while the change is made: what they find may be old, and must not last.
          const early = servers.flatMap((each) =>
            known.map(({ cookie }) => each.deps.sessions.find(cookie, { withMarks: true })),
          );
          await take(kind, server, picked);
          await check(server);
          await Promise.all(early);
          await check(server);
          for (const each of servers) {
            await each.hearSessionChanges();
            await check(each);
          }
        }
      }),
      { numRuns: inDepth(2, 200) },
    );
  });
});

it('reads nothing for the session of a second request', async () => {
  const { cookie } = await signedInUser(one);
  await remember(one, cookie);
  const before = one.deps.sessions.memory();
  await expect
    .poll(async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => one.rest('GET', '/api/users/me', undefined, { cookie })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.flatMap(({ requestId }) => one.sessionStatementsOf(requestId)).length;
    })
    .toBe(0);
  expect(one.deps.sessions.memory().hits).toBeGreaterThanOrEqual(before.hits + 20);
});

it('is measured in /metrics', async () => {
  const { cookie } = await signedInUser(one);
  // What is remembered is forgotten when the connection is slow.
  await expect
    .poll(async () => {
      await remember(one, cookie);
      const { text } = await one.send('/metrics');
      return ['hits_total', 'misses_total', 'forgotten_total', 'bytes'].filter((figure) =>
        new RegExp(`^session_memory_${figure} [1-9]\\d*$`, 'm').test(text),
      );
    })
    .toHaveLength(4);
});
