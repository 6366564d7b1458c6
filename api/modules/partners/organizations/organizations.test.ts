import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Organization, User } from '#api/generated/prisma/client.ts';
import {
  createBooking,
  createResort,
  createUser,
  globalId,
  password,
  signedInUser,
} from '#api/testing/factories.ts';
import { tokenFor } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  askOrganization,
  changeOrganization,
  withBrokenTable,
  type OrganizationMutation,
} from '../testing/organizationCalls.ts';
import { createEndpointRow, createOrganization, createTokenRow } from '../testing/partner.ts';

let server: TestServer;
let owner: { user: User; cookie: string };
let admin: { user: User; cookie: string };

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin', username: 'decider' });
});

beforeEach(async () => {
  owner = await signedInUser(server, { emailVerifiedAt: new Date() });
});

afterAll(() => server.close());

const change = (name: OrganizationMutation, variables: object, cookie = owner.cookie) =>
  changeOrganization(server, name, variables, cookie);

const facts = {
  name: 'Harbour Weeks',
  website: 'https://harbour.example',
  purpose: 'A channel manager',
};

const rowOf = (id: string) => server.prisma.organization.findUnique({ where: { id } });

const problemsOf = async (...given: Parameters<typeof change>) =>
  (await change(...given)).fieldErrors?.map(({ field, message }) => `${field}: ${message}`);

const wrongFacts: [string, object, string][] = [
  ['no name', { name: ' ' }, 'name: Name is required'],
  ['a long name', { name: 'n'.repeat(101) }, 'name: Name may have at most 100 characters'],
  ['a name of two lines', { name: 'a\nb' }, 'name: Name has a character that is not allowed'],
  ['a zero character', { name: 'a\0b' }, 'name: name has a character that is not allowed'],
  ['a name like an address', { name: 'evil.example' }, 'name: Name may not look like an address'],
  ['no website', { website: '' }, 'website: Website is required'],
  [
    'a long website',
    { website: `https://example.com/${'w'.repeat(300)}` },
    'website: Website may have at most 300 characters',
  ],
  [
    'a website without a scheme',
    { website: 'harbour.example' },
    'website: Website must be an address such as https://example.com',
  ],
  [
    'a website that is a script',
    { website: 'javascript:alert(1)' },
    'website: Website must be an address such as https://example.com',
  ],
  ['no purpose', { purpose: '\t' }, 'purpose: Purpose is required'],
  [
    'a long purpose',
    { purpose: 'p'.repeat(2001) },
    'purpose: Purpose may have at most 2000 characters',
  ],
];

