import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationRole, User } from '#api/generated/prisma/client.ts';
import { dayMs } from '#common/days.ts';
import { hashOfSecret } from '#api/platform/security/linkSecrets.ts';
import { createUser, globalId, signedInUser } from '#api/testing/factories.ts';
import { tokenFor } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  askOrganization,
  changeOrganization,
  withBrokenTable,
  type OrganizationMutation,
} from '../testing/organizationCalls.ts';
import { createOrganization, createTokenRow } from '../testing/partner.ts';

let server: TestServer;
let now: number;
let owner: { user: User; cookie: string };
let organizationId: string;
let number = 0;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
});

beforeEach(async () => {
  now = Date.now();
  number += 1;
  owner = await signedInUser(server, { firstName: 'Ada', lastName: 'Lindqvist' });
  organizationId = (await createOrganization(server, { account: owner.user })).id;
});

afterAll(() => server.close());

const change = (name: OrganizationMutation, variables: object, cookie = owner.cookie) =>
  changeOrganization(server, name, variables, cookie);

const address = (): string => `invited${number}@example.com`;

const invite = (email = address(), role = 'DEVELOPER') =>
  change('inviteMember', { input: { organizationId, email, role } });

const accept = (token: string, { cookie }: { cookie: string }) =>
  change('acceptInvitation', { token }, cookie);

const invitationTo = (email = address()) => tokenFor(server, email, 'organizationInvitation');

const invitations = () =>
  server.prisma.organizationInvitation.findMany({
    where: { organizationId },
    orderBy: { email: 'asc' },
  });

const mailsTo = (toAddress: string) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress, template: 'organizationInvitation' } });

async function member(role: OrganizationRole) {
  const person = await signedInUser(server);
  await server.prisma.organizationMember.create({
    data: { organizationId, userId: person.user.id, role },
  });
  return person;
}

/** The role that is stored of an account in the organization. */
const roleOf = async ({ user }: { user: User }) => {
  const organizationId_userId = { organizationId, userId: user.id };
  const row = await server.prisma.organizationMember.findUnique({
    where: { organizationId_userId },
  });
  return row?.role;
};

