import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import {
  cookieOf,
  createBooking,
  createListing,
  createResort,
  createSavedSearch,
  createUser,
  password,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  addUserMutation,
  deleteUserMutation,
  endUserSessionsMutation,
  updateUserMutation,
  usersQuery,
} from './testing/operations.ts';

let server: TestServer;
let admin: { user: User; cookie: string };

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('TRUNCATE users CASCADE');
  admin = await signedInUser(server, { role: 'admin', username: 'boss', createdAt: day(1) });
});

const day = (number: number): Date => new Date(Date.UTC(2025, 0, number));

const as = (person = admin) => ({ cookie: person.cookie });

const update = async (input: object, person = admin) => {
  const answer = await server.graphql(
    updateUserMutation,
    { input: input as { userId: string } },
    as(person),
  );
  expect(answer.errors).toEqual([]);
  return answer.data?.updateUser;
};

const remove = async (userId: string, version?: number, person = admin) => {
  const answer = await server.graphql(
    deleteUserMutation,
    { input: { userId, version: version ?? null } },
    as(person),
  );
  expect(answer.errors).toEqual([]);
  return answer.data?.deleteUser;
};

const list = async (variables: object = {}) => {
  const answer = await server.graphql(usersQuery, { sort: 'NEWEST', ...variables }, as());
  expect(answer.errors).toEqual([]);
  const users = answer.data?.users;
  return {
    names: (users?.edges ?? []).map(({ node }) => node.username),
    nodes: (users?.edges ?? []).map(({ node }) => node),
    count: users?.totalCount,
    page: users?.pageInfo,
  };
};

const audit = async () =>
  (
    await server.pool.query<{ action: string }>(
      'SELECT action, actor_name, subject_id, before, after FROM audit_entries ORDER BY id DESC LIMIT 1',
    )
  ).rows[0];

const fetchUser = (id: string) => server.prisma.user.findUnique({ where: { id } });

