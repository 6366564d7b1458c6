import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#common/days.ts';
import { createListing, createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createOrganization, createTokenRow } from '../testing/partner.ts';
import { startReceiver, type Receiver } from '../testing/receiver.ts';
import { bookTestWeek, listTestWeek } from '../testing/testMode.ts';
import { signatureOf } from '../testing/signatureOf.ts';
import { startDeliveries, type RunningDeliveries } from './deliver.ts';

type Bearer = Awaited<ReturnType<typeof createTokenRow>>['bearer'];

let server: TestServer;
let receiver: Receiver;
let running: RunningDeliveries;
let resortId: string;

/** Paths at which the receiver answers 503. */
const failing = new Set<string>();

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
  receiver = await startReceiver();
  receiver.answer = ({ path }) => (failing.has(path) ? 503 : 200);
  running = startDeliveries(server.deps);
});

afterAll(async () => {
  await running.stop();
  await receiver.close();
  await server.close();
});

const sentTo = (path: string) => receiver.received.filter((message) => message.path === path);

const typesTo = (path: string) =>
  sentTo(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);

async function createEndpoint(
  path: string,
  organizationId: string,
  bearer: Bearer,
  at: TestServer = server,
) {
  const { data } = await at.graphqlText<{ result: { secret: string } }>(
    `mutation MakeEndpoint($input: CreateWebhookEndpointInput!) {
       result: createWebhookEndpoint(input: $input) {
         ... on Error { message } ... on CreateWebhookEndpointPayload { secret } } }`,
    {
      input: {
        organizationId,
        address: receiver.origin + path,
        topics: ['LISTING_PUBLISHED', 'BOOKING'],
      },
    },
    bearer,
  );
  return data?.result.secret ?? '';
}

it.each(['approved', 'pending'] as const)(
  'an endpoint of a test token gets what happens in the sandbox of an organization that is %s, and a live one nothing of it',
  async (status) => {
    const owner = await signedInUser(server);
    const organization = await createOrganization(server, { account: owner.user });
    const { bearer: live } = await createTokenRow(server, organization);
    const { bearer: test } = await createTokenRow(server, organization, { mode: 'test' });
    const liveSecret = await createEndpoint(`/live/${status}`, organization.id, live);
    await server.prisma.organization.update({
      where: { id: organization.id },
      data: { status, ...(status === 'pending' && { decidedAt: null }) },
    });
    const secret = await createEndpoint(`/test/${status}`, organization.id, test);

    const begun = Math.floor(Date.now() / 1000);
    const listing = await listTestWeek(server, test, { resortId, title: 'A week by the sea' });
    await expect.poll(() => typesTo(`/test/${status}`)).toEqual(['listing.published']);
    await server.graphqlText(
      'mutation Later($to: DateTime!) { moveSandboxClock(to: $to) { __typename } }',
      { to: new Date(Date.now() + 5 * dayMs) },
      test,
    );
    expect(await bookTestWeek(server, test, listing)).toMatchObject({
      __typename: 'CreateTestBookingPayload',
    });
    await expect.poll(() => typesTo(`/test/${status}`)).toContain('booking.pending');
    for (const message of sentTo(`/test/${status}`)) {
      expect(message.headers['webhook-signature']).toBe(signatureOf(secret, message));
      expect(JSON.parse(message.body)).toMatchObject({ livemode: false });
      // The time of the receiver, although the sandbox is days ahead.
      const sentAt = Number(message.headers['webhook-timestamp']);
      expect(sentAt).toBeGreaterThanOrEqual(begun);
      expect(sentAt).toBeLessThanOrEqual(Date.now() / 1000);
    }
    const { data } = await server.graphqlText<{
      organization: { webhookEndpoints: { address: string }[] };
    }>(
      'query Endpoints($id: ID!) { organization(id: $id) { webhookEndpoints { address } } }',
      { id: organization.id },
      { cookie: owner.cookie },
    );
    expect(data?.organization.webhookEndpoints).toEqual([
      { address: `${receiver.origin}/live/${status}` },
    ]);

    // What comes to the live endpoint next is what happens next in the live data.
    await server.prisma.organization.update({
      where: { id: organization.id },
      data: { status: 'approved', decidedAt: new Date() },
    });
    const inSandbox = sentTo(`/test/${status}`).length;
    await createListing(server, { resortId, title: 'A live week' });
    await expect.poll(() => sentTo(`/live/${status}`).length).toBe(1);
    const [message] = sentTo(`/live/${status}`);
    expect(message?.body).toContain('A live week');
    expect(message?.headers['webhook-signature']).toBe(message && signatureOf(liveSecret, message));
    expect(sentTo(`/test/${status}`)).toHaveLength(inSandbox);
  },
);