/** Makes calls that wait, directly or for each other, until a lock is given back. */
async function behindLock<Result>(
  lock: string,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const holder = await server.pool.connect();
  await holder.query(`BEGIN; ${lock}`);
  const results: Promise<Result>[] = [];
  for (const call of calls) {
    results.push(call());
    await expect
      .poll(async () => {
        const { rows } = await server.pool.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(results.length);
  }
  await holder.query('ROLLBACK');
  holder.release();
  return Promise.all(results);
}

const gone = 'This invitation was used, withdrawn or has expired. Ask for a new one';

describe('an invitation', () => {
  it('goes by mail to an unknown address, and makes the account that opens it a member', async () => {
    const { __typename, organization } = await invite();
    expect(__typename).toBe('InviteMemberPayload');
    const expiresAt = new Date(now + 7 * dayMs);
    expect(organization?.invitations).toEqual([
      { email: address(), role: 'DEVELOPER', expiresAt: expiresAt.toISOString() },
    ]);
    const [mail, ...more] = await mailsTo(address());
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Ada Lindqvist invites you to Harbour Weeks');
    expect(mail?.text).toContain('as a developer, who makes tokens and webhooks');
    const token = await invitationTo();
    expect(mail?.text).toContain(`http://tideweek.test/organizations/join?token=${token}`);
    expect(await invitations()).toMatchObject([
      { id: hashOfSecret(token), email: address(), role: 'developer', expiresAt },
    ]);

    const person = await signedInUser(server, { email: address() });
    expect(await accept(token, person)).toMatchObject({
      __typename: 'AcceptInvitationPayload',
      organization: { databaseId: organizationId, viewerRole: 'DEVELOPER', invitations: [] },
    });
    expect(await roleOf(person)).toBe('developer');
    expect(await invitations()).toEqual([]);
  });

  it('to the address of an account makes it a member only when it accepts', async () => {
    const person = await signedInUser(server, { email: address() });
    await invite(address().toUpperCase(), 'OWNER');
    expect(await roleOf(person)).toBeUndefined();
    const token = await invitationTo(address().toUpperCase());
    expect((await accept(token, person)).organization?.viewerRole).toBe('OWNER');
    expect(await roleOf(person)).toBe('owner');
    expect((await invite(address().toUpperCase())).fieldErrors).toEqual([
      { field: 'email', message: 'This person is a member already' },
    ]);
    expect(await invitations()).toEqual([]);
  });

  it('is for whoever has the link, once', async () => {
    await invite();
    const token = await invitationTo();
    const people = [await signedInUser(server), await signedInUser(server, { email: address() })];
    const results = await Promise.all(people.map((person) => accept(token, person)));
    expect(results.map(({ __typename }) => __typename).toSorted()).toEqual([
      'AcceptInvitationPayload',
      'InvalidInputError',
    ]);
    expect(results.flatMap(({ fieldErrors }) => fieldErrors ?? [])).toEqual([
      { field: 'token', message: gone },
    ]);
    const roles = await Promise.all(people.map(roleOf));
    expect(roles.filter((role) => role === 'developer')).toHaveLength(1);
    const signedOut = await askOrganization(server, 'acceptInvitation', { token });
    expect(signedOut.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it('sent again replaces the one before, with its role', async () => {
    await invite();
    const first = await invitationTo();
    await invite(address().toUpperCase(), 'VIEWER');
    const second = await invitationTo(address().toUpperCase());
    expect(await invitations()).toMatchObject([{ id: hashOfSecret(second), role: 'viewer' }]);
    const person = await signedInUser(server);
    expect((await accept(first, person)).message).toBe(gone);
    expect(await roleOf(person)).toBeUndefined();
    expect((await accept(second, person)).organization?.viewerRole).toBe('VIEWER');
  });

  it('stops working after seven days', async () => {
    await invite();
    const token = await invitationTo();
    const person = await signedInUser(server);
    now += 7 * dayMs + 1;
    expect((await accept(token, person)).message).toBe(gone);
    expect(await roleOf(person)).toBeUndefined();
    // The next one clears it away.
    await invite(`other${address()}`);
    expect((await invitations()).map(({ email }) => email)).toEqual([`other${address()}`]);
    now += 7 * dayMs;
    const last = await invitationTo(`other${address()}`);
    expect((await accept(last, person)).__typename).toBe('AcceptInvitationPayload');
  });

  it('that is accepted while the organization is closed holds nobody up', async () => {
    await invite();
    const token = await invitationTo();
    const person = await signedInUser(server);
    const [accepted, closed] = await behindLock(
      `SELECT FROM organization_invitations WHERE organization_id = '${organizationId}' FOR UPDATE`,
      [
        () => askOrganization(server, 'acceptInvitation', { token }, person.cookie),
        () =>
          askOrganization(
            server,
            'closeOrganization',
            { id: globalId('Organization', organizationId) },
            owner.cookie,
          ),
      ],
    );
    expect(closed?.data?.result?.__typename).toBe('CloseOrganizationPayload');
    // The answer to the first shows the organization, or that it is gone by then.
    if (accepted?.data?.result) {
      expect(accepted.data.result.__typename).toBe('AcceptInvitationPayload');
    } else {
      expect(['NOT_FOUND', 'FORBIDDEN']).toContain(accepted?.errors[0]?.extensions?.code);
    }
    expect(await server.prisma.organization.count({ where: { id: organizationId } })).toBe(0);
    expect(await roleOf(person)).toBeUndefined();
  });

  it('can be withdrawn by its address, in any case', async () => {
    await invite();
    const token = await invitationTo();
    const input = { organizationId, email: address().toUpperCase() };
    expect((await change('withdrawInvitation', { input })).organization?.invitations).toEqual([]);
    expect(await invitations()).toEqual([]);
    expect((await accept(token, await signedInUser(server))).message).toBe(gone);
    expect(await change('withdrawInvitation', { input })).toMatchObject({
      __typename: 'NotFoundError',
      message: 'There is no such invitation (any more)',
    });
  });

  it('leaves a member with the role they have', async () => {
    await invite(address(), 'VIEWER');
    const token = await invitationTo();
    expect((await accept(token, owner)).organization?.viewerRole).toBe('OWNER');
    expect(await roleOf(owner)).toBe('owner');
    expect(await invitations()).toEqual([]);
  });

  it.each([
    ['', 'The link is not complete'],
    ['t'.repeat(201), 'The link is not valid'],
    ['unknown', gone],
  ])('is not accepted with the token "%s"', async (token, message) => {
    expect((await accept(token, owner)).fieldErrors).toEqual([{ field: 'token', message }]);
  });

  it.each([
    [' ', 'Email is required'],
    ['nobody', 'Email must be an address such as name@example.com'],
    [`${'a'.repeat(250)}@example.com`, 'Email may have at most 254 characters'],
    ['a@example.com\r\nBcc: b@example.com', 'Email must be an address such as name@example.com'],
  ])('is not sent to "%s"', async (email, message) => {
    const mails = await server.prisma.outgoingMail.count();
    expect((await invite(email)).fieldErrors).toEqual([{ field: 'email', message }]);
    expect(await invitations()).toEqual([]);
    expect(await server.prisma.outgoingMail.count()).toBe(mails);
  });

  it('is one of 50 members and invitations at most, also with two calls at once', async () => {
    const emails = Array.from({ length: 48 }, (_, index) => `many${number}.${index}@example.com`);
    await server.prisma.organizationInvitation.createMany({
      data: emails.map((email) => ({
        id: email,
        organizationId,
        email,
        role: 'viewer',
        expiresAt: new Date(now + dayMs),
      })),
    });
    // Both have counted, unless one waits for the other, before either has its mail.
    const results = await behindLock('LOCK TABLE outgoing_mails IN EXCLUSIVE MODE', [
      () => invite(),
      () => invite(`other${address()}`),
    ]);
    expect(results.map(({ __typename }) => __typename).toSorted()).toEqual([
      'ConflictError',
      'InviteMemberPayload',
    ]);
    expect(results.flatMap(({ fieldErrors }) => fieldErrors ?? [])).toEqual([
      { field: 'email', message: 'An organization has at most 50 members' },
    ]);
    expect(await invitations()).toHaveLength(49);
    // One that is sent again needs no place more, and one that has expired takes none.
    expect((await invite(emails[0])).__typename).toBe('InviteMemberPayload');
    await server.prisma.organizationInvitation.update({
      where: { id: emails[1] ?? '' },
      data: { expiresAt: new Date(now - 1) },
    });
    expect((await invite(`last${address()}`)).__typename).toBe('InviteMemberPayload');
    expect((await invite(`late${address()}`)).__typename).toBe('ConflictError');
  });

  it('is one of 30 in an hour by an account', async () => {
    const limited = await startTestServer({
      database: { url: server.databaseUrl },
      rateLimits: true,
    });
    const inviteOne = (index: number) =>
      changeOrganization(
        limited,
        'inviteMember',
        {
          input: { organizationId, email: `crowd${number}.${index}@example.com`, role: 'VIEWER' },
        },
        owner.cookie,
      );
    await limited.deps.rateLimits.spend('invitationByAccount', owner.user.id, 29);
    expect((await inviteOne(30)).__typename).toBe('InviteMemberPayload');
    expect((await inviteOne(31)).__typename).toBe('RateLimitedError');
    expect(await invitations()).toHaveLength(1);
    await limited.close();
  });

  it.each(['outgoing_mails', 'organization_invitations'])(
    'leaves the one before in force when a row of %s cannot be written',
    async (table) => {
      await invite();
      const token = await invitationTo();
      await withBrokenTable(server, table, async () => {
        const input = { organizationId, email: address(), role: 'OWNER' };
        const { errors, text } = await askOrganization(
          server,
          'inviteMember',
          { input },
          owner.cookie,
        );
        expect(errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
        expect(text).not.toContain('disk');
      });
      expect(await mailsTo(address())).toHaveLength(1);
      const person = await signedInUser(server);
      expect((await accept(token, person)).organization?.viewerRole).toBe('DEVELOPER');
    },
  );

  it('stays usable when the member cannot be stored', async () => {
    await invite();
    const token = await invitationTo();
    const person = await signedInUser(server);
    await withBrokenTable(server, 'organization_members', async () => {
      const { errors } = await askOrganization(
        server,
        'acceptInvitation',
        { token },
        person.cookie,
      );
      expect(errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
    });
    expect((await accept(token, person)).__typename).toBe('AcceptInvitationPayload');
  });
});

describe('a role', () => {
  const setRole = (userId: string, role: string, cookie = owner.cookie) =>
    change('setMemberRole', { input: { organizationId, userId, role } }, cookie);

  const remove = (userId: string, cookie = owner.cookie) =>
    change('removeMember', { input: { organizationId, userId } }, cookie);

  it('is given by an owner, and works from the next call on', async () => {
    const person = await member('viewer');
    const rename = () =>
      change(
        'updateOrganization',
        {
          input: {
            organizationId,
            version: 1,
            name: 'Renamed',
            website: 'https://renamed.example',
            purpose: 'Weeks',
          },
        },
        person.cookie,
      );
    expect((await rename()).__typename).toBe('ForbiddenError');
    const { organization } = await setRole(globalId('User', person.user.id), 'OWNER');
    expect(organization?.members).toContainEqual({
      userId: person.user.id,
      name: 'Mina Ortega',
      role: 'OWNER',
      isOpener: false,
    });
    expect(await roleOf(person)).toBe('owner');
    expect((await rename()).__typename).toBe('UpdateOrganizationPayload');
    expect((await setRole(person.user.id, 'VIEWER', person.cookie)).__typename).toBe(
      'SetMemberRolePayload',
    );
    expect(await roleOf(person)).toBe('viewer');
  });

  it('of an owner stays with the member who opened the organization', async () => {
    const second = await member('owner');
    const { id } = owner.user;
    const message =
      'The member who opened the organization stays its owner: its weeks are theirs. Close the organization instead';
    for (const cookie of [owner.cookie, second.cookie]) {
      for (const attempt of [
        setRole(id, 'VIEWER', cookie),
        setRole(id, 'OWNER', cookie),
        remove(id, cookie),
      ]) {
        expect(await attempt).toMatchObject({ __typename: 'ForbiddenError', message });
      }
    }
    expect(await roleOf(owner)).toBe('owner');
    const where = { organizationId_userId: { organizationId, userId: id } };
    const { prisma } = server;
    await expect(
      prisma.organizationMember.update({ where, data: { role: 'viewer' } }),
    ).rejects.toThrow();
    await expect(prisma.organizationMember.delete({ where })).rejects.toThrow();
    expect(await roleOf(owner)).toBe('owner');
  });

  it('of an owner is left to one of two who demote each other at once', async () => {
    const second = await member('owner');
    const results = await Promise.all([
      setRole(second.user.id, 'VIEWER'),
      setRole(owner.user.id, 'VIEWER', second.cookie),
    ]);
    expect(results.map(({ __typename }) => __typename)).toEqual([
      'SetMemberRolePayload',
      'ForbiddenError',
    ]);
    expect([await roleOf(owner), await roleOf(second)]).toEqual(['owner', 'viewer']);
  });

  it('ends when the member is removed, who sees nothing of the organization any more', async () => {
    const person = await member('owner');
    expect(await remove(person.user.id)).toMatchObject({
      __typename: 'RemoveMemberPayload',
      userId: person.user.id,
      organization: { members: [{ userId: owner.user.id }] },
    });
    expect(await roleOf(person)).toBeUndefined();
    const { data } = await server.graphqlText(
      'query ($id: ID!) { organization(id: $id) { name } viewer { organizations { name } } }',
      { id: organizationId },
      { cookie: person.cookie },
    );
    expect(data).toEqual({ organization: null, viewer: { organizations: [] } });
    expect((await remove(person.user.id)).message).toBe('There is no such member (any more)');
  });

  it('ends when the member leaves', async () => {
    const person = await member('viewer');
    expect(await remove(person.user.id, person.cookie)).toMatchObject({
      __typename: 'RemoveMemberPayload',
      userId: person.user.id,
      organization: null,
    });
    expect(await roleOf(person)).toBeUndefined();
    expect((await remove(person.user.id, person.cookie)).__typename).toBe('NotFoundError');
  });

  it('is not given to people who are no members', async () => {
    const stranger = await createUser(server);
    for (const userId of [stranger.id, 'nonsense']) {
      for (const attempt of [setRole(userId, 'OWNER'), remove(userId)]) {
        expect(await attempt).toMatchObject({
          __typename: 'NotFoundError',
          message: 'There is no such member (any more)',
        });
      }
    }
    expect(await roleOf({ user: stranger })).toBeUndefined();
  });

  it('in another organization is not touched', async () => {
    const person = await member('viewer');
    const other = await createOrganization(server);
    await server.prisma.organizationMember.create({
      data: { organizationId: other.id, userId: person.user.id, role: 'developer' },
    });
    await setRole(person.user.id, 'OWNER');
    await remove(person.user.id);
    expect(
      await server.prisma.organizationMember.findMany({ where: { userId: person.user.id } }),
    ).toMatchObject([{ organizationId: other.id, role: 'developer' }]);
  });
});

describe('Tokens of a member', () => {
  const works = async ({ bearer }: Awaited<ReturnType<typeof createTokenRow>>) => {
    const { data } = await server.graphqlText<{ viewer: object | null }>(
      'query Who { viewer { databaseId } }',
      {},
      bearer,
    );
    return data?.viewer != null;
  };
  const tokenOf = ({ user }: { user: User }) =>
    createTokenRow(server, { id: organizationId }, { createdById: user.id });

  const place = ({ user }: { user: User }) => ({
    where: { organizationId_userId: { organizationId, userId: user.id } },
  });

  const waysToLose: Record<string, (person: { user: User }) => Promise<unknown>> = {
    'is removed': (person) => server.prisma.organizationMember.delete(place(person)),
    'may only read from now on': (person) =>
      server.prisma.organizationMember.update({ ...place(person), data: { role: 'viewer' } }),
  };

  it.each(Object.keys(waysToLose))('stop working when the member %s', async (way) => {
    const person = await member('developer');
    const [lost, kept] = [await tokenOf(person), await tokenOf(owner)];
    expect([await works(lost), await works(kept)]).toEqual([true, true]);
    await waysToLose[way]?.(person);
    expect([await works(lost), await works(kept)]).toEqual([false, true]);
    const where = { id: lost.token.id };
    expect((await server.prisma.apiToken.findUniqueOrThrow({ where })).revokedAt).not.toBeNull();
  });

  it('keep working when the member gets another role that may make tokens', async () => {
    const person = await member('developer');
    const token = await tokenOf(person);
    await server.prisma.organizationMember.update({ ...place(person), data: { role: 'owner' } });
    expect(await works(token)).toBe(true);
  });
});
