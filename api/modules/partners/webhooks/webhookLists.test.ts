import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createEndpointRow, createOrganization } from '../testing/partner.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('a member reads endpoints and deliveries with as many statements for 20 rows as for one', async () => {
  const { user, cookie } = await signedInUser(server);
  const organization = await createOrganization(server, { account: user });
  const add = async (): Promise<void> => {
    const { id: endpointId } = await createEndpointRow(server, organization);
    const event = await server.prisma.apiEvent.create({
      data: {
        id: randomUUID(),
        type: 'webhook.test',
        objectType: 'WebhookEndpoint',
        objectId: endpointId,
        data: {},
      },
    });
    await server.prisma.webhookDelivery.create({
      data: { endpointId, eventId: event.id, objectId: endpointId, dueAt: new Date() },
    });
  };
  const read = async () => {
    const answer = await server.graphqlText<{
      organization: { webhookEndpoints: unknown[]; webhookDeliveries: { edges: unknown[] } };
    }>(
      `query ($id: ID) { organization(id: $id) {
         webhookEndpoints { address topics }
         webhookDeliveries { edges { node { type body endpoint { address } } } } } }`,
      { id: organization.id },
      { cookie },
    );
    expect(answer.errors).toEqual([]);
    const { webhookEndpoints = [], webhookDeliveries } = answer.data?.organization ?? {};
    return {
      rows: [webhookEndpoints.length, webhookDeliveries?.edges.length],
      statements: server.statementsOf(answer.requestId),
    };
  };
  await add();
  const one = await read();
  expect(one.rows).toEqual([1, 1]);
  for (let count = 1; count < 20; count += 1) await add();
  const twenty = await read();
  expect(twenty.rows).toEqual([20, 20]);
  expect(twenty.statements.length, twenty.statements.join('\n')).toBe(one.statements.length);
});
