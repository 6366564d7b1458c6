import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { watchers } from '#api/modules/access/watching.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { subscribe, type SubscriptionEvent } from '#api/testing/subscribe.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { agreedDeal, depositCents, moved, paid } from '../closing/testing/flow.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const open: AbortController[] = [];

afterEach(async () => {
  open.splice(0).forEach((watch) => watch.abort());
  await expect.poll(watchers).toBe(0);
});

interface Moment {
  saleChanged: { sale: { status: string; side: string; funds: { held: { amount: number } } } };
}

type Events = SubscriptionEvent<Moment>[];

function watch(id: string, cookie?: string): Promise<Events> {
  const closing = new AbortController();
  open.push(closing);
  const query = `subscription { saleChanged(id: "${id}") {
    sale { status side funds { held { amount } } } } }`;
  return subscribe<Moment>(server, query, { cookie, signal: closing.signal });
}

const lastOf = (events: Events) => events.at(-1)?.data?.saleChanged.sale;

describe('A subscription to a sale', () => {
  it('brings it now, after money has come, and after each move, to both sides and the team', async () => {
    const deal = await agreedDeal(server);
    const sides = [deal.buyer, deal.seller, deal.team];
    const seen = await Promise.all(sides.map(({ cookie }) => watch(deal.id, cookie)));
    for (const events of seen) await expect.poll(() => lastOf(events)?.status).toBe('AGREED');
    expect(seen.map((events) => lastOf(events)?.side)).toEqual(['BUYER', 'SELLER', null]);
    await paid(server, deal, 'deposit', 100);
    for (const events of seen) await expect.poll(() => lastOf(events)?.funds.held.amount).toBe(100);
    await paid(server, deal, 'deposit', depositCents - 100);
    await moved(server, deal, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    for (const events of seen) await expect.poll(() => lastOf(events)?.status).toBe('CALLED_OFF');
  });

  it('is not found by others, and not open to visitors', async () => {
    const { id } = await agreedDeal(server);
    for (const unknown of [id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      const events = await watch(unknown, (await signedInUser(server)).cookie);
      await expect.poll(() => events).toMatchObject([{ errors: [{ message: 'Sale not found' }] }]);
    }
    const events = await watch(id);
    await expect
      .poll(() => events)
      .toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
  });
});