describe('the list', () => {
  it('finds words of name, username and address, ignoring accents and case', async () => {
    await createUser(server, { username: 'zoe', firstName: 'Zoë', lastName: "O'Brien" });
    await createUser(server, { username: 'sea.fan', email: 'zo%e@harbour_house.example' });
    await createUser(server, { username: 'other', email: 'other@example.com' });
    expect((await list({ search: 'ZOE' })).names).toEqual(['zoe']);
    expect((await list({ search: 'obrien zoe' })).names).toEqual(['zoe']);
    expect((await list({ search: 'o’brien' })).names).toEqual(['zoe']);
    expect((await list({ search: 'harbour' })).names).toEqual(['sea.fan']);
    expect((await list({ search: 'rbour_h' })).names).toEqual(['sea.fan']);
    expect((await list({ search: 'o%e' })).names).toEqual(['sea.fan']);
    expect((await list({ search: 'zo' })).names).toEqual(['sea.fan', 'zoe']);
    // A short word matches only at the start of a word: "oe" is in the middle of "zoe".
    expect((await list({ search: 'oe' })).names).toEqual([]);
    expect((await list({ search: '\\' })).names).toEqual([]);
    expect((await list({ search: '  ' })).names).toHaveLength(4);
    expect((await list({ search: 'nobody' })).count).toEqual({ value: 0, isCapped: false });
  });

  it('finds an account by its id', async () => {
    const { id } = await createUser(server, { username: 'zoe' });
    await createUser(server);
    for (const search of [id, id.toUpperCase(), `${id} zo`]) {
      expect((await list({ search })).names, search).toEqual(['zoe']);
    }
    expect((await list({ search: `${id} other` })).names).toEqual([]);
    expect((await list({ search: randomUUID() })).names).toEqual([]);
  });

  it('filters by role and sorts by each column in both directions', async () => {
    await createUser(server, {
      username: 'Bea',
      email: 'z@example.com',
      firstName: 'Émile',
      lastName: 'Zola',
      createdAt: day(3),
    });
    await createUser(server, {
      username: 'adam',
      email: 'a@example.com',
      firstName: 'eva',
      lastName: 'Lund',
      createdAt: day(2),
    });
    expect((await list({ role: 'ADMIN' })).names).toEqual(['boss']);
    const roles = { role: 'USER' };
    expect((await list(roles)).names).toEqual(['Bea', 'adam']);
    expect((await list({ ...roles, sort: 'OLDEST' })).names).toEqual(['adam', 'Bea']);
    expect((await list({ ...roles, sort: 'NAME' })).names).toEqual(['Bea', 'adam']);
    expect((await list({ ...roles, sort: 'NAME_DESCENDING' })).names).toEqual(['adam', 'Bea']);
    expect((await list({ ...roles, sort: 'USERNAME' })).names).toEqual(['adam', 'Bea']);
    expect((await list({ ...roles, sort: 'USERNAME_DESCENDING' })).names).toEqual(['Bea', 'adam']);
    expect((await list({ ...roles, sort: 'EMAIL' })).names).toEqual(['adam', 'Bea']);
    expect((await list({ ...roles, sort: 'EMAIL_DESCENDING' })).names).toEqual(['Bea', 'adam']);
  });

  it.each(['NEWEST', 'OLDEST', 'NAME', 'NAME_DESCENDING', 'USERNAME', 'EMAIL_DESCENDING'])(
    'by %s has each account once, forwards and backwards',
    async (sort) => {
      for (let index = 0; index < 9; index += 1) {
        // Equal names and instants, which the id orders.
        await createUser(server, { createdAt: day(5) });
      }
      const whole = (await list({ sort, first: 100 })).names;
      expect(new Set(whole).size).toBe(10);
      for (const search of [null, 'example']) {
        const pages: string[][] = [];
        let after: string | null | undefined;
        do {
          const { names, page } = await list({ sort, search, first: 4, after });
          pages.push(names);
          expect(page?.hasPreviousPage).toBe(after !== undefined);
          after = page?.hasNextPage ? page.endCursor : null;
        } while (after);
        expect(pages.flat()).toEqual(whole);
        expect(pages).toHaveLength(3);
        const last = await list({ sort, search, last: 2 });
        expect(last.names).toEqual(whole.slice(-2));
        const before = last.page?.startCursor;
        expect((await list({ sort, search, last: 4, before })).names).toEqual(whole.slice(-6, -2));
      }
    },
  );

  it('is also in order beyond the count', async () => {
    await server.pool.query(`
      INSERT INTO users (id, username, email, password_hash, first_name, last_name)
      SELECT gen_random_uuid(), 'many' || n, 'many' || n || '@example.com', '$argon2id$x', 'Many', lpad(n::text, 5, '0')
      FROM generate_series(1, 1200) AS n`);
    const { names, count } = await list({ search: 'many', sort: 'NAME_DESCENDING', first: 3 });
    expect(names).toEqual(['many1200', 'many1199', 'many1198']);
    expect(count).toEqual({ value: 1000, isCapped: true });
    expect((await list({ search: 'many 0119', sort: 'NAME', first: 3 })).names).toEqual([
      'many119',
      'many1190',
      'many1191',
    ]);
  });

  it('shows what depends on an account, and leaves out closed accounts', async () => {
    const { user } = await signedInUser(server);
    const { id: resortId } = await createResort(server);
    await createBooking(server, { resortId, userId: user.id });
    await createListing(server, { resortId, ownerId: user.id });
    await createUser(server, { closedAt: new Date() });
    const { nodes } = await list({ role: 'USER' });
    expect(nodes).toMatchObject([
      { databaseId: user.id, administration: { version: 1, bookings: 1, listings: 1 } },
    ]);
  });

  it('refuses invalid arguments', async () => {
    const refused = async (variables: object) =>
      (await server.graphql(usersQuery, { sort: 'NEWEST', ...variables }, as())).errors[0]?.message;
    expect(await refused({ search: 'x'.repeat(201) })).toBe(
      'The search may have at most 200 characters',
    );
    expect(await refused({ first: 101 })).toBe('first must be 0 to 100');
    expect(await refused({ after: 'abc' })).toBe(
      'The cursor in after does not belong to this list',
    );
    const { page } = await list();
    expect(await refused({ sort: 'NAME', after: page?.startCursor })).toBe(
      'The cursor in after does not belong to this list',
    );
  });
});

