import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createListing, createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let owner: Awaited<ReturnType<typeof signedInUser>>;
let memberId: string;

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true });
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.prisma.rateLimit.deleteMany();
  owner = await signedInUser(server, { role: 'admin' });
  const { id: resortId } = await createResort(server);
  await createListing(server, { resortId, ownerId: owner.user.id });
  memberId = (await createUser(server)).id;
});

/** Calls that need the password of the signed-in account, without the password. */
const guarded: Record<string, () => object> = {
  updateProfile: () => ({ username: 'another.name', firstName: 'Ada', lastName: 'Reyes' }),
  requestEmailChange: () => ({ newEmail: 'another@example.com' }),
  changePassword: () => ({ newPassword: 'a brand new password' }),
  endSession: () => ({ id: memberId }),
  endOtherSessions: () => ({}),
  closeAccount: () => ({ confirmation: 'DELETE' }),
  connectPayouts: () => ({ bankToken: 'ba_1' }),
  updateUser: () => ({ userId: memberId, role: 'ADMIN' }),
};

async function call(name: string, password: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const key = name === 'changePassword' ? 'currentPassword' : 'password';
  const { data, errors } = await server.graphqlText<Record<string, { __typename: string }>>(
    `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`,
    { input: { ...guarded[name]?.(), [key]: password } },
    { cookie: owner.cookie },
  );
  expect(errors).toEqual([]);
  return data?.[name]?.__typename;
}

it.each(Object.keys(guarded))('%s refuses a wrong password and changes nothing', async (name) => {
  const stored = () =>
    Promise.all([
      server.prisma.user.findMany({ orderBy: { id: 'asc' } }),
      server.prisma.session.count(),
      server.prisma.payoutAccount.count(),
      server.prisma.outgoingMail.count(),
    ]);
  const before = await stored();
  expect(await call(name, 'a guess')).toBe('InvalidCredentialsError');
  expect(await call(name, '')).toBe('InvalidInputError');
  expect(await stored()).toEqual(before);
});

it('ten wrong passwords are the limit for all these calls together', async () => {
  const names = Object.keys(guarded);
  const answers = [];
  for (let index = 0; index < 10 + names.length; index += 1) {
    answers.push(await call(names[index % names.length] ?? '', 'a guess'));
  }
  const wrong = answers.filter((answer) => answer === 'InvalidCredentialsError');
  expect(wrong).toHaveLength(10);
  expect(answers.slice(10)).toEqual(names.map(() => 'RateLimitedError'));
});
