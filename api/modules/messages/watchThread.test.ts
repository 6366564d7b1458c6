import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createBooking,
  createListing,
  createResort,
  signedInUser,
} from '#api/testing/factories.ts';
import { subscribe, type SubscriptionEvent } from '#api/testing/subscribe.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { watchers } from '../access/watching.ts';
import {
  markThreadReadMutation,
  openThreadMutation,
  sendMessageMutation,
} from './testing/operations.ts';

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
  messageThread: {
    thread: { isReadTo: number; showsContacts: boolean };
    messages: { node: { number: number; text: string } }[];
  };
}

type Event = SubscriptionEvent<Moment>;

function watch(threadId: string, cookie: string | undefined, after = 0): Promise<Event[]> {
  const closing = new AbortController();
  open.push(closing);
  const query = `subscription { messageThread(id: "${threadId}", after: ${after}) {
    thread { isReadTo showsContacts } messages { node { number text } } } }`;
  return subscribe<Moment>(server, query, { cookie, signal: closing.signal });
}

async function scene() {
  const owner = await signedInUser(server);
  const traveler = await signedInUser(server);
  const resortId = (await createResort(server)).id;
  const listing = await createListing(server, { resortId, ownerId: owner.user.id });
  const { data } = await server.graphql(
    openThreadMutation,
    { input: { listingId: listing.id } },
    { cookie: traveler.cookie },
  );
  if (data?.openThread?.__typename !== 'OpenThreadPayload') throw new Error();
  const threadId = data.openThread.thread.databaseId;
  const send = ({ cookie }: { cookie: string }, text: string) =>
    server.graphql(sendMessageMutation, { input: { threadId, text } }, { cookie });
  return { owner, traveler, listing, threadId, send };
}

const textsIn = (events: Event[]) =>
  events.flatMap(({ data }) => data?.messageThread.messages.map(({ node }) => node.text) ?? []);

describe('A subscription to a thread', () => {
  it('brings what was missed, then each message, each mark, and contact details once confirmed', async () => {
    const { owner, traveler, listing, threadId, send } = await scene();
    await send(owner, 'One');
    await send(owner, 'Two');
    const events = await watch(threadId, traveler.cookie, 1);
    await expect.poll(() => textsIn(events)).toEqual(['Two']);
    await send(owner, 'Three, at 808-555-1234');
    await expect.poll(() => textsIn(events)).toEqual(['Two', 'Three, at [hidden]']);
    await send(traveler, 'Four');
    await server.graphql(
      markThreadReadMutation,
      { input: { threadId, number: 4 } },
      { cookie: owner.cookie },
    );
    await expect.poll(() => events.at(-1)?.data?.messageThread.thread.isReadTo).toBe(4);
    expect(textsIn(events)).toEqual(['Two', 'Three, at [hidden]', 'Four']);
    await createBooking(server, {
      resortId: listing.resortId,
      listingId: listing.id,
      userId: traveler.user.id,
      checkIn: listing.availableFrom,
      checkOut: listing.availableTo,
      status: 'confirmed',
    });
    await expect.poll(() => events.at(-1)?.data?.messageThread.thread.showsContacts).toBe(true);
  });

  it('is not found by others, and not open to visitors', async () => {
    const { owner, threadId, send } = await scene();
    await send(owner, 'Secret');
    const admin = await signedInUser(server, { role: 'admin' });
    for (const cookie of [(await signedInUser(server)).cookie, admin.cookie]) {
      const events = await watch(threadId, cookie);
      await expect
        .poll(() => events)
        .toMatchObject([{ errors: [{ message: 'There is no such conversation' }] }]);
    }
    const events = await watch(threadId, undefined);
    await expect
      .poll(() => events)
      .toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
  });

  it('brings nothing more after sign-out', async () => {
    const { owner, traveler, threadId, send } = await scene();
    await send(owner, 'One');
    const events = await watch(threadId, traveler.cookie);
    await expect.poll(() => textsIn(events)).toEqual(['One']);
    await server.rest('POST', '/api/users/logout', undefined, { cookie: traveler.cookie });
    await send(owner, 'Two');
    await expect.poll(watchers).toBe(0);
    expect(textsIn(events)).toEqual(['One']);
  });
});