describe('GET /api/admin/users', () => {
  it('returns the documented fields and the URL of the next page', async () => {
    await createUser(server, { createdAt: day(0), username: 'elder' });
    const answer = await server.rest('GET', '/api/admin/users?limit=1', undefined, as());
    expect(answer.body).toEqual([
      {
        id: admin.user.id,
        username: 'boss',
        email: admin.user.email,
        firstName: 'Mina',
        lastName: 'Ortega',
        role: 'admin',
        createdAt: day(1).toISOString(),
        version: 1,
      },
    ]);
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    const second = await server.rest<{ username: string }[]>('GET', next, undefined, as());
    expect(second.body.map(({ username }) => username)).toEqual(['elder']);
    expect(second.headers.get('link')).toBeNull();
    const found = await server.rest<unknown[]>(
      'GET',
      '/api/admin/users?q=elder&role=user&sort=NAME',
      undefined,
      as(),
    );
    expect(found.body).toHaveLength(1);
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['role=owner', "Role must be 'user' or 'admin'"],
    ['sort=AGE', 'sort must be one of NEWEST, OLDEST, NAME'],
  ])('refuses %s', async (query, message) => {
    const answer = await server.rest('GET', `/api/admin/users?${query}`, undefined, as());
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });
});

describe('adding', () => {
  const wanted = {
    username: 'newcomer',
    email: 'new@example.com',
    password,
    firstName: 'Ada',
    lastName: 'Byron',
    role: 'USER' as const,
  };
  const add = async (given: object = {}) =>
    (await server.graphql(addUserMutation, { input: { ...wanted, ...given } }, as())).data?.addUser;

  it('creates an account, sends a link and writes an audit entry', async () => {
    expect(await add()).toMatchObject({
      __typename: 'AddUserPayload',
      user: { role: 'USER', administration: { version: 1 } },
    });
    const user = await server.prisma.user.findUniqueOrThrow({ where: { username: 'newcomer' } });
    expect(await audit()).toEqual({
      action: 'user.add',
      actor_name: 'boss',
      subject_id: user.id,
      before: null,
      after: {
        username: 'newcomer',
        email: 'new@example.com',
        role: 'user',
        firstName: 'Ada',
        lastName: 'Byron',
      },
    });
    expect(
      await server.prisma.outgoingMail.count({ where: { toAddress: 'new@example.com' } }),
    ).toBe(1);
    const login = { identifier: 'newcomer', password };
    expect((await server.rest('POST', '/api/users/login', login)).status).toBe(200);
  });

  it('makes no administrator, whose address nobody has verified', async () => {
    const message =
      'The email is not verified yet. An account becomes an administrator after its email is verified';
    expect(await add({ role: 'ADMIN' })).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'role', message }],
    });
    const body = { ...wanted, role: 'admin' };
    const answer = await server.rest('POST', '/api/users/register', body, as());
    expect([answer.status, answer.text]).toEqual([400, message]);
    expect(await server.prisma.user.count()).toBe(1);
  });

  it('works by REST', async () => {
    const body = { ...wanted, role: 'user', confirmPassword: password };
    const answer = await server.rest('POST', '/api/users/register', body, as());
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ firstName: 'Ada', role: 'user' });
    expect((await audit())?.action).toBe('user.add');
  });

  it.each([
    [{ username: ' ' }, 'username', 'Username is required'],
    [{ username: 'ab' }, 'username', 'Username must have at least 3 characters'],
    [{ email: 'nobody' }, 'email', 'Email must be an address such as name@example.com'],
    [{ password: 'short' }, 'password', 'Password must have at least 8 characters'],
    [{ firstName: '' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
  ])('refuses %j', async (given, field, message) => {
    expect(await add(given)).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field, message }],
    });
    expect(await server.prisma.user.count()).toBe(1);
  });

  it('refuses a taken username or address, case-insensitively', async () => {
    await createUser(server, { username: 'Taken', email: 'taken@example.com' });
    expect(await add({ username: 'tAKEN', email: 'TAKEN@example.com' })).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [
        { field: 'username', message: 'This username is already taken' },
        { field: 'email', message: 'There is already an account with this email' },
      ],
    });
  });
});

