import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createUser, password, signedInUser } from '#api/testing/factories.ts';
import { tokenFor } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createAccount } from '../accounts.ts';
import { requestEmailChangeMutation, signUpMutation } from '../testing/operations.ts';

const verifyEmailMutation = graphql(`
  mutation VerifyEmail($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      __typename
      ... on VerifyEmailPayload {
        email
        user {
          id
          emailVerified
        }
      }
      ...Refusal
    }
  }
`);

const resendVerificationMutation = graphql(`
  mutation ResendVerification {
    resendVerification {
      __typename
      ... on ResendVerificationPayload {
        sent
        user {
          emailVerified
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

const confirmEmailChangeMutation = graphql(`
  mutation ConfirmEmailChange($input: ConfirmEmailChangeInput!) {
    confirmEmailChange(input: $input) {
      __typename
      ... on ConfirmEmailChangePayload {
        email
        user {
          email
          emailVerified
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true });
});

afterAll(() => server.close());

const gone = 'This link was used already, or a newer one was sent';

const verify = (token: string, cookie?: string) =>
  server.graphql(verifyEmailMutation, { input: { token } }, { cookie });

const resend = (cookie: string) => server.graphql(resendVerificationMutation, {}, { cookie });

const mailsTo = (toAddress: string) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress }, orderBy: { id: 'asc' } });

const userOf = (id: string) => server.prisma.user.findUniqueOrThrow({ where: { id } });

const makeExpired = (userId: string) =>
  server.prisma.secretLink.updateMany({
    where: { userId },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });

/** Resets the rate limits: they count by address, and all tests have the same one. */
const forgetTries = () => server.prisma.rateLimit.deleteMany();