describe('a member', () => {
  it('opens an organization, which waits for approval, and is its first owner', async () => {
    const { __typename, organization } = await change('openOrganization', {
      input: { ...facts, name: '  Harbour Weeks ' },
    });
    expect(__typename).toBe('OpenOrganizationPayload');
    const id = organization?.databaseId ?? '';
    expect(organization).toEqual({
      ...facts,
      wantedName: null,
      id: globalId('Organization', id),
      databaseId: id,
      status: 'PENDING',
      decisionNote: null,
      version: 1,
      viewerRole: 'OWNER',
      members: [{ userId: owner.user.id, name: 'Mina Ortega', role: 'OWNER', isOpener: true }],
      invitations: [],
    });
    expect(await rowOf(id)).toMatchObject({
      ...facts,
      accountId: owner.user.id,
      status: 'pending',
      decidedAt: null,
      decidedById: null,
    });
    expect(
      await server.prisma.organizationMember.findMany({ where: { organizationId: id } }),
    ).toMatchObject([{ userId: owner.user.id, role: 'owner' }]);
  });

  it.each(wrongFacts)('opens no organization with %s', async (_what, wrong, problem) => {
    const input = { ...facts, ...wrong };
    expect(await problemsOf('openOrganization', { input })).toEqual([problem]);
    expect(await server.prisma.organization.count({ where: { accountId: owner.user.id } })).toBe(0);
  });

  it('opens one organization at most, also with two calls at once', async () => {
    const results = await Promise.all(
      [1, 2].map(() => change('openOrganization', { input: facts })),
    );
    expect(results.map(({ __typename }) => __typename).toSorted()).toEqual([
      'ConflictError',
      'OpenOrganizationPayload',
    ]);
    expect(await problemsOf('openOrganization', { input: facts })).toEqual([
      'name: Your account has an organization already',
    ]);
    expect(await server.prisma.organization.count({ where: { accountId: owner.user.id } })).toBe(1);
  });

  it('opens so many in a day for an account and from an address, also with calls at once', async () => {
    const limited = await startTestServer({
      database: { url: server.databaseUrl },
      rateLimits: true,
    });
    const people = await Promise.all(Array.from({ length: 12 }, () => signedInUser(server)));
    const open = ({ cookie }: { cookie: string }) =>
      changeOrganization(limited, 'openOrganization', { input: facts }, cookie);
    await limited.deps.rateLimits.spend('organizationByAddress', '127.0.0.1', 3);
    await limited.deps.rateLimits.spend('organizationByAccount', owner.user.id, 5);
    const count = () =>
      server.prisma.organization.count({
        where: { accountId: { in: [owner, ...people].map(({ user }) => user.id) } },
      });
    expect(await open(owner)).toMatchObject({
      __typename: 'RateLimitedError',
      message: 'Too many tries. Please wait 24 hours and try again',
    });
    expect(await count()).toBe(0);
    const names = (await Promise.all(people.map(open))).map(({ __typename }) => __typename);
    expect(names.filter((name) => name === 'OpenOrganizationPayload')).toHaveLength(6);
    expect(names.filter((name) => name === 'RateLimitedError')).toHaveLength(6);
    expect(await count()).toBe(6);
    await limited.close();
  });

  it('opens none before the address is confirmed, and nobody does without signing in', async () => {
    const unconfirmed = await signedInUser(server, { emailVerifiedAt: null });
    expect(await change('openOrganization', { input: facts }, unconfirmed.cookie)).toMatchObject({
      __typename: 'ForbiddenError',
      message: expect.stringMatching(/^Confirm your email address first/) as string,
    });
    const visit = await askOrganization(server, 'openOrganization', { input: facts });
    expect(visit.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    expect(
      await server.prisma.organization.count({ where: { accountId: unconfirmed.user.id } }),
    ).toBe(0);
  });
});

describe('what an organization says about itself', () => {
  const changed = { name: 'Seaside', website: 'http://sea.example/a', purpose: 'Another one' };

  it.each(['pending', 'refused'] as const)(
    'is changed by an owner who has read the newest version of an organization that is %s',
    async (status) => {
      const { id } = await createOrganization(server, {
        account: owner.user,
        version: 4,
        status,
        decidedAt: status === 'pending' ? null : new Date(),
      });
      const { organization } = await change('updateOrganization', {
        input: { ...changed, organizationId: globalId('Organization', id), version: 4 },
      });
      expect(organization).toMatchObject({ ...changed, wantedName: null, version: 5 });
      expect(await rowOf(id)).toMatchObject({ ...changed, status, version: 5 });
      expect(await server.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(0);
    },
  );

  it('is changed once by two who have read the same version', async () => {
    const { id: organizationId } = await createOrganization(server, { account: owner.user });
    const results = await Promise.all(
      ['One', 'Other'].map((name) =>
        change('updateOrganization', { input: { ...changed, name, organizationId, version: 1 } }),
      ),
    );
    expect(results.map(({ __typename }) => __typename).toSorted()).toEqual([
      'ConflictError',
      'UpdateOrganizationPayload',
    ]);
    const kept = results.find(({ organization }) => organization)?.organization?.wantedName;
    expect(await rowOf(organizationId)).toMatchObject({ wantedName: kept, version: 2 });
    expect(
      await problemsOf('updateOrganization', { input: { ...changed, organizationId, version: 1 } }),
    ).toEqual(['version: The organization was changed meanwhile. Load it again']);
  });

  it.each(wrongFacts)('is not changed to %s', async (_what, wrong, problem) => {
    const { id: organizationId } = await createOrganization(server, { account: owner.user });
    const before = await rowOf(organizationId);
    const input = { ...facts, ...wrong, organizationId, version: 1 };
    expect(await problemsOf('updateOrganization', { input })).toEqual([problem]);
    expect(await rowOf(organizationId)).toEqual(before);
  });
});

describe('another name of an organization that was approved', () => {
  const named = (given: Partial<Organization> = {}) =>
    createOrganization(server, { account: owner.user, ...given });

  const rename = (organizationId: string, name: string, version = 1) =>
    change('updateOrganization', { input: { ...facts, name, organizationId, version } });

  const decideName = (organizationId: string, more: object = {}) =>
    change(
      'decideOrganizationName',
      { input: { organizationId, version: 2, isApproved: true, ...more } },
      admin.cookie,
    );

  const auditOf = (subjectId: string) =>
    server.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

  const mails = () =>
    server.prisma.outgoingMail.findMany({
      where: { toAddress: owner.user.email, template: 'organizationDecided' },
    });

  const waiting = async () => {
    const { data } = await server.graphqlText<{
      organizations: { edges: { node: { databaseId: string } }[] };
    }>(
      '{ organizations(first: 50, isWaiting: true) { edges { node { databaseId } } } }',
      {},
      { cookie: admin.cookie },
    );
    return data?.organizations.edges.map(({ node }) => node.databaseId) ?? [];
  };

  it.each(['approved', 'suspended'] as const)(
    'waits for an administrator while it is %s, and is audited',
    async (status) => {
      const { id } = await named({ status });
      expect((await rename(id, 'Airbnb')).organization).toMatchObject({
        name: 'Harbour Weeks',
        wantedName: 'Airbnb',
      });
      const row = await rowOf(id);
      expect(row).toMatchObject({ name: 'Harbour Weeks', wantedName: 'Airbnb', status });
      expect(row?.nameWantedAt).toBeInstanceOf(Date);
      expect(await waiting()).toContain(id);
      expect(await auditOf(id)).toMatchObject([
        {
          action: 'organization.wantName',
          actorId: owner.user.id,
          before: { name: 'Harbour Weeks', wantedName: null },
          after: { wantedName: 'Airbnb' },
        },
      ]);
      // What people get goes on with the name that was approved.
      await change('inviteMember', {
        input: { organizationId: id, email: `${status}@example.com`, role: 'VIEWER' },
      });
      const invitation = await server.prisma.outgoingMail.findFirstOrThrow({
        where: { toAddress: `${status}@example.com` },
      });
      expect(invitation.subject).toContain('Harbour Weeks');
      expect(invitation.text).not.toContain('Airbnb');
      // Sent again with another website, it waits on without a second entry.
      await rename(id, 'Airbnb', 2);
      expect((await rowOf(id))?.nameWantedAt).toEqual(row?.nameWantedAt);
      expect((await auditOf(id)).map(({ action }) => action)).toEqual([
        'organization.wantName',
        'organization.invite',
      ]);
    },
  );

  it('is withdrawn by the name that it has', async () => {
    const { id } = await named();
    await rename(id, 'Airbnb');
    expect((await rename(id, facts.name, 2)).organization?.wantedName).toBeNull();
    expect(await rowOf(id)).toMatchObject({ name: facts.name, nameWantedAt: null });
    expect(await waiting()).not.toContain(id);
    expect(await decideName(id, { version: 3 })).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('asks for no other name') as string,
    });
  });

  it.each([
    [true, 'Seaside', 'organization.rename', 'Seaside has its new name'],
    [false, 'Harbour Weeks', 'organization.refuseName', 'Harbour Weeks keeps its name'],
  ])(
    'is decided with %s, audited and mailed to the owners',
    async (isApproved, name, action, subject) => {
      const { id } = await named();
      await rename(id, 'Seaside');
      const { organization } = await decideName(id, { isApproved, note: 'We looked it up.' });
      expect(organization).toMatchObject({
        name,
        wantedName: null,
        status: 'APPROVED',
        version: 3,
      });
      expect(await rowOf(id)).toMatchObject({ name, wantedName: null, nameWantedAt: null });
      expect((await auditOf(id))[1]).toMatchObject({
        action,
        actorId: admin.user.id,
        before: { name: 'Harbour Weeks', wantedName: 'Seaside' },
        after: { name },
        note: 'We looked it up.',
      });
      expect(await mails()).toMatchObject([{ subject }]);
      expect((await mails())[0]?.text).toContain('We looked it up.');
    },
  );

  it('is not decided about a version that is not the newest', async () => {
    const { id } = await named();
    await rename(id, 'Airbnb');
    expect((await decideName(id, { version: 1 })).__typename).toBe('ConflictError');
    expect((await rowOf(id))?.name).toBe('Harbour Weeks');
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is not taken on when the approval comes at the same time', async () => {
    const { id } = await named({ status: 'pending', decidedAt: null });
    const approval = {
      input: { organizationId: id, version: 1, status: 'APPROVED' },
    };
    const [, guessed] = await Promise.all([
      change('decideOrganization', approval, admin.cookie),
      rename(id, 'Airbnb', 2),
    ]);
    expect(['ConflictError', 'UpdateOrganizationPayload']).toContain(guessed.__typename);
    expect((await rowOf(id))?.name).toBe('Harbour Weeks');
  });

  it('is given up when the organization is refused', async () => {
    const { id } = await named();
    await rename(id, 'Airbnb');
    const input = { organizationId: id, version: 2, status: 'REFUSED' };
    await change('decideOrganization', { input }, admin.cookie);
    expect(await rowOf(id)).toMatchObject({ name: 'Harbour Weeks', wantedName: null });
  });
});

