import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import { createLog } from '#api/platform/process/log.ts';
import {
  cookieOf,
  createListing,
  createResort,
  createUser,
  password,
  signedInUser,
} from '#api/testing/factories.ts';
import { tokenFor } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { askOrganization } from '../partners/testing/organizationCalls.ts';
import { createOrganization, createTokenRow } from '../partners/testing/partner.ts';
import { connect } from '../payouts/testing/flow.ts';

let server: TestServer;
let lines: string[] = [];
let person: { user: User; cookie: string };

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  server = await startTestServer({
    trustProxy: 'loopback',
    log: createLog('info', destination),
  });
});

afterAll(() => server.close());

beforeEach(async () => {
  person = await signedInUser(server);
  lines = [];
});

const headers = { 'x-forwarded-for': '203.0.113.77' };

async function call(name: string, input: object, cookie = person.cookie) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await server.graphqlText<Record<string, { __typename: string }>>(
    `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`,
    { input },
    { cookie, headers },
  );
  expect(errors).toEqual([]);
  expect(data?.[name]?.__typename).toMatch(/Payload$/);
}

/** The lines of the security log, and the entries of the audit log, without what varies. */
const told = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'security');

const entriesAbout = async (subjectId: string) =>
  (await server.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(
    ({ action, actorId, before, after }) => ({ action, actorId, before, after }),
  );

it('a sign-in leaves a line with the network it came from, and no audit entry', async () => {
  const input = { identifier: person.user.email, password };
  await call('signIn', input, '');
  await server.rest('POST', '/api/users/login', input, { headers });
  for (const line of told()) {
    expect(line).toMatchObject({
      event: 'signed_in',
      accountId: person.user.id,
      address: '203.0.113.0/24',
    });
  }
  expect(told().map(({ call: made }) => made)).toEqual(['POST /graphql', 'POST /api/users/login']);
  expect(await entriesAbout(person.user.id)).toEqual([]);
  expect(lines.join()).not.toContain('203.0.113.77');
  expect(lines.join()).not.toContain(person.user.email);
});

it('a request for a new password leaves a line for whoever asks, and another for the account', async () => {
  await call('requestPasswordReset', { identifier: 'nobody@example.com' }, '');
  await call('requestPasswordReset', { identifier: person.user.email }, '');
  await server.runJobs();
  expect(told()).toMatchObject([
    { event: 'reset_requested', address: '203.0.113.0/24' },
    { event: 'reset_requested', address: '203.0.113.0/24' },
    { event: 'reset_sent', accountId: person.user.id },
  ]);
  expect(await entriesAbout(person.user.id)).toEqual([]);
  expect(lines.join()).not.toMatch(/nobody@example\.com/);
});

const own: Record<string, { act: () => Promise<unknown>; before?: object; after?: object }> = {
  'user.changePassword': {
    act: () =>
      call('changePassword', { currentPassword: password, newPassword: 'a brand new password' }),
  },
  'user.changeUsername': {
    act: () =>
      call('updateProfile', { username: 'renamed', firstName: 'A', lastName: 'B', password }),
  },
  'user.changeEmail': {
    act: async () => {
      await call('requestEmailChange', { newEmail: 'moved@example.com', password });
      const token = await tokenFor(server, 'moved@example.com', 'changeEmail');
      await call('confirmEmailChange', { token }, '');
    },
  },
  'user.resetPassword': {
    act: async () => {
      await call('requestPasswordReset', { identifier: person.user.email }, '');
      await server.runJobs();
      const token = await tokenFor(server, person.user.email, 'resetPassword');
      await call('resetPassword', { token, newPassword: 'a brand new password' }, '');
    },
  },
  'user.endOwnSessions': {
    act: async () => {
      await cookieOf(server, person.user);
      await cookieOf(server, person.user);
      await call('endOtherSessions', { password });
    },
    after: { sessionsEnded: 2 },
  },
  'user.changeBank': {
    act: async () => {
      const { id: resortId } = await createResort(server);
      await createListing(server, { resortId, ownerId: person.user.id });
      await connect(server, person.cookie);
    },
    before: { lastFour: null },
    after: { lastFour: '6789' },
  },
};

it.each(Object.entries(own))(
  '%s leaves a line and one audit entry, without secrets',
  async (action, { act, before = null, after = null }) => {
    await act();
    const { id, username, email } = person.user;
    expect(await entriesAbout(id)).toEqual([{ action, actorId: id, before, after }]);
    expect(told().filter(({ event }) => event === action)).toMatchObject([
      { subjectType: 'User', subjectId: id, requestId: expect.any(String) as string },
    ]);
    const written = `${lines.join()} ${JSON.stringify(await entriesAbout(id))}`;
    expect(written).not.toMatch(/brand new|correct horse|moved@example/);
    for (const name of [username, email]) expect(written).not.toContain(name);
  },
);

it('a name that stays the same, and sessions that there are not, leave no entry', async () => {
  const { username } = person.user;
  await call('updateProfile', { username: username.toUpperCase(), firstName: 'A', lastName: 'B' });
  await call('endOtherSessions', { password });
  expect(await entriesAbout(person.user.id)).toEqual([]);
});

it('a role that an administrator gives leaves a line and an entry', async () => {
  const admin = await signedInUser(server, { role: 'admin' });
  const input = { userId: person.user.id, role: 'ADMIN', password };
  await call('updateUser', input, admin.cookie);
  expect(await entriesAbout(person.user.id)).toEqual([
    {
      action: 'user.update',
      actorId: admin.user.id,
      before: { role: 'user' },
      after: { role: 'admin' },
    },
  ]);
  expect(told()).toMatchObject([{ event: 'user.update', userId: admin.user.id }]);
});

it('an organization that is closed leaves a line and an entry, since its tokens end', async () => {
  const { id } = await createOrganization(server, { account: person.user });
  await askOrganization(server, 'closeOrganization', { id }, person.cookie);
  expect(await server.prisma.organization.count({ where: { id } })).toBe(0);
  expect(await entriesAbout(id)).toEqual([
    {
      action: 'organization.close',
      actorId: person.user.id,
      before: { name: 'Harbour Weeks' },
      after: null,
    },
  ]);
  expect(told()).toMatchObject([{ event: 'organization.close', subjectId: id }]);
});

it('a token leaves a line and an entry when it is made, revoked, or ends with its maker’s rights', async () => {
  const organization = await createOrganization(server, { account: person.user });
  const { id: organizationId } = organization;
  const input = { organizationId, name: 'Sync', mode: 'LIVE', scopes: ['LISTINGS_READ'] };
  await call('createApiToken', input);
  const made = await server.prisma.apiToken.findFirstOrThrow({ where: { organizationId } });
  const revoke = 'mutation ($id: ID!) { revokeApiToken(id: $id) { __typename } }';
  for (let twice = 0; twice < 2; twice += 1) {
    await server.graphqlText(revoke, { id: made.id }, { cookie: person.cookie });
  }
  const developers = [await createUser(server), await createUser(server)];
  for (const { id: userId } of developers) {
    await server.prisma.organizationMember.create({
      data: { organizationId, userId, role: 'developer' },
    });
    await createTokenRow(server, organization, { createdById: userId, name: `of ${userId}` });
  }
  const [left, lost] = developers.map(({ id }) => id);
  const { cookie } = person;
  await askOrganization(
    server,
    'removeMember',
    { input: { organizationId, userId: left } },
    cookie,
  );
  const lesser = { organizationId, userId: lost, role: 'VIEWER' };
  await askOrganization(server, 'setMemberRole', { input: lesser }, cookie);

  const entries = await entriesAbout(organizationId);
  expect(entries).toMatchObject([
    { action: 'token.create', after: { name: 'Harbour Weeks', token: 'Sync', hint: made.hint } },
    { action: 'token.revoke', after: { token: 'Sync' } },
    { action: 'organization.removeMember' },
    { action: 'token.revoke', after: { token: `of ${left}` } },
    { action: 'organization.setRole' },
    { action: 'token.revoke', after: { token: `of ${lost}` } },
  ]);
  expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([person.user.id]));
  expect(told().map(({ event }) => event)).toEqual(entries.map(({ action }) => action));
  expect(lines.join()).not.toContain('tw_live_');
});

