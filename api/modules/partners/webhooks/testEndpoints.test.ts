import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../../platform/days.ts';
import { createListing, createResort, signedInUser } from '../../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
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

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
  receiver = await startReceiver();
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

async function createEndpoint(path: string, organizationId: string, bearer: Bearer) {
  const { data } = await server.graphqlText<{ result: { secret: string } }>(
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
      // The time of the receiver, although the sandbox is days ahead.
      const age = Date.now() / 1000 - Number(message.headers['webhook-timestamp']);
      expect(Math.abs(age)).toBeLessThan(300);
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
