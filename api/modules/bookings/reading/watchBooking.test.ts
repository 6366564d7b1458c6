import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signedInUser } from '#api/testing/factories.ts';
import { subscribe, type SubscriptionEvent } from '#api/testing/subscribe.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { watchers } from '#api/modules/access/watching.ts';
import { booked, held, makeScene, move, pay } from '../testing/flow.ts';

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
  bookingChanged: { booking: { status: string; payment: { status: string } | null } };
}

type Events = SubscriptionEvent<Moment>[];

function watch(id: string, cookie?: string): Promise<Events> {
  const closing = new AbortController();
  open.push(closing);
  const query = `subscription { bookingChanged(id: "${id}") {
    booking { status payment { status } } } }`;
  return subscribe<Moment>(server, query, { cookie, signal: closing.signal });
}

const bookingsIn = (events: Events) => events.map(({ data }) => data?.bookingChanged.booking);

const lastOf = (events: Events) => bookingsIn(events).at(-1);

describe('A subscription to a booking', () => {
  it('brings it now and after each change, to traveler, owner and team', async () => {
    const scene = await makeScene(server);
    const admin = await signedInUser(server, { role: 'admin' });
    const id = await booked(server, scene);
    const seen = await Promise.all(
      [scene.traveler, scene.owner, admin].map(({ cookie }) => watch(id, cookie)),
    );
    for (const events of seen) {
      await expect.poll(() => lastOf(events)?.status).toBe('PENDING');
    }
    await move(server, scene.owner.cookie, id, { move: 'ACCEPT' });
    for (const events of seen) {
      await expect.poll(() => lastOf(events)?.status).toBe('CONFIRMED');
    }
    // Only the traveler sees how they paid.
    const payments = seen.map((events) => lastOf(events)?.payment);
    expect(payments).toEqual([{ status: 'SUCCEEDED' }, null, null]);
  });

  it('brings how a payment goes before the booking itself changes', async () => {
    const scene = await makeScene(server);
    const booking = await held(server, scene);
    const events = await watch(booking.databaseId, scene.traveler.cookie);
    await expect.poll(() => lastOf(events)).toEqual({ status: 'HELD', payment: null });
    await pay(server, scene, booking, '4000000000009995');
    await expect
      .poll(() => lastOf(events))
      .toEqual({ status: 'HELD', payment: { status: 'FAILED' } });
  });

  it('is not found by others, and not open to visitors', async () => {
    const scene = await makeScene(server);
    const id = await booked(server, scene);
    for (const unknown of [id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      const events = await watch(unknown, (await signedInUser(server)).cookie);
      await expect
        .poll(() => events)
        .toMatchObject([{ errors: [{ message: 'Booking not found' }] }]);
    }
    const events = await watch(id);
    await expect
      .poll(() => events)
      .toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
  });

  it('brings nothing more to an account that was deactivated, and can not begin again', async () => {
    const scene = await makeScene(server);
    const id = await booked(server, scene);
    for (const { user, cookie } of [scene.traveler, scene.owner]) {
      const events = await watch(id, cookie);
      await expect.poll(() => events.length).toBeGreaterThan(0);
      const before = events.length;
      await server.prisma.user.update({ where: { id: user.id }, data: { closedAt: new Date() } });
      await server.prisma.booking.update({ where: { id }, data: { guests: { increment: 1 } } });
      await expect.poll(watchers).toBe(0);
      expect(events).toHaveLength(before);
      const again = await watch(id, cookie);
      await expect
        .poll(() => again)
        .toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
    }
  });

  it('brings nothing more to somebody who is no longer an administrator', async () => {
    const scene = await makeScene(server);
    const id = await booked(server, scene);
    const { user, cookie } = await signedInUser(server, { role: 'admin' });
    const events = await watch(id, cookie);
    await expect.poll(() => events.length).toBeGreaterThan(0);
    const before = events.length;
    await server.prisma.user.update({ where: { id: user.id }, data: { role: 'user' } });
    await move(server, scene.owner.cookie, id, { move: 'DECLINE', reason: 'Sold elsewhere' });
    await expect.poll(watchers).toBe(0);
    expect(events).toHaveLength(before);
  });
});