it('who may act for an organization leaves a line and an entry with each change, without addresses', async () => {
  const { id: organizationId } = await createOrganization(server, { account: person.user });
  const invite = (email: string) =>
    call('inviteMember', { organizationId, email, role: 'DEVELOPER' });
  await invite('first@example.com');
  await call('withdrawInvitation', { organizationId, email: 'first@example.com' });
  await invite('second@example.com');
  const guest = await signedInUser(server);
  const token = await tokenFor(server, 'second@example.com', 'organizationInvitation');
  await askOrganization(server, 'acceptInvitation', { token }, guest.cookie);
  const member = { organizationId, userId: guest.user.id };
  for (const role of ['VIEWER', 'VIEWER']) await call('setMemberRole', { ...member, role });
  await call('removeMember', member, guest.cookie);
  await server.prisma.organizationMember.create({ data: { ...member, role: 'owner' } });
  await call('removeMember', member);

  const [name, userId] = ['Harbour Weeks', guest.user.id];
  const [owner, ofGuest] = [{ actorId: person.user.id }, { actorId: userId }];
  const entries = await entriesAbout(organizationId);
  const invited = { action: 'organization.invite', ...owner, before: null };
  expect(entries).toEqual([
    { ...invited, after: { name, role: 'developer' } },
    {
      action: 'organization.withdrawInvitation',
      ...owner,
      before: { role: 'developer' },
      after: { name },
    },
    { ...invited, after: { name, role: 'developer' } },
    {
      action: 'organization.join',
      ...ofGuest,
      before: null,
      after: { name, userId, role: 'developer' },
    },
    {
      action: 'organization.setRole',
      ...owner,
      before: { userId, role: 'developer' },
      after: { name, userId, role: 'viewer' },
    },
    {
      action: 'organization.leave',
      ...ofGuest,
      before: { userId, role: 'viewer' },
      after: { name, userId, role: null },
    },
    {
      action: 'organization.removeMember',
      ...owner,
      before: { userId, role: 'owner' },
      after: { name, userId, role: null },
    },
  ]);
  expect(told().map(({ event, userId: by }) => [event, by])).toEqual(
    entries.map(({ action, actorId }) => [action, actorId]),
  );
  expect(`${lines.join()} ${JSON.stringify(entries)}`).not.toContain('@example.com');
});

it('an account that its member closes leaves a line and an entry without their name', async () => {
  const { id: subjectId, username } = person.user;
  await call('closeAccount', { password, confirmation: 'DELETE' });
  expect(await server.prisma.auditEntry.findMany({ where: { subjectId } })).toMatchObject([
    { action: 'user.close', actorId: subjectId, actorName: `former-${subjectId}` },
  ]);
  expect(told()).toMatchObject([{ event: 'user.close', subjectId }]);
  expect(lines.join()).not.toContain(username);
});
