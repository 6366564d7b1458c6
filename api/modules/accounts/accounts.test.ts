import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, password } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  changePasswordMutation,
  signInMutation,
  signOutMutation,
  signUpMutation,
  viewerQuery,
} from './testing/operations.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

let count = 0;

/** The fields of a registration; each call is another person. */
function form() {
  count += 1;
  return {
    username: `Guest-${count}`,
    email: `Guest-${count}@example.com`,
    password: 'a long password',
    firstName: ' Ada ',
    lastName: 'Byron',
  };
}

const signUp = (input: ReturnType<typeof form> & { idempotencyKey?: string }) =>
  server.graphql(signUpMutation, { input });

/** Fields and messages of a registration that GraphQL refuses. */
async function complaints(change: Partial<ReturnType<typeof form>>): Promise<string[]> {
  const answer = await signUp({ ...form(), ...change });
  const result = answer.data?.signUp;
  return result && 'fieldErrors' in result
    ? result.fieldErrors.map(({ field, message }) => `${field}: ${message}`)
    : [`nothing, but ${answer.text}`];
}

const rowsNamed = (username: string) =>
  server.prisma.user.findMany({ where: { username }, include: { sessions: true } });

describe('registering', () => {
  it('creates an account with an argon2id hash and signs it in', async () => {
    const input = form();
    const answer = await signUp(input);
    expect(answer.data?.signUp).toMatchObject({
      __typename: 'SignUpPayload',
      user: {
        username: input.username,
        email: input.email,
        firstName: 'Ada',
        lastName: 'Byron',
        role: 'USER',
      },
    });
    const [row] = await rowsNamed(input.username);
    expect(row).toMatchObject({ username: input.username, firstName: 'Ada', role: 'user' });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row?.sessions).toHaveLength(1);
    expect(answer.text).not.toContain('argon2');

    const viewer = await server.graphql(viewerQuery, {}, { cookie: answer.cookie });
    expect(viewer.data?.viewer?.username).toBe(input.username);
  });

  it('works by REST', async () => {
    const input = form();
    const answer = await server.rest('POST', '/api/users/register', input);
    expect(answer.status).toBe(201);
    const [row] = await rowsNamed(input.username);
    expect(answer.body).toEqual({
      id: row?.id,
      username: input.username,
      email: input.email,
      firstName: 'Ada',
      lastName: 'Byron',
      role: 'user',
      createdAt: row?.createdAt.toISOString(),
    });
    const me = await server.rest('GET', '/api/users/me', undefined, { cookie: answer.cookie });
    expect(me.body).toEqual(answer.body);
  });

  it.each([
    [{ username: '  ' }, ['username: Username is required']],
    [{ username: 'ab' }, ['username: Username must have at least 3 characters']],
    [{ username: 'a'.repeat(31) }, ['username: Username may have at most 30 characters']],
    [
      { username: 'a@example.com' },
      ['username: Username may have letters, digits, dots, dashes and underscores'],
    ],
    [{ email: '' }, ['email: Email is required']],
    [{ email: 'nobody' }, ['email: Email must be an address such as name@example.com']],
    [{ email: `${'a'.repeat(250)}@example.com` }, ['email: Email may have at most 254 characters']],
    [{ password: '' }, ['password: Password is required']],
    [{ password: 'short' }, ['password: Password must have at least 8 characters']],
    [{ password: 'x'.repeat(201) }, ['password: Password may have at most 200 characters']],
    [{ firstName: '' }, ['firstName: First name is required']],
    [{ firstName: 'x'.repeat(81) }, ['firstName: First name may have at most 80 characters']],
    [{ lastName: ' ' }, ['lastName: Last name is required']],
    [
      { lastName: 'Byron 202-555-0173' },
      [
        'lastName: Take out "202-555-0173". Contact details stay private until a booking is confirmed',
      ],
    ],
    [{ lastName: '<b>' }, ['lastName: Last name has a character that is not allowed']],
    [{ lastName: 'By\u0000ron' }, ['lastName: lastName has a character that is not allowed']],
    [
      { username: '', email: 'x', password: '1' },
      [
        'username: Username is required',
        'email: Email must be an address such as name@example.com',
        'password: Password must have at least 8 characters',
      ],
    ],
  ])('refuses %j, naming each field, and stores nothing', async (change, messages) => {
    const before = await server.prisma.user.count();
    expect(await complaints(change)).toEqual(messages);
    const rest = await server.rest('POST', '/api/users/register', { ...form(), ...change });
    expect([rest.status, rest.text]).toEqual([
      400,
      messages.map((message) => message.replace(/^\w+: /, '')).join('; '),
    ]);
    expect(rest.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await server.prisma.user.count()).toBe(before);
  });

  it.each([
    [{}, 'Username is required; Email is required; Password is required'],
    [{ username: 7 }, 'Username is required'],
    ['a text', 'The body must be a JSON object'],
    [[1], 'The body must be a JSON object'],
  ])('answers 400 to the body %j', async (body, message) => {
    const answer = await server.rest('POST', '/api/users/register', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  it('checks the repeated password if it is sent', async () => {
    const input = form();
    const wrong = await server.rest('POST', '/api/users/register', {
      ...input,
      confirmPassword: 'another',
    });
    expect([wrong.status, wrong.text]).toEqual([400, "Passwords don't match"]);
    expect(await rowsNamed(input.username)).toEqual([]);
    const right = await server.rest('POST', '/api/users/register', {
      ...input,
      confirmPassword: input.password,
    });
    expect(right.status).toBe(201);
  });

  it('refuses a taken username or e-mail address, case-insensitively', async () => {
    const input = form();
    await signUp(input);
    const taken = 'This username is already taken';
    const known = 'There is already an account with this email';
    expect(await complaints({ username: input.username.toUpperCase() })).toEqual([
      `username: ${taken}`,
    ]);
    expect(await complaints({ email: input.email.toLowerCase() })).toEqual([`email: ${known}`]);
    expect(await complaints({ username: input.username, email: input.email })).toEqual([
      `username: ${taken}`,
      `email: ${known}`,
    ]);
    const rest = await server.rest('POST', '/api/users/register', {
      ...form(),
      email: input.email.toUpperCase(),
    });
    expect([rest.status, rest.text]).toEqual([409, known]);
    expect(await rowsNamed(input.username)).toHaveLength(1);
    expect(await server.prisma.user.count({ where: { email: input.email } })).toBe(1);
  });

  it('gives a username to one of twenty concurrent registrations, and refuses the others', async () => {
    const { username } = form();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ ...form(), username })),
    );
    const results = answers.map((answer) => answer.data?.signUp?.__typename);
    expect(results.filter((name) => name === 'SignUpPayload')).toHaveLength(1);
    expect(results.filter((name) => name === 'ConflictError')).toHaveLength(19);
    expect(await rowsNamed(username)).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('creates one account for a call sent twice, and signs in both times', async () => {
    const input = { ...form(), idempotencyKey: 'key-sent-twice' };
    const first = await signUp(input);
    const second = await signUp(input);
    expect(second.data).toEqual(first.data);
    expect(second.cookie).toBeDefined();
    expect(second.cookie).not.toBe(first.cookie);
    const [row, ...others] = await rowsNamed(input.username);
    expect(others).toEqual([]);
    expect(row?.sessions).toHaveLength(2);
    expect(await server.prisma.idempotencyKey.count({ where: { key: 'key-sent-twice' } })).toBe(1);
  });

  it.each([
    ['another username', { username: 'somebody-else' }],
    ['another address', { email: 'somebody-else@example.com' }],
    ['another password', { password: 'another password' }],
  ])('is refused with %s', async (_name, change) => {
    const input = { ...form(), idempotencyKey: `used-key-${count}` };
    await signUp(input);
    const before = await server.prisma.user.count();
    const answer = await signUp({ ...input, ...change });
    expect(answer.data?.signUp).toEqual({
      __typename: 'ConflictError',
      message: 'This idempotency key was used for another registration',
      fieldErrors: [
        {
          field: 'idempotencyKey',
          message: 'This idempotency key was used for another registration',
        },
      ],
    });
    expect(answer.cookie).toBeUndefined();
    expect(await server.prisma.user.count()).toBe(before);
  });

  it.each(['short', 'x'.repeat(101), 'with a space'])('may not be %j', async (idempotencyKey) => {
    const answer = await signUp({ ...form(), idempotencyKey });
    expect(answer.data?.signUp).toMatchObject({
      fieldErrors: [
        {
          field: 'idempotencyKey',
          message: 'The idempotency key must have 8 to 100 visible characters',
        },
      ],
    });
  });

  it('creates one account for ten concurrent calls, and returns it to all ten', async () => {
    for (let round = 0; round < 5; round += 1) {
      const input = { ...form(), idempotencyKey: `ten-at-once-${round}` };
      // Staggered, so that some calls find an account that was created after they began.
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => sleep(index * round).then(() => signUp(input))),
      );
      const kinds = answers.map((answer) => answer.data?.signUp?.__typename);
      expect(kinds).toEqual(Array.from({ length: 10 }, () => 'SignUpPayload'));
      expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
      expect(await rowsNamed(input.username)).toHaveLength(1);
    }
  });

  it('works by REST too', async () => {
    const input = { ...form(), idempotencyKey: 'by-rest-twice' };
    const first = await server.rest('POST', '/api/users/register', input);
    const second = await server.rest('POST', '/api/users/register', input);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await rowsNamed(input.username)).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('takes the username or the e-mail address, case-insensitively', async () => {
    const user = await createUser(server);
    for (const identifier of [
      user.username,
      user.username.toUpperCase(),
      user.email,
      ` ${user.email.toUpperCase()} `,
    ]) {
      const answer = await server.graphql(signInMutation, { input: { identifier, password } });
      expect(answer.data?.signIn).toMatchObject({
        __typename: 'SignInPayload',
        user: { databaseId: user.id },
      });
      expect(answer.cookie).toBeDefined();
    }
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(4);
  });

  it.each(['identifier', 'emailOrUsername', 'username', 'email'])(
    'takes either in the field %s by REST',
    async (name) => {
      const user = await createUser(server);
      for (const identifier of [user.username, user.email]) {
        const answer = await server.rest('POST', '/api/users/login', {
          [name]: identifier,
          password,
        });
        expect([answer.status, answer.body]).toEqual([
          200,
          expect.objectContaining({ id: user.id, firstName: 'Mina', role: 'user' }),
        ]);
        expect(answer.text).not.toMatch(/password|argon2/);
        expect(answer.cookie).toBeDefined();
      }
    },
  );

  it.each([
    [{ identifier: '', password: '' }, 'Email or username is required; Password is required'],
    [{ identifier: ' ', password: 'x' }, 'Email or username is required'],
    [{ identifier: 'somebody', password: '' }, 'Password is required'],
    [{ identifier: 'x'.repeat(255), password: 'x' }, 'Email or username is too long'],
    [
      { identifier: 'somebody', password: 'x'.repeat(201) },
      'Password may have at most 200 characters',
    ],
  ])('refuses %j', async (input, message) => {
    const answer = await server.graphql(signInMutation, { input });
    expect(answer.data?.signIn).toMatchObject({ __typename: 'InvalidInputError', message });
    const rest = await server.rest('POST', '/api/users/login', input);
    expect([rest.status, rest.text]).toEqual([400, message]);
    expect(rest.setCookies).toEqual([]);
  });

  it('gives the same error for an unknown account and a wrong password', async () => {
    const user = await createUser(server);
    const wrong = { identifier: user.username, password: 'wrong password' };
    const unknown = { identifier: 'nobody-here', password: 'wrong password' };
    const asked: (string | undefined)[] = [];
    const { verify } = server.deps.passwords;
    server.deps.passwords.verify = (hash, given) => {
      asked.push(hash);
      return verify(hash, given);
    };
    try {
      const answers = await Promise.all([
        server.graphql(signInMutation, { input: wrong }),
        server.graphql(signInMutation, { input: unknown }),
        server.rest('POST', '/api/users/login', wrong),
        server.rest('POST', '/api/users/login', unknown),
      ]);
      expect(answers[0].data).toEqual({
        signIn: { __typename: 'InvalidCredentialsError', message: 'Invalid credentials' },
      });
      expect(answers[1].data).toEqual(answers[0].data);
      expect([answers[2].status, answers[2].text]).toEqual([401, 'Invalid credentials']);
      expect([answers[3].status, answers[3].text]).toEqual([401, 'Invalid credentials']);
      expect(answers.flatMap((answer) => answer.setCookies)).toEqual([]);
    } finally {
      server.deps.passwords.verify = verify;
    }
    // A hash is verified in both cases, which takes the same time.
    expect(asked.filter((hash) => hash === undefined)).toHaveLength(2);
    expect(asked.filter((hash) => hash === user.passwordHash)).toHaveLength(2);
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('the current user', () => {
  it('is null without a session', async () => {
    expect((await server.graphql(viewerQuery, {})).data).toEqual({ viewer: null });
    const me = await server.rest('GET', '/api/users/me');
    expect([me.status, me.text]).toEqual([401, 'Please sign in first']);
    const forged = await server.rest('GET', '/api/users/me', undefined, {
      cookie: 'tideweek=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    });
    expect(forged.status).toBe(401);
  });
});

describe('changing the password', () => {
  const newPassword = 'an even longer one';

  it('accepts the new one afterwards, and not the old one', async () => {
    const user = await createUser(server);
    const { cookie } = await server.rest('POST', '/api/users/login', {
      username: user.username,
      password,
    });
    const answer = await server.graphql(
      changePasswordMutation,
      { input: { currentPassword: password, newPassword } },
      { cookie },
    );
    expect(answer.data?.changePassword).toMatchObject({
      __typename: 'ChangePasswordPayload',
      user: { databaseId: user.id },
    });
    const row = await server.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row.passwordHash).not.toBe(user.passwordHash);
    const login = (given: string) =>
      server.rest('POST', '/api/users/login', { username: user.username, password: given });
    expect((await login(password)).status).toBe(401);
    expect((await login(newPassword)).status).toBe(200);
  });

  it.each([
    [{ currentPassword: 'not it', newPassword }, 'The current password is not right'],
    [{ currentPassword: '', newPassword }, 'Current password is required'],
    [{ currentPassword: password, newPassword: '' }, 'New password is required'],
    [
      { currentPassword: password, newPassword: 'short' },
      'New password must have at least 8 characters',
    ],
    [
      { currentPassword: password, newPassword: 'x'.repeat(201) },
      'New password may have at most 200 characters',
    ],
  ])('refuses %j and changes nothing', async (input, message) => {
    const user = await createUser(server);
    const { cookie } = await server.rest('POST', '/api/users/login', {
      username: user.username,
      password,
    });
    const answer = await server.graphql(changePasswordMutation, { input }, { cookie });
    expect(answer.data?.changePassword).toMatchObject({ message });
    expect(await rowsNamed(user.username)).toMatchObject([
      { passwordHash: user.passwordHash, sessions: [{}] },
    ]);
  });
});

describe('signing out', () => {
  it('ends this session, clears the cookie, and does nothing the second time', async () => {
    const user = await createUser(server);
    const { cookie } = await server.rest('POST', '/api/users/login', {
      username: user.username,
      password,
    });
    const first = await server.graphql(signOutMutation, {}, { cookie });
    expect(first.data).toEqual({ signOut: { __typename: 'SignOutPayload', signedOut: true } });
    expect(first.setCookies[0]).toMatch(/^tideweek=; .*Max-Age=0/);
    expect(first.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(0);
    const second = await server.graphql(signOutMutation, {}, { cookie });
    expect(second.data).toEqual({ signOut: { __typename: 'SignOutPayload', signedOut: false } });
    expect((await server.graphql(viewerQuery, {}, { cookie })).data).toEqual({ viewer: null });
  });

  it('works by REST without a body, signed in or out', async () => {
    const user = await createUser(server);
    const { cookie } = await server.rest('POST', '/api/users/login', {
      username: user.username,
      password,
    });
    const answer = await server.rest('POST', '/api/users/logout', undefined, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(0);
    expect((await server.rest('POST', '/api/users/logout')).status).toBe(200);
  });
});