describe('editing', () => {
  it('changes the given fields only, and writes an audit entry', async () => {
    const { user, cookie } = await signedInUser(server);
    expect(await update({ userId: user.id, version: 1, firstName: 'Nina' })).toMatchObject({
      __typename: 'UpdateUserPayload',
      user: {
        firstName: 'Nina',
        lastName: 'Ortega',
        username: user.username,
        administration: { version: 2 },
      },
    });
    expect(await audit()).toEqual({
      action: 'user.update',
      actor_name: 'boss',
      subject_id: user.id,
      before: { firstName: 'Mina' },
      after: { firstName: 'Nina' },
    });
    // Neither role nor password changed.
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(200);
    await update({ userId: user.id, version: 2, firstName: 'Nina' });
    expect(await server.prisma.auditEntry.count({ where: { subjectId: user.id } })).toBe(1);
  });

  it('ends the sessions of someone whose role changes', async () => {
    const { user, cookie } = await signedInUser(server);
    expect(await update({ userId: user.id, role: 'ADMIN', password })).toMatchObject({
      user: { role: 'ADMIN' },
    });
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(401);
    expect((await audit())?.action).toBe('user.update');
  });

  it('requires a new address to be verified, and notifies the old one', async () => {
    const { user } = await signedInUser(server, { emailVerifiedAt: new Date() });
    await server.prisma.secretLink.create({
      data: {
        id: '0'.repeat(64),
        userId: user.id,
        purpose: 'reset_password',
        email: user.email,
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    expect(await update({ userId: user.id, email: 'moved@example.com', password })).toMatchObject({
      user: { email: 'moved@example.com', emailVerified: false },
    });
    const mails = await server.prisma.outgoingMail.findMany({
      where: { toAddress: { in: [user.email, 'moved@example.com'] } },
      orderBy: { template: 'asc' },
    });
    expect(mails.map(({ template, toAddress }) => [template, toAddress])).toEqual([
      ['emailChanged', user.email],
      ['verifyEmail', 'moved@example.com'],
    ]);
    const links = await server.prisma.secretLink.findMany({ where: { userId: user.id } });
    expect(links.map(({ purpose, email }) => [purpose, email])).toEqual([
      ['verify_email', 'moved@example.com'],
    ]);
  });

  it('refuses the second of two concurrent changes, and overwrites nothing', async () => {
    const second = await signedInUser(server, { role: 'admin' });
    const { user } = await signedInUser(server);
    const both = await Promise.all([
      update({ userId: user.id, version: 1, firstName: 'First' }),
      update({ userId: user.id, version: 1, lastName: 'Second' }, second),
    ]);
    expect(both.map((result) => result?.__typename).sort()).toEqual([
      'ConflictError',
      'UpdateUserPayload',
    ]);
    expect(both.find((result) => result?.__typename === 'ConflictError')).toMatchObject({
      fieldErrors: [
        {
          field: 'version',
          message: 'This user has changed since you opened the list. Load it again',
        },
      ],
    });
    const stored = await fetchUser(user.id);
    expect([stored?.firstName === 'First', stored?.lastName === 'Second']).toContain(false);
    expect(stored?.version).toBe(2);
  });

  it('refuses taken names, naming the fields', async () => {
    const taken = await createUser(server);
    const user = await createUser(server);
    const result = await update({
      userId: user.id,
      username: taken.username.toUpperCase(),
      email: taken.email,
      password,
    });
    expect(result).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [
        { field: 'username', message: 'This username is already taken' },
        { field: 'email', message: 'There is already an account with this email' },
      ],
    });
    expect(await fetchUser(user.id)).toEqual(user);
    // The own name in another case is allowed.
    expect(await update({ userId: user.id, username: user.username.toUpperCase() })).toMatchObject({
      __typename: 'UpdateUserPayload',
    });
  });

  it('never demotes the last administrator, even when two demote each other concurrently', async () => {
    expect(await update({ userId: admin.user.id, role: 'USER' })).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [
        {
          field: 'role',
          message: 'This is the last administrator. Make someone else an administrator first',
        },
      ],
    });
    const others = await Promise.all(
      Array.from({ length: 3 }, () => signedInUser(server, { role: 'admin' })),
    );
    const all = [admin, ...others];
    await Promise.all(
      all.map(({ cookie }, index) =>
        server.graphql(
          updateUserMutation,
          { input: { userId: all[(index + 1) % all.length]?.user.id ?? '', role: 'USER' } },
          { cookie },
        ),
      ),
    );
    expect(await server.prisma.user.count({ where: { role: 'admin' } })).toBeGreaterThan(0);
  });

  it.each([
    [{ username: '' }, 'username', 'Username is required'],
    [{ username: 'a b c' }, 'username', 'Username may have letters, digits, dots, dashes'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '<b>' }, 'lastName', 'Last name has a character that is not allowed'],
  ])('refuses %j', async (given, field, message) => {
    const { user } = await signedInUser(server);
    expect(await update({ userId: user.id, ...given })).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field, message: expect.stringContaining(message) as string }],
    });
    expect(await fetchUser(user.id)).toEqual(user);
  });

  it('works by PATCH', async () => {
    const { user } = await signedInUser(server);
    const path = `/api/admin/users/${user.id}`;
    const body = { username: 'renamed', email: user.email, firstName: 'A', lastName: 'B' };
    const answer = await server.rest('PATCH', path, { ...body, role: 'admin', password }, as());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...body, role: 'admin', id: user.id });
    expect(answer.text).not.toContain('argon2');
    const bad = await server.rest('PATCH', path, { role: 'owner' }, as());
    expect([bad.status, bad.text]).toEqual([400, "Role must be 'user' or 'admin'"]);
    const late = await server.rest('PATCH', path, { version: 1, firstName: 'C' }, as());
    expect(late.status).toBe(409);
    for (const id of ['1', crypto.randomUUID()]) {
      const none = await server.rest('PATCH', `/api/admin/users/${id}`, {}, as());
      expect([none.status, none.text]).toEqual([404, 'User not found']);
    }
  });

  it('stores nothing when the audit entry cannot be written', async () => {
    const { user, cookie } = await signedInUser(server, { role: 'admin' });
    await server.pool.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT fault CHECK (action <> 'user.update') NOT VALID`,
    );
    try {
      const answer = await server.graphql(
        updateUserMutation,
        { input: { userId: user.id, role: 'USER', email: 'lost@example.com', password } },
        as(),
      );
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
    } finally {
      await server.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT fault');
    }
    expect(await fetchUser(user.id)).toEqual(user);
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(200);
    expect(
      await server.prisma.outgoingMail.count({ where: { toAddress: 'lost@example.com' } }),
    ).toBe(0);
  });

  it('makes nobody an administrator whose address is not verified', async () => {
    const unverified = await createUser(server, { emailVerifiedAt: null });
    const verified = await createUser(server);
    const refusal = {
      __typename: 'InvalidInputError',
      fieldErrors: [
        { field: 'role', message: expect.stringContaining('is not verified yet') as string },
      ],
    };
    expect(await update({ userId: unverified.id, role: 'ADMIN' })).toMatchObject(refusal);
    const moved = { userId: verified.id, role: 'ADMIN', email: 'other@example.com' };
    expect(await update(moved)).toMatchObject(refusal);
    const path = `/api/admin/users/${unverified.id}`;
    expect((await server.rest('PATCH', path, { role: 'admin' }, as())).status).toBe(400);
    expect(await fetchUser(unverified.id)).toEqual(unverified);
    expect(await fetchUser(verified.id)).toEqual(verified);
    const others = { firstName: 'Nina', role: 'user' };
    expect((await server.rest('PATCH', path, others, as())).status).toBe(200);
    expect(await update({ userId: verified.id, role: 'ADMIN', password })).toMatchObject({
      user: { role: 'ADMIN' },
    });
  });

  it('needs the own password to make an administrator, and for what anyone signs in with', async () => {
    const [member, promoted] = [await createUser(server), await createUser(server)];
    const other = await createUser(server, { role: 'admin' });
    const changes = [
      { userId: member.id, email: 'taken.over@example.com' },
      { userId: member.id, username: 'taken.over' },
      { userId: promoted.id, role: 'ADMIN' },
      { userId: other.id, email: 'taken.over.too@example.com' },
      { userId: other.id, username: 'taken.over.too' },
      { userId: admin.user.id, email: 'taken.over@example.com' },
    ];
    for (const change of changes) {
      expect(await update(change), JSON.stringify(change)).toMatchObject({
        __typename: 'InvalidInputError',
        fieldErrors: [
          { field: 'password', message: expect.stringContaining('Enter your password') as string },
        ],
      });
      expect(await update({ ...change, password: 'a guess' })).toMatchObject({
        __typename: 'InvalidCredentialsError',
        message: 'The password is not right',
      });
      const { userId, ...body } = change;
      const restBody = 'role' in body ? { role: 'admin' } : body;
      const answer = await server.rest('PATCH', `/api/admin/users/${userId}`, restBody, as());
      expect(answer.status).toBe(400);
    }
    for (const user of [member, promoted, other, admin.user]) {
      expect(await fetchUser(user.id)).toEqual(user);
    }
    for (const change of changes.slice(0, -1)) {
      expect(await update({ ...change, password })).toMatchObject({
        __typename: 'UpdateUserPayload',
      });
    }
    const others = { username: 'Taken.Over', lastName: 'Berg', role: 'USER' };
    expect(await update({ userId: member.id, ...others })).toMatchObject({
      __typename: 'UpdateUserPayload',
    });
  });
});

describe('signing someone out', () => {
  const signOut = (userId: string, cookie: string) =>
    server.graphql(endUserSessionsMutation, { input: { userId } }, { cookie });

  it('ends all their sessions and writes an audit entry', async () => {
    const { user, cookie } = await signedInUser(server);
    await cookieOf(server, user);
    const other = await signedInUser(server);
    expect((await signOut(user.id, admin.cookie)).data?.endUserSessions).toEqual({
      __typename: 'EndUserSessionsPayload',
      ended: 2,
      user: { username: user.username },
    });
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(401);
    expect(await server.prisma.session.count({ where: { userId: other.user.id } })).toBe(1);
    expect(await audit()).toMatchObject({
      action: 'user.endSessions',
      subject_id: user.id,
      after: { sessionsEnded: 2 },
    });
  });

  it('is refused for oneself and for unknown users', async () => {
    expect((await signOut(admin.user.id, admin.cookie)).data?.endUserSessions).toMatchObject({
      __typename: 'ForbiddenError',
    });
    expect((await signOut(randomUUID(), admin.cookie)).data?.endUserSessions).toMatchObject({
      __typename: 'NotFoundError',
    });
  });
});

describe('deleting', () => {
  it('deletes everything about a person without bookings and listings', async () => {
    const { user, cookie } = await signedInUser(server);
    await createSavedSearch(server, { userId: user.id });
    expect(await remove(user.id, 1)).toMatchObject({
      __typename: 'DeleteUserPayload',
      isDeactivated: false,
    });
    expect(await fetchUser(user.id)).toBeNull();
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(401);
    expect(await audit()).toMatchObject({
      action: 'user.delete',
      subject_id: user.id,
      before: { username: user.username, role: 'user' },
    });
  });

  it('deactivates and anonymizes a person with bookings or listings', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id: resortId } = await createResort(server);
    await createBooking(server, { resortId, userId: user.id });
    const listing = await createListing(server, { resortId, ownerId: user.id });
    expect(await remove(user.id)).toMatchObject({ isDeactivated: true });
    expect(await fetchUser(user.id)).toMatchObject({
      firstName: 'Former',
      lastName: 'member',
      username: `former-${user.id}`,
      email: `former-${user.id}@closed.invalid`,
      role: 'user',
      closedAt: expect.any(Date) as Date,
    });
    expect(await server.prisma.booking.count({ where: { userId: user.id } })).toBe(1);
    expect(await server.prisma.listing.findUnique({ where: { id: listing.id } })).toMatchObject({
      isActive: false,
    });
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(401);
    const login = { identifier: user.username, password };
    expect((await server.rest('POST', '/api/users/login', login)).status).toBe(401);
    expect((await list()).names).toEqual(['boss']);
    expect(await audit()).toMatchObject({ action: 'user.deactivate' });
    const text = JSON.stringify(await server.pool.query('SELECT * FROM audit_entries'));
    expect(text).not.toContain(user.email);
    expect(await remove(user.id)).toMatchObject({ __typename: 'NotFoundError' });
  });

  it('refuses one’s own account, also with the id in capitals', async () => {
    await signedInUser(server, { role: 'admin' });
    for (const id of [admin.user.id, admin.user.id.toUpperCase()]) {
      expect(await remove(id)).toMatchObject({
        __typename: 'ForbiddenError',
        message: 'You cannot delete your own account here',
      });
      const answer = await server.rest('DELETE', `/api/admin/users/${id}`, undefined, as());
      expect([answer.status, answer.text]).toEqual([
        403,
        'You cannot delete your own account here',
      ]);
    }
    expect(await fetchUser(admin.user.id)).not.toBeNull();
  });

  it('keeps one administrator when all delete each other concurrently', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => signedInUser(server, { role: 'admin' })),
    );
    const all = [admin, ...others];
    const answers = await Promise.all(
      all.map(({ cookie }, index) =>
        server.rest(
          'DELETE',
          `/api/admin/users/${all[(index + 1) % all.length]?.user.id}`,
          undefined,
          { cookie },
        ),
      ),
    );
    const left = await server.prisma.user.count({ where: { role: 'admin' } });
    expect(left).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4 - left);
  });

  it('refuses an outdated version, and an account that was already deleted', async () => {
    const { user } = await signedInUser(server);
    await update({ userId: user.id, version: 1, role: 'ADMIN', password });
    expect(await remove(user.id, 1)).toMatchObject({ __typename: 'ConflictError' });
    expect(await remove(user.id, 2)).toMatchObject({ __typename: 'DeleteUserPayload' });
    expect(await remove(user.id, 2)).toMatchObject({
      __typename: 'NotFoundError',
      message: 'User not found',
    });
  });

  it('works by DELETE', async () => {
    const { user } = await signedInUser(server);
    const path = `/api/admin/users/${user.id}`;
    const answer = await server.rest('DELETE', path, undefined, as());
    expect([answer.status, answer.body]).toEqual([200, { id: user.id, deactivated: false }]);
    expect((await server.rest('DELETE', path, undefined, as())).status).toBe(404);
  });

  it('deletes nothing when a step fails', async () => {
    const { user, cookie } = await signedInUser(server);
    await createSavedSearch(server, { userId: user.id });
    await server.pool.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT fault CHECK (action <> 'user.delete') NOT VALID`,
    );
    try {
      const answer = await server.rest('DELETE', `/api/admin/users/${user.id}`, undefined, as());
      expect(answer.status).toBe(500);
    } finally {
      await server.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT fault');
    }
    expect(await fetchUser(user.id)).toEqual(user);
    expect(await server.prisma.savedSearch.count({ where: { userId: user.id } })).toBe(1);
    expect((await server.rest('GET', '/api/users/me', undefined, { cookie })).status).toBe(200);
  });
});