describe('a decision about an organization', () => {
  const words = {
    approved: 'We have approved your organization',
    refused: 'cannot approve it',
    suspended: 'We have suspended your organization',
  };
  const actions = {
    approved: 'organization.approve',
    refused: 'organization.refuse',
    suspended: 'organization.suspend',
  };

  const waiting = () =>
    createOrganization(server, { account: owner.user, status: 'pending', decidedAt: null });

  const decide = (organizationId: string, more: object = {}, cookie = admin.cookie) =>
    change(
      'decideOrganization',
      { input: { organizationId, version: 1, status: 'APPROVED', ...more } },
      cookie,
    );

  const mailsTo = (...toAddress: string[]) =>
    server.prisma.outgoingMail.findMany({ where: { toAddress: { in: toAddress } } });

  const auditOf = (subjectId: string) =>
    server.prisma.auditEntry.findMany({ where: { subjectId } });

  it.each(['approved', 'refused', 'suspended'] as const)(
    'that it is %s is stored, audited and mailed to its owners',
    async (status) => {
      const { id } = await waiting();
      const second = await createUser(server);
      const developer = await createUser(server);
      const closed = await createUser(server);
      await server.prisma.organizationMember.createMany({
        data: [
          { organizationId: id, userId: second.id, role: 'owner' },
          { organizationId: id, userId: developer.id, role: 'developer' },
          { organizationId: id, userId: closed.id, role: 'owner' },
        ],
      });
      await server.prisma.user.update({
        where: { id: closed.id },
        data: { closedAt: new Date() },
      });
      const { organization } = await decide(id, {
        status: status.toUpperCase(),
        note: 'We looked at your site.',
      });
      expect(organization).toMatchObject({
        status: status.toUpperCase(),
        decisionNote: 'We looked at your site.',
        version: 2,
        viewerRole: null,
      });
      const row = await rowOf(id);
      expect(row).toMatchObject({
        status,
        decidedById: admin.user.id,
        decisionNote: 'We looked at your site.',
        version: 2,
      });
      expect(row?.decidedAt).toBeInstanceOf(Date);
      const mails = await mailsTo(owner.user.email, second.email, developer.email, closed.email);
      expect(mails.map(({ toAddress }) => toAddress).toSorted()).toEqual(
        [owner.user.email, second.email].toSorted(),
      );
      for (const { template, subject, text } of mails) {
        expect(template).toBe('organizationDecided');
        expect(subject).toContain('Harbour Weeks');
        expect(text).toContain(words[status]);
        expect(text).toContain('We looked at your site.');
        expect(text).toContain(`http://tideweek.test/organizations/${id}`);
      }
      expect(await auditOf(id)).toMatchObject([
        {
          action: actions[status],
          actorId: admin.user.id,
          actorName: 'decider',
          subjectType: 'Organization',
          before: { name: 'Harbour Weeks', status: 'pending' },
          after: { status },
          note: 'We looked at your site.',
        },
      ]);
    },
  );

  it('can be changed, and tokens work or not from that moment', async () => {
    const organization = await createOrganization(server, { account: owner.user });
    const { bearer } = await createTokenRow(server, organization);
    const status = async () =>
      (await server.graphqlText('{ organization { name } }', {}, bearer)).status;
    expect(await status()).toBe(200);
    await decide(organization.id, { status: 'SUSPENDED', note: 'Too many calls' });
    expect(await status()).toBe(401);
    await decide(organization.id, { version: 2 });
    expect(await status()).toBe(200);
    expect(await rowOf(organization.id)).toMatchObject({ status: 'approved', decisionNote: null });
  });

  it.each([
    [
      'a stale version',
      { version: 7 },
      'version: The organization was changed meanwhile. Load it again',
    ],
    ['an empty note', { note: ' ' }, 'note: Note is required'],
    ['a long note', { note: 'n'.repeat(1001) }, 'note: Note may have at most 1000 characters'],
    ['no decision', { status: 'PENDING' }, 'status: Approve, refuse or suspend it'],
  ])('is not made with %s', async (_what, more, problem) => {
    const { id } = await waiting();
    const before = await rowOf(id);
    expect(
      (await decide(id, more)).fieldErrors?.map(({ field, message }) => `${field}: ${message}`),
    ).toEqual([problem]);
    expect(await rowOf(id)).toEqual(before);
    expect(await auditOf(id)).toEqual([]);
    expect(await mailsTo(owner.user.email)).toEqual([]);
  });

  it('is made once by two administrators at once', async () => {
    const { id } = await waiting();
    const results = await Promise.all([decide(id), decide(id, { status: 'REFUSED' })]);
    expect(results.map(({ __typename }) => __typename).toSorted()).toEqual([
      'ConflictError',
      'DecideOrganizationPayload',
    ]);
    expect(await auditOf(id)).toHaveLength(1);
    expect(await mailsTo(owner.user.email)).toHaveLength(1);
  });

  it('about an organization that is gone is refused', async () => {
    const { id } = await waiting();
    await server.prisma.organization.delete({ where: { id } });
    expect((await decide(id)).__typename).toBe('NotFoundError');
    expect(await auditOf(id)).toEqual([]);
  });

  it.each(['outgoing_mails', 'audit_entries'])(
    'leaves nothing behind when a row of %s cannot be written',
    async (table) => {
      const { id } = await waiting();
      const before = await rowOf(id);
      await withBrokenTable(server, table, async () => {
        const answer = await askOrganization(
          server,
          'decideOrganization',
          { input: { organizationId: id, version: 1, status: 'APPROVED' } },
          admin.cookie,
        );
        expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      });
      expect(await rowOf(id)).toEqual(before);
      expect(await auditOf(id)).toEqual([]);
      expect(await mailsTo(owner.user.email)).toEqual([]);
      expect((await decide(id)).__typename).toBe('DecideOrganizationPayload');
    },
  );
});

