import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { globalId } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  agreedDeal,
  moved,
  priceCents,
  shortClosing,
  sold,
} from '#api/modules/sales/closing/testing/flow.ts';
import { saleEventsTable } from '#api/modules/sales/moves/saleEvents.ts';
import {
  createEndpointRow,
  createOrganization,
  createTokenRow,
  settledEvents,
} from '../testing/partner.ts';
import { startReceiver, type Receiver } from '../testing/receiver.ts';
import { startDeliveries, usualTimes } from '../webhooks/deliver.ts';

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestServer();
  receiver = await startReceiver();
});

afterAll(async () => {
  await receiver.close();
  await server.close();
});

interface Event {
  type: string;
  data: { status: string; move: string; steps: { step: string; state: string }[] };
}

const written = async (objectId: string) =>
  server.prisma.apiEvent.findMany({
    where: { objectId },
    orderBy: [{ transaction: 'asc' }, { sequence: 'asc' }],
  });

it('The events of a sale are those in docs/partners.md', () => {
  expect(readFileSync('docs/partners.md', 'utf8')).toContain(saleEventsTable());
});

it('A sale is told to the organization of its seller alone, in order, and again on demand', async () => {
  const deal = await agreedDeal(server, shortClosing);
  const { id, seller, buyer, listing } = deal;
  const organization = await createOrganization(server, { account: seller.user });
  const ofBuyer = await createOrganization(server, { account: buyer.user });
  const from = { transaction: 0n, topics: ['sale.*'] };
  const endpoint = await createEndpointRow(server, organization, {
    ...from,
    address: `${receiver.origin}/seller`,
  });
  await createEndpointRow(server, ofBuyer, { ...from, address: `${receiver.origin}/buyer` });
  await createEndpointRow(server, organization, {
    transaction: 0n,
    topics: ['booking.*'],
    address: `${receiver.origin}/bookings`,
  });
  await sold(server, deal);
  await settledEvents(server);

  const running = startDeliveries(server.deps, { ...usualTimes, lookEvery: 20 });
  const types = () => receiver.received.map(({ body }) => (JSON.parse(body) as Event).type);
  await expect.poll(() => types().length).toBe(14);
  expect(types()).toEqual([
    'sale.offered',
    'sale.accepted',
    'sale.confirmed',
    'sale.confirmed',
    'sale.agreed',
    ...Array.from({ length: 7 }, () => 'sale.step_done'),
    'sale.sold',
    'sale.step_done',
  ]);
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/seller']));

  const offered = receiver.received[0]?.body ?? '';
  expect(JSON.parse(offered)).toMatchObject({
    data: {
      __typename: 'Sale',
      id: globalId('Sale', id),
      databaseId: id,
      status: 'OFFERED',
      move: 'OFFER',
      turn: 'SELLER',
      listingId: listing.id,
      resortId: listing.resortId,
      price: { amount: priceCents, currency: 'USD' },
      steps: [],
    },
  });
  const ofEstoppel = JSON.parse(receiver.received[6]?.body ?? '') as Event;
  expect(ofEstoppel.data.move).toBe('RECORD_STEP');
  expect(ofEstoppel.data.steps.slice(0, 3)).toMatchObject([
    { step: 'DEPOSIT', state: 'DONE' },
    { step: 'ESTOPPEL', state: 'DONE' },
    { step: 'BALANCE', state: 'OPEN' },
  ]);
  const everything = receiver.received.map(({ body }) => body).join();
  for (const secret of ['Bela', 'Nagy', buyer.user.id, buyer.user.email]) {
    expect(everything).not.toContain(secret);
  }

  const first = await server.prisma.webhookDelivery.findFirstOrThrow({
    where: { endpointId: endpoint.id },
    orderBy: { number: 'asc' },
  });
  const { data } = await server.graphqlText<{ replayDeliveries: { count: number } }>(
    `mutation ReplaySale($input: ReplayDeliveriesInput!) { replayDeliveries(input: $input) {
      ... on ReplayDeliveriesPayload { count } } }`,
    { input: { endpointId: endpoint.id, deliveryId: first.id } },
    { cookie: seller.cookie },
  );
  expect(data?.replayDeliveries.count).toBe(1);
  await expect.poll(() => receiver.received.length).toBe(15);
  await running.stop();
  expect(receiver.received[14]).toMatchObject({
    body: offered,
    headers: { 'webhook-id': receiver.received[0]?.headers['webhook-id'] },
  });
});

it('A sale that does not happen has ended, with how it stands', async () => {
  const deal = await agreedDeal(server);
  await moved(server, deal, 'buyer', 'GIVE_UP', { reason: 'We can’t.' });
  const last = (await written(deal.id)).at(-1);
  expect(last).toMatchObject({
    type: 'sale.ended',
    ownerId: deal.seller.user.id,
    data: { status: 'CALLED_OFF', move: 'GIVE_UP' },
  });
  expect(JSON.stringify(last?.data)).not.toContain('We can’t.');
});

it('A token reads the sales of its account, and only with the scope', async () => {
  const deal = await agreedDeal(server);
  const read = async (by: object) => {
    const { data, errors } = await server.graphqlText<{ sale: object | null }>(
      'query SaleOfToken($id: ID!) { sale(id: $id) { status side buyerName } }',
      { id: deal.id },
      by,
    );
    return errors[0]?.extensions ?? data?.sale;
  };
  const organization = await createOrganization(server, { account: deal.seller.user });
  const own = await createTokenRow(server, organization, { scopes: ['sales:read'] });
  expect(await read(own.bearer)).toEqual({
    status: 'AGREED',
    side: 'SELLER',
    buyerName: 'Bela Nagy',
  });
  const closed = await createTokenRow(server, organization, { scopes: ['bookings:read'] });
  expect(await read(closed.bearer)).toMatchObject({ code: 'FORBIDDEN', scope: 'sales:read' });
  const other = await createTokenRow(server, await createOrganization(server), {
    scopes: ['sales:read'],
  });
  expect(await read(other.bearer)).toBeNull();
});