/** Another process, whose clock can be moved: the real one, as far as its sandboxes know. */
async function startAnother(options: Parameters<typeof startTestServer>[0] = {}) {
  let now = Date.now();
  const another = await startTestServer({
    database: { url: server.databaseUrl },
    clock: () => new Date(now),
    ...options,
  });
  return {
    another,
    now: () => now,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

async function newPartner() {
  const owner = await createUser(server);
  const organization = await createOrganization(server, { account: owner });
  const { bearer } = await createTokenRow(server, organization, { mode: 'test' });
  return { owner, organization, bearer };
}

interface Log {
  organization: {
    webhookEndpoints: { pausedAt: string | null; failures: number }[];
    webhookDeliveries: { edges: { node: { nextTryAt: string | null } }[] };
  };
}

const readLog = async (at: TestServer, bearer: Bearer) => {
  const { data, errors } = await at.graphqlText<Log>(
    `{ organization { webhookEndpoints { pausedAt failures }
         webhookDeliveries(first: 1) { edges { node { nextTryAt } } } } }`,
    {},
    bearer,
  );
  expect(errors).toEqual([]);
  return {
    endpoint: data?.organization.webhookEndpoints[0],
    nextTryAt: Date.parse(data?.organization.webhookDeliveries.edges[0]?.node.nextTryAt ?? ''),
  };
};

it('retries keep real time when the clock of the sandbox is moved, and members are told when they end', async () => {
  const { another, now, pass } = await startAnother();
  const { owner, organization, bearer } = await newPartner();
  const developer = await createUser(server);
  await server.prisma.organizationMember.create({
    data: { organizationId: organization.id, userId: developer.id, role: 'developer' },
  });
  failing.add('/moved');
  await createEndpoint('/moved', organization.id, bearer, another);
  await listTestWeek(another, bearer, { resortId, title: 'A week in the future' });
  const endpoint = async () => (await readLog(another, bearer)).endpoint;
  await expect.poll(endpoint).toEqual({ pausedAt: null, failures: 1 });

  await another.graphqlText(
    'mutation FarAhead($to: DateTime!) { moveSandboxClock(to: $to) { __typename } }',
    { to: new Date(Date.now() + 10 * dayMs) },
    bearer,
  );
  pass(5_000);
  await expect.poll(endpoint).toEqual({ pausedAt: null, failures: 2 });
  expect((await readLog(another, bearer)).nextTryAt).toBe(now() + 30_000);

  pass(3 * dayMs);
  await expect.poll(endpoint).toEqual({ pausedAt: new Date(now()).toISOString(), failures: 3 });
  const mails = await server.prisma.outgoingMail.findMany({ where: { template: 'webhookPaused' } });
  expect(mails.map(({ toAddress }) => toAddress).toSorted()).toEqual(
    [owner.email, developer.email].toSorted(),
  );
  expect(mails[0]?.text).toContain('from the test data of Harbour Weeks');
  expect(sentTo('/moved')).toHaveLength(3);
  await another.close();
});

it('retries of a sandbox that rested go on with the next call', async () => {
  const { another, pass } = await startAnother({ sandboxes: { quietFor: 1_000 } });
  const { organization, bearer } = await newPartner();
  failing.add('/rested');
  await createEndpoint('/rested', organization.id, bearer, another);
  await listTestWeek(another, bearer, { resortId, title: 'A week to rest' });
  await expect.poll(async () => (await readLog(another, bearer)).endpoint?.failures).toBe(1);

  const connections = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname LIKE $1',
      [`%${organization.id.replaceAll('-', '')}`],
    );
    return rows[0]?.count;
  };
  await expect.poll(connections).toBe(0);
  failing.delete('/rested');
  pass(5_000);
  await expect.poll(async () => (await readLog(another, bearer)).endpoint?.failures).toBe(0);
  const ids = sentTo('/rested').map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([ids[0], ids[0]]);
  await another.close();
});
