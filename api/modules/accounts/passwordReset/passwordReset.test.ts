import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { cookieOf, createUser, password, signedInUser } from '#api/testing/factories.ts';
import { tokenFor } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  changePasswordMutation,
  requestEmailChangeMutation,
  requestPasswordResetMutation,
  signInMutation,
  viewerQuery,
} from '../testing/operations.ts';

const resetPasswordMutation = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      __typename
      ... on ResetPasswordPayload {
        username
      }
      ...Refusal
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true });
});

afterAll(() => server.close());

beforeEach(() => server.prisma.rateLimit.deleteMany());

const newPassword = 'a brand new password';

const request = (identifier: string) =>
  server.graphql(requestPasswordResetMutation, { input: { identifier } });

const reset = (token: string, given = newPassword, cookie?: string) =>
  server.graphql(resetPasswordMutation, { input: { token, newPassword: given } }, { cookie });

const signIn = async (identifier: string, given: string) =>
  (await server.graphql(signInMutation, { input: { identifier, password: given } })).data?.signIn
    ?.__typename;

const templatesTo = async (toAddress: string): Promise<string[]> =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress },
      orderBy: { id: 'asc' },
    })
  ).map(({ template }) => template);

async function tokenOf(user: { email: string }): Promise<string> {
  await request(user.email);
  await server.runJobs();
  return tokenFor(server, user.email, 'resetPassword');
}

describe('asking for a new password', () => {
  it('responds the same, with the same statements, whether or not the account exists', async () => {
    const user = await createUser(server);
    const closed = await createUser(server, { closedAt: new Date() });
    const answers = [];
    for (const identifier of [user.email, user.username, 'nobody@example.com', closed.email]) {
      answers.push(await request(identifier));
    }
    const [first] = answers;
    expect(first?.data?.requestPasswordReset).toEqual({
      __typename: 'RequestPasswordResetPayload',
      message: 'If there is an account, a link to choose a new password is on its way to its email',
    });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    // The same statements, so the same time.
    const work = answers.map(({ requestId }) => server.statementsOf(requestId));
    expect(new Set(work.map((statements) => JSON.stringify(statements))).size).toBe(1);
    await server.runJobs();
    expect(await templatesTo(closed.email)).toEqual([]);
    expect(await templatesTo('nobody@example.com')).toEqual([]);
  });

  it.each(['email', 'username'] as const)('works by %s and keeps the old one', async (name) => {
    const user = await createUser(server);
    await request(user[name].toUpperCase());
    await server.runJobs();
    expect(await templatesTo(user.email)).toEqual(['resetPassword']);
    expect(await signIn(user.email, password)).toBe('SignInPayload');
  });

  it('sends one message when its job runs twice', async () => {
    const user = await createUser(server);
    await request(user.email);
    const again = await server.pool.query(
      `SELECT payload FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks AS t
         ON t.id = task_id WHERE identifier = 'send_password_reset'`,
    );
    await server.runJobs();
    await server.pool.query(`SELECT graphile_worker.add_job('send_password_reset', $1)`, [
      JSON.stringify((again.rows[0] as { payload: unknown }).payload),
    ]);
    await server.runJobs();
    expect(await templatesTo(user.email)).toEqual(['resetPassword']);
  });

  it('is limited, whether or not the account exists', async () => {
    const user = await createUser(server);
    for (const identifier of [user.email, 'unknown@example.com']) {
      const kinds = [];
      for (let count = 0; count < 8; count += 1) {
        kinds.push((await request(identifier)).data?.requestPasswordReset?.__typename);
      }
      expect(kinds.filter((kind) => kind === 'RateLimitedError')).toHaveLength(3);
    }
  });

  it('requires an identifier', async () => {
    expect((await request('  ')).data?.requestPasswordReset).toMatchObject({
      fieldErrors: [{ field: 'identifier', message: 'Email or username is required' }],
    });
  });
});