describe('registering', () => {
  const form = (username: string) => ({
    username,
    email: `${username}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Byron',
  });

  it('mails a link that verifies the address once', async () => {
    const { cookie } = await server.graphql(signUpMutation, { input: form('newcomer') });
    const mails = await mailsTo('newcomer@example.com');
    expect(mails).toMatchObject([{ template: 'verifyEmail', toName: 'Ada Byron' }]);
    const token = await tokenFor(server, 'newcomer@example.com', 'verifyEmail');
    const answer = await verify(token, cookie);
    expect(answer.data?.verifyEmail).toMatchObject({
      __typename: 'VerifyEmailPayload',
      email: 'newcomer@example.com',
      user: { emailVerified: true },
    });
    const { data } = await verify(token);
    expect(data?.verifyEmail).toEqual({
      __typename: 'InvalidInputError',
      message: gone,
      fieldErrors: [{ field: 'token', message: gone }],
    });
  });

  it('stores the link as a hash only', async () => {
    await server.graphql(signUpMutation, { input: form('hashed') });
    const token = await tokenFor(server, 'hashed@example.com', 'verifyEmail');
    expect(token).toMatch(/^[\w-]{43}$/);
    const links = await server.prisma.secretLink.findMany();
    expect(JSON.stringify(links)).not.toContain(token);
  });

  it('mails nothing when the account is not created', async () => {
    const taken = await createUser(server);
    await server.graphql(signUpMutation, {
      input: { ...form('refused'), username: taken.username },
    });
    expect(await mailsTo('refused@example.com')).toEqual([]);
  });

  it('mails a link to a person an administrator adds, too', async () => {
    const { cookie } = await signedInUser(server, { role: 'admin' });
    const input = { ...form('added'), role: 'user' };
    const answer = await server.rest('POST', '/api/users/register', input, { cookie });
    expect(answer.status).toBe(201);
    const token = await tokenFor(server, 'added@example.com', 'verifyEmail');
    expect((await verify(token)).data?.verifyEmail?.__typename).toBe('VerifyEmailPayload');
  });

  it('by an operator marks the address as verified, is audited and mails nothing', async () => {
    const input = { ...form('operator'), role: 'admin' };
    const { id, username } = await createAccount(server.deps, 'admin:create', input);
    expect((await userOf(id)).emailVerifiedAt).toBeInstanceOf(Date);
    expect(await server.prisma.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      { action: 'user.add', actorName: 'admin:create', after: { username, role: 'admin' } },
    ]);
    expect(await mailsTo('operator@example.com')).toEqual([]);
  });

  it('mails once when the same call is sent twice', async () => {
    const input = { ...form('twice'), idempotencyKey: 'mail-sent-once' };
    await server.graphql(signUpMutation, { input });
    await server.graphql(signUpMutation, { input });
    expect(await mailsTo('twice@example.com')).toHaveLength(1);
  });
});

describe('a link to verify an address', () => {
  it('reveals nothing about the account to another user', async () => {
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    await resend(cookie);
    const token = await tokenFor(server, user.email, 'verifyEmail');
    const stranger = await signedInUser(server, { emailVerifiedAt: null });
    const answer = await verify(token, stranger.cookie);
    expect(answer.data?.verifyEmail).toMatchObject({ email: user.email, user: null });
    expect((await userOf(user.id)).emailVerifiedAt).not.toBeNull();
    expect((await userOf(stranger.user.id)).emailVerifiedAt).toBeNull();
  });

  it('does not work when it has expired', async () => {
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    await resend(cookie);
    const token = await tokenFor(server, user.email, 'verifyEmail');
    await makeExpired(user.id);
    expect((await verify(token)).data?.verifyEmail).toMatchObject({
      message: 'This link has expired',
    });
    expect((await userOf(user.id)).emailVerifiedAt).toBeNull();
  });

  it('stops working when a newer link is sent', async () => {
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    await resend(cookie);
    const first = await tokenFor(server, user.email, 'verifyEmail');
    await resend(cookie);
    const second = await tokenFor(server, user.email, 'verifyEmail');
    expect((await verify(first)).data?.verifyEmail).toMatchObject({ message: gone });
    expect((await verify(second)).data?.verifyEmail?.__typename).toBe('VerifyEmailPayload');
  });

  it('does not work for a new password or another address', async () => {
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    await server.graphql(
      requestEmailChangeMutation,
      { input: { newEmail: 'purpose@example.com', password } },
      { cookie },
    );
    const token = await tokenFor(server, 'purpose@example.com', 'changeEmail');
    expect((await verify(token)).data?.verifyEmail).toMatchObject({ message: gone });
    expect((await userOf(user.id)).emailVerifiedAt).toBeNull();
  });

  it('works for one of twenty concurrent calls', async () => {
    await forgetTries();
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    await resend(cookie);
    const token = await tokenFor(server, user.email, 'verifyEmail');
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    const kinds = answers.map(({ data }) => data?.verifyEmail?.__typename);
    expect(kinds.filter((kind) => kind === 'VerifyEmailPayload')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'InvalidInputError')).toHaveLength(19);
  });

  it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(201)])('is refused as %j', async (token) => {
    await forgetTries();
    expect((await verify(token)).data?.verifyEmail?.__typename).toBe('InvalidInputError');
  });

  it('cannot be guessed without limit', async () => {
    await forgetTries();
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify('a'.repeat(43))));
    const kinds = answers.map(({ data }) => data?.verifyEmail?.__typename);
    expect(kinds.filter((kind) => kind === 'RateLimitedError')).toHaveLength(10);
    await forgetTries();
  });
});

describe('asking for another link', () => {
  it('sends links for five of twenty requests', async () => {
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    const answers = [];
    for (let count = 0; count < 20; count += 1) {
      answers.push(await resend(cookie));
    }
    const kinds = answers.map(({ data }) => data?.resendVerification?.__typename);
    expect(kinds.filter((kind) => kind === 'ResendVerificationPayload')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'RateLimitedError')).toHaveLength(15);
    expect(await mailsTo(user.email)).toHaveLength(5);
    expect(await server.prisma.secretLink.count({ where: { userId: user.id } })).toBe(1);
  });

  it('sends nothing to a verified address', async () => {
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: new Date() });
    expect((await resend(cookie)).data?.resendVerification).toEqual({
      __typename: 'ResendVerificationPayload',
      sent: false,
      user: { emailVerified: true },
    });
    expect(await mailsTo(user.email)).toEqual([]);
  });
});

describe('changing the address', () => {
  const request = (cookie: string, newEmail: string, given = password) =>
    server.graphql(
      requestEmailChangeMutation,
      { input: { newEmail, password: given } },
      { cookie },
    );
  const confirm = (token: string, cookie?: string) =>
    server.graphql(confirmEmailChangeMutation, { input: { token } }, { cookie });

  it('takes effect when the new one is confirmed, and notifies the old one', async () => {
    await forgetTries();
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    const answer = await request(cookie, 'moved@example.com');
    expect(answer.data?.requestEmailChange).toEqual({
      __typename: 'RequestEmailChangePayload',
      sentTo: 'moved@example.com',
    });
    expect((await userOf(user.id)).email).toBe(user.email);
    const token = await tokenFor(server, 'moved@example.com', 'changeEmail');
    expect((await confirm(token, cookie)).data?.confirmEmailChange).toEqual({
      __typename: 'ConfirmEmailChangePayload',
      email: 'moved@example.com',
      user: { email: 'moved@example.com', emailVerified: true },
    });
    expect(await mailsTo(user.email)).toMatchObject([{ template: 'emailChanged' }]);
    expect((await mailsTo(user.email))[0]?.text).toContain('moved@example.com');
    expect((await confirm(token)).data?.confirmEmailChange).toMatchObject({ message: gone });
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  it('requires the password, and reveals nothing about the address without it', async () => {
    const taken = await createUser(server);
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    expect((await request(cookie, taken.email, 'wrong')).data?.requestEmailChange).toEqual({
      __typename: 'InvalidCredentialsError',
      message: 'The password is not right',
    });
    expect(await server.prisma.secretLink.count({ where: { userId: user.id } })).toBe(0);
  });

  it.each([
    ['', 'New email is required'],
    ['nobody', 'New email must be an address such as name@example.com'],
    [`${'a'.repeat(250)}@example.com`, 'New email may have at most 254 characters'],
  ])('refuses %j', async (newEmail, message) => {
    const { cookie } = await signedInUser(server, { emailVerifiedAt: null });
    expect((await request(cookie, newEmail)).data?.requestEmailChange).toMatchObject({
      fieldErrors: [{ field: 'newEmail', message }],
    });
  });

  it('refuses the current address, and one that is taken', async () => {
    const taken = await createUser(server);
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    expect(
      (await request(cookie, user.email.toUpperCase())).data?.requestEmailChange,
    ).toMatchObject({
      fieldErrors: [{ field: 'newEmail', message: 'This is your email already' }],
    });
    expect((await request(cookie, taken.email)).data?.requestEmailChange).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [{ field: 'newEmail', message: 'There is already an account with this email' }],
    });
    expect(await mailsTo(taken.email)).toEqual([]);
  });

  it('fails when somebody registered the address in the meantime', async () => {
    await forgetTries();
    const { user, cookie } = await signedInUser(server, { emailVerifiedAt: null });
    await request(cookie, 'wanted@example.com');
    const token = await tokenFor(server, 'wanted@example.com', 'changeEmail');
    await createUser(server, { email: 'wanted@example.com' });
    expect((await confirm(token)).data?.confirmEmailChange).toMatchObject({
      __typename: 'ConflictError',
    });
    expect((await userOf(user.id)).email).toBe(user.email);
    expect(await mailsTo(user.email)).toEqual([]);
  });
});