describe('closing an organization', () => {
  /** An organization with something in each table that refers to it. */
  async function full(account: User) {
    const organization = await createOrganization(server, { account });
    const organizationId = organization.id;
    const { bearer } = await createTokenRow(server, organization);
    const endpoint = await createEndpointRow(server, organization);
    const event = await server.prisma.apiEvent.create({
      data: {
        id: crypto.randomUUID(),
        type: 'webhook.test',
        objectType: 'WebhookEndpoint',
        objectId: endpoint.id,
        data: {},
      },
    });
    await server.prisma.webhookDelivery.create({
      data: {
        endpointId: endpoint.id,
        eventId: event.id,
        objectId: endpoint.id,
        dueAt: new Date(),
      },
    });
    const developer = await createUser(server);
    await server.prisma.organizationMember.create({
      data: { organizationId, userId: developer.id, role: 'developer' },
    });
    // Counts a call and takes points.
    const used = await server.graphqlText('{ organization { name } }', {}, bearer);
    expect(used.status).toBe(200);
    await server.deps.apiBudgets.flush();
    return { organizationId, bearer };
  }

  const rowsOf = async (organizationId: string) => {
    const where = { organizationId };
    const { prisma } = server;
    return {
      organizations: await prisma.organization.count({ where: { id: organizationId } }),
      members: await prisma.organizationMember.count({ where }),
      invitations: await prisma.organizationInvitation.count({ where }),
      tokens: await prisma.apiToken.count({ where }),
      endpoints: await prisma.webhookEndpoint.count({ where }),
      deliveries: await prisma.webhookDelivery.count({ where: { endpoint: where } }),
      budgets: await prisma.apiBudget.count({ where }),
      usage: await prisma.apiUsage.count({ where }),
    };
  };

  const all = {
    organizations: 1,
    members: 2,
    invitations: 1,
    tokens: 1,
    endpoints: 1,
    deliveries: 1,
    budgets: 2,
    usage: 1,
  };

  const none = Object.fromEntries(Object.keys(all).map((name) => [name, 0]));

  const jobsFor = async (organizationId: string) => {
    const { rows } = await server.pool.query<{ task: string }>(
      `SELECT tasks.identifier AS task FROM graphile_worker._private_jobs AS jobs
         JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
       WHERE payload ->> 'organizationId' = $1`,
      [organizationId],
    );
    return rows.map(({ task }) => task);
  };

  const invite = (organizationId: string, email: string) =>
    change('inviteMember', { input: { organizationId, email, role: 'VIEWER' } });

  it('ends its tokens, invitations and webhooks at once, has its sandbox dropped, and touches no other', async () => {
    const { organizationId, bearer } = await full(owner.user);
    await invite(organizationId, 'late@example.com');
    await expect.poll(() => rowsOf(organizationId)).toEqual(all);
    const other = await full(await createUser(server));
    await expect.poll(() => rowsOf(other.organizationId)).toEqual({ ...all, invitations: 0 });

    expect(await change('closeOrganization', { id: organizationId })).toEqual({
      __typename: 'CloseOrganizationPayload',
      deletedId: globalId('Organization', organizationId),
    });
    expect(await rowsOf(organizationId)).toEqual(none);
    expect(await jobsFor(organizationId)).toEqual(['drop_sandbox']);
    expect((await server.graphqlText('{ viewer { id } }', {}, bearer)).status).toBe(401);
    const token = await tokenFor(server, 'late@example.com', 'organizationInvitation');
    const late = await signedInUser(server);
    expect((await change('acceptInvitation', { token }, late.cookie)).message).toBe(
      'This invitation was used, withdrawn or has expired. Ask for a new one',
    );
    expect((await change('closeOrganization', { id: organizationId })).__typename).toBe(
      'NotFoundError',
    );

    expect(await rowsOf(other.organizationId)).toEqual({ ...all, invitations: 0 });
    expect(await jobsFor(other.organizationId)).toEqual([]);
    // The account is free for another one.
    expect((await change('openOrganization', { input: facts })).__typename).toBe(
      'OpenOrganizationPayload',
    );
  });

  it('works for two calls at once', async () => {
    const { organizationId: id } = await full(owner.user);
    const results = await Promise.all([1, 2, 3].map(() => change('closeOrganization', { id })));
    const names = results.map(({ __typename }) => __typename);
    expect(names).toContain('CloseOrganizationPayload');
    expect(
      names.filter((name) => !['CloseOrganizationPayload', 'NotFoundError'].includes(name)),
    ).toEqual([]);
    expect(await rowsOf(id)).toEqual(none);
  });

  it('changes nothing when the job that drops the sandbox cannot be added', async () => {
    const { organizationId: id, bearer } = await full(owner.user);
    const before = await rowsOf(id);
    await withBrokenTable(server, 'graphile_worker._private_jobs', async () => {
      const { errors } = await askOrganization(server, 'closeOrganization', { id }, owner.cookie);
      expect(errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
    });
    expect(await rowsOf(id)).toEqual(before);
    expect((await server.graphqlText('{ organization { name } }', {}, bearer)).status).toBe(200);
  });

  it('happens when the account of the member who opened it is closed, who leaves all others', async () => {
    const { organizationId, bearer } = await full(owner.user);
    const other = await createOrganization(server);
    await server.prisma.organizationMember.create({
      data: { organizationId: other.id, userId: owner.user.id, role: 'owner' },
    });
    // Its row is kept for the booking.
    const { id: resortId } = await createResort(server);
    await createBooking(server, { resortId, userId: owner.user.id });
    const { data } = await server.graphqlText(
      'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { __typename } }',
      { input: { password, confirmation: 'DELETE' } },
      { cookie: owner.cookie },
    );
    expect(data).toEqual({ closeAccount: { __typename: 'CloseAccountPayload' } });
    expect(await rowsOf(organizationId)).toEqual(none);
    expect(await jobsFor(organizationId)).toEqual(['drop_sandbox']);
    expect((await server.graphqlText('{ viewer { id } }', {}, bearer)).status).toBe(401);
    expect(
      await server.prisma.organizationMember.findMany({ where: { organizationId: other.id } }),
    ).toMatchObject([{ userId: other.account.id }]);
  });
});

describe('the list of organizations', () => {
  it('has those of a member at the member, and all for administrators', async () => {
    const own = await createOrganization(server, { account: owner.user, name: 'Own' });
    const other = await createOrganization(server, { name: 'Another' });
    await createOrganization(server, { name: 'Unknown' });
    await server.prisma.organizationMember.create({
      data: { organizationId: other.id, userId: owner.user.id, role: 'viewer' },
    });
    const { data } = await server.graphqlText(
      '{ viewer { organizations { name viewerRole } } }',
      {},
      { cookie: owner.cookie },
    );
    expect(data).toEqual({
      viewer: {
        organizations: [
          { name: 'Another', viewerRole: 'VIEWER' },
          { name: 'Own', viewerRole: 'OWNER' },
        ],
      },
    });
    await server.prisma.organization.update({
      where: { id: own.id },
      data: { status: 'suspended' },
    });
    const names = async (status: string | null) => {
      const answer = await server.graphqlText<{
        organizations: { edges: { node: { name: string } }[] };
      }>(
        `query ($status: OrganizationStatus) { organizations(first: 2, status: $status) {
           edges { node { name } } } }`,
        { status },
        { cookie: admin.cookie },
      );
      return answer.data?.organizations.edges.map(({ node }) => node.name);
    };
    expect(await names(null)).toEqual(['Unknown', 'Another']);
    expect((await names('SUSPENDED'))?.[0]).toBe('Own');
  });
});