describe('a link to a new password', () => {
  it('works once, ends every session, notifies the person and verifies the address', async () => {
    const { user, cookie } = await signedInUser(server);
    const token = await tokenOf(user);
    const answer = await reset(token, newPassword, cookie);
    expect(answer.data?.resetPassword).toEqual({
      __typename: 'ResetPasswordPayload',
      username: user.username,
    });
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(0);
    expect(answer.setCookies[0]).toMatch(/Max-Age=0/);
    expect(await signIn(user.username, password)).toBe('InvalidCredentialsError');
    expect(await signIn(user.username, newPassword)).toBe('SignInPayload');
    expect(await templatesTo(user.email)).toEqual(['resetPassword', 'passwordChanged']);
    const row = await server.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.emailVerifiedAt).not.toBeNull();
    expect((await reset(token, 'yet another one')).data?.resetPassword).toMatchObject({
      fieldErrors: [{ field: 'token' }],
    });
    expect(await signIn(user.username, newPassword)).toBe('SignInPayload');
  });

  it('keeps another user who opens it signed in', async () => {
    const user = await createUser(server);
    const other = await signedInUser(server);
    const answer = await reset(await tokenOf(user), newPassword, other.cookie);
    expect(answer.setCookies).toEqual([]);
    const { data } = await server.graphql(viewerQuery, {}, { cookie: other.cookie });
    expect(data?.viewer?.username).toBe(other.user.username);
  });

  it('expires after an hour', async () => {
    const user = await createUser(server);
    const begun = Date.now();
    const token = await tokenOf(user);
    const link = await server.prisma.secretLink.findFirstOrThrow({ where: { userId: user.id } });
    const madeAt = link.expiresAt.getTime() - 60 * 60 * 1000;
    expect(madeAt).toBeGreaterThanOrEqual(begun);
    expect(madeAt).toBeLessThanOrEqual(Date.now());
    await server.prisma.secretLink.update({
      where: { id: link.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await reset(token)).data?.resetPassword).toMatchObject({
      message: 'This link has expired',
    });
    expect(await signIn(user.username, password)).toBe('SignInPayload');
  });

  it('still works after a password that was too short', async () => {
    const user = await createUser(server);
    const token = await tokenOf(user);
    expect((await reset(token, 'short')).data?.resetPassword).toMatchObject({
      fieldErrors: [
        { field: 'newPassword', message: 'New password must have at least 8 characters' },
      ],
    });
    expect((await reset(token)).data?.resetPassword?.__typename).toBe('ResetPasswordPayload');
  });

  it('works for one of twenty concurrent calls', async () => {
    const user = await createUser(server);
    const token = await tokenOf(user);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `password number ${index}`)),
    );
    const kinds = answers.map(({ data }) => data?.resetPassword?.__typename);
    expect(kinds.filter((kind) => kind === 'ResetPasswordPayload')).toHaveLength(1);
    const winner = kinds.indexOf('ResetPasswordPayload');
    expect(await signIn(user.username, `password number ${winner}`)).toBe('SignInPayload');
    expect(await templatesTo(user.email)).toEqual(['resetPassword', 'passwordChanged']);
  });

  it('stops working when the password is changed in another way', async () => {
    const { user, cookie } = await signedInUser(server);
    const token = await tokenOf(user);
    await server.graphql(
      changePasswordMutation,
      { input: { currentPassword: password, newPassword: 'changed by myself' } },
      { cookie },
    );
    expect(await templatesTo(user.email)).toEqual(['resetPassword', 'passwordChanged']);
    expect((await reset(token)).data?.resetPassword?.__typename).toBe('InvalidInputError');
  });

  it('cancels a pending change of address', async () => {
    const { user, cookie } = await signedInUser(server);
    await server.graphql(
      requestEmailChangeMutation,
      { input: { newEmail: 'thief@example.com', password } },
      { cookie },
    );
    await reset(await tokenOf(user));
    expect(await server.prisma.secretLink.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('a closed account', () => {
  it('looks like an unknown account: no sign-in, no session, no link', async () => {
    const user = await createUser(server);
    const cookie = await cookieOf(server, user);
    const token = await tokenOf(user);
    await server.prisma.user.update({ where: { id: user.id }, data: { closedAt: new Date() } });
    const unknown = await server.graphql(signInMutation, {
      input: { identifier: 'nobody', password },
    });
    const closed = await server.graphql(signInMutation, {
      input: { identifier: user.username, password },
    });
    expect(closed.text).toBe(unknown.text);
    expect((await server.graphql(viewerQuery, {}, { cookie })).data).toEqual({ viewer: null });
    expect((await reset(token)).data?.resetPassword?.__typename).toBe('InvalidInputError');
  });
});
