import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { samplePasswords } from '#api/seed/sampleData.ts';
import { password, signedInUser } from '#api/testing/factories.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { resetPassword } from './passwordReset/passwordReset.ts';
import { prepareLink, storeLink } from '../access/secretLinks.ts';
import { isCommonPassword, refuseOwnNames } from './guessablePasswords.ts';
import { changePasswordMutation } from './testing/operations.ts';

it.each([
  'password',
  'PassWord',
  'ｐａｓｓｗｏｒｄ',
  '12345678',
  '        ',
  'aaaaaaaaaaaa',
  'abababababab',
  'qwertyuiop',
  'abcdefgh',
  '98765432',
  'sunshine2026',
  '!!password!!',
  'password1',
  'iloveyou',
  '1q2w3e4r5t',
  '12344321',
])('%j is common', (given) => {
  expect(isCommonPassword(given)).toBe(true);
});

it.each([
  password,
  'a quiet week by the sea',
  'dragon-8371946205',
  ...Object.values(samplePasswords),
])('%j is not common', (given) => {
  expect(isCommonPassword(given)).toBe(false);
});

const owner = {
  username: 'sea-otter',
  email: 'mina.ortega@example.com',
  firstName: 'Mína',
  lastName: 'de la Ortega',
  siteTitle: 'Quiet Weeks',
};

it.each([
  'mina.ortega',
  'Mína2026',
  'MinaOrtega1',
  'Ortega2026',
  'Sea_Otter7',
  'mina.ortega@example.com',
  'Quiet-Weeks',
  'quietweeks!99',
  'Tideweek1',
])('%j is refused: made of the names of the person or the site', (given) => {
  expect(() => refuseOwnNames('newPassword', given, owner)).toThrow(
    'The password may not be made of your name or the name of this site',
  );
});

it.each(['mina likes the sea', 'quiet harbour in may', password])('%j is allowed', (given) => {
  expect(() => refuseOwnNames('newPassword', given, owner)).not.toThrow();
});

it('a password without letters or digits is not made of names', () => {
  expect(() => refuseOwnNames('newPassword', '!"#$%&/()=?', owner)).not.toThrow();
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { cookie } = await signedInUser(server, { role: 'admin' });
  const title = { key: 'site_title', value: 'Quiet Weeks' };
  const named = await server.rest('POST', '/api/admin/settings', title, { cookie });
  expect(named.status).toBe(201);
});

afterAll(() => server.close());

describe.each([
  ['a common password', 'password1'],
  ['the name of the person', 'ValentinaRuiz1'],
  ['the name of the product', 'Tideweek2026'],
  ['the name that an administrator gave the site', 'QuietWeeks2026'],
])('%s is refused', (_, weak) => {
  const person = { username: 'valentina.ruiz', firstName: 'Valentina', lastName: 'Ruiz' };

  afterEach(() => server.prisma.user.deleteMany({ where: { username: person.username } }));

  const refused = /^(The password may not be made of|(New p|P)assword is one of the most common)/;

  it('at registration and when an administrator adds an account', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const wanted = { ...person, email: 'v@example.com', password: weak };
    for (const input of [wanted, { ...wanted, role: 'user' }]) {
      const cookie = 'role' in input ? admin.cookie : undefined;
      const answer = await server.rest('POST', '/api/users/register', input, { cookie });
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(refused)]);
    }
    const admins = { ...wanted, role: 'admin' };
    await expect(createAccount(server.deps, 'test', admins)).rejects.toMatchObject({
      fieldErrors: [{ field: 'password' }],
    });
    expect(await server.prisma.user.count({ where: { username: person.username } })).toBe(0);
  });

  it('when an operator creates an administrator', async () => {
    const { code, said } = await createAdmin(weak);
    expect(said).toMatch(new RegExp(refused.source, 'm'));
    expect(code).toBe(1);
    expect(await server.prisma.user.count({ where: { username: 'valentina.ruiz' } })).toBe(0);
  });

  /** The command, as an operator calls it. */
  async function createAdmin(given: string): Promise<{ code: unknown; said: string }> {
    const words = ['--username', person.username, '--email', 'v@example.com'];
    const names = ['--first-name', person.firstName, '--last-name', person.lastName];
    const child = spawn(
      process.execPath,
      [...briefly, programFile('createAdmin'), ...words, ...names],
      {
        env: { PATH: process.env['PATH'], DATABASE_URL: server.databaseUrl },
      },
    );
    child.stdin.end(`${given}\n`);
    const [, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[unknown]>,
    ]);
    return { code, said: err };
  }

  it('when a password is changed or reset', async () => {
    const { user, cookie } = await signedInUser(server, person);
    const answer = await server.graphql(
      changePasswordMutation,
      { input: { currentPassword: password, newPassword: weak } },
      { cookie },
    );
    expect(answer.data?.changePassword).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'newPassword', message: expect.stringMatching(refused) as string }],
    });
    const link = prepareLink('http://tideweek.test', 'reset_password');
    await storeLink(server.prisma, link, { userId: user.id, email: user.email });
    const token = new URL(link.link).searchParams.get('token');
    const caller = { address: '127.0.0.1', userAgent: undefined, cookieHeader: undefined };
    await expect(
      resetPassword(server.deps, caller, { token, newPassword: weak }),
    ).rejects.toMatchObject({ fieldErrors: [{ field: 'newPassword' }] });
    const stored = await server.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(stored.passwordHash).toBe(user.passwordHash);
  });
});
