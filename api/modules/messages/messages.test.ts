import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { held, makeScene, movableClock } from '../bookings/testing/flow.ts';
import {
  createBooking,
  createListing,
  createResort,
  dayAhead,
  password,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  canMessageQuery,
  markThreadReadMutation,
  messageThreadQuery,
  messageThreadsQuery,
  openThreadMutation,
  sendMessageMutation,
  threadOfBookingQuery,
} from './testing/operations.ts';
import { mailUnreadMessages } from './unreadMail.ts';

let server: TestServer;
let resortId: string;
const { clock, moveTo } = movableClock();

beforeAll(async () => {
  server = await startTestServer({ clock });
  resortId = (await createResort(server, { name: 'Palm Bay' })).id;
});

afterAll(() => server.close());

type SignedIn = Awaited<ReturnType<typeof signedInUser>>;

interface Scene {
  owner: SignedIn;
  traveler: SignedIn;
  listingId: string;
  threadId: string;
}

const open = async (cookie: string | undefined, listingId: string) =>
  (await server.graphql(openThreadMutation, { input: { listingId } }, { cookie })).data?.openThread;

const openForBooking = async (cookie: string, bookingId: string) =>
  (await server.graphql(openThreadMutation, { input: { bookingId } }, { cookie })).data?.openThread;

/** What each of these people is told about writing to the other side of a booking. */
const canMessage = (id: string, ...people: SignedIn[]) =>
  Promise.all(
    people.map(
      async ({ cookie }) =>
        (await server.graphql(canMessageQuery, { id }, { cookie })).data?.booking?.canMessage,
    ),
  );

/** A thread of a traveler and an owner, with no messages yet. */
async function scene(given: Partial<Prisma.ListingUncheckedCreateInput> = {}): Promise<Scene> {
  const owner = await signedInUser(server, { firstName: 'Olga' });
  const traveler = await signedInUser(server, { firstName: 'Tara' });
  const listing = await createListing(server, {
    resortId,
    ownerId: owner.user.id,
    title: 'Two rooms by the lagoon',
    ...given,
  });
  const answer = await open(traveler.cookie, listing.id);
  if (answer?.__typename !== 'OpenThreadPayload') throw new Error(JSON.stringify(answer));
  return { owner, traveler, listingId: listing.id, threadId: answer.thread.databaseId };
}

const send = async (
  { threadId }: Pick<Scene, 'threadId'>,
  { cookie }: { cookie: string | undefined },
  text: string,
  idempotencyKey?: string,
) =>
  (
    await server.graphql(
      sendMessageMutation,
      { input: { threadId, text, ...(idempotencyKey && { idempotencyKey }) } },
      { cookie },
    )
  ).data?.sendMessage;

const read = async (
  { threadId }: Pick<Scene, 'threadId'>,
  { cookie }: { cookie: string | undefined },
  page: object = {},
) =>
  (await server.graphql(messageThreadQuery, { id: threadId, ...page }, { cookie })).data
    ?.messageThread;

const textsOf = async (place: Scene, reader: SignedIn) =>
  (await read(place, reader))?.messages.edges.map(({ node }) => node.text);

const list = async ({ cookie }: SignedIn, page: object = {}) =>
  (await server.graphql(messageThreadsQuery, page, { cookie })).data;

const mark = async ({ threadId }: Scene, { cookie }: SignedIn, number: number) =>
  (await server.graphql(markThreadReadMutation, { input: { threadId, number } }, { cookie })).data
    ?.markThreadRead;

const refused = (typename: string, message: string) => ({ __typename: typename, message });

describe('openThread', () => {
  it('for a booking is one for both sides, and refused to others', async () => {
    const owner = await signedInUser(server, { firstName: 'Olga' });
    const traveler = await signedInUser(server, { firstName: 'Tara' });
    const listing = await createListing(server, { resortId, ownerId: owner.user.id });
    const { id: bookingId } = await createBooking(server, {
      resortId,
      listingId: listing.id,
      userId: traveler.user.id,
      checkIn: listing.availableFrom,
      checkOut: listing.availableTo,
      status: 'pending',
    });
    const admin = await signedInUser(server, { role: 'admin' });
    for (const { cookie } of [await signedInUser(server), admin]) {
      expect(await openForBooking(cookie, bookingId)).toEqual(
        refused('NotFoundError', 'Booking not found'),
      );
    }
    const answer = await openForBooking(owner.cookie, bookingId);
    if (answer?.__typename !== 'OpenThreadPayload') throw new Error(JSON.stringify(answer));
    expect(answer.thread).toMatchObject({ side: 'OWNER', ownerName: 'Olga' });
    const threadId = answer.thread.databaseId;
    const same = { thread: { databaseId: threadId, side: 'TRAVELER' } };
    expect(await openForBooking(traveler.cookie, bookingId)).toMatchObject(same);
    expect(await open(traveler.cookie, listing.id)).toMatchObject(same);
    expect(await send({ threadId }, owner, 'Welcome.')).toMatchObject({
      __typename: 'SendMessagePayload',
    });
    expect(await canMessage(bookingId, traveler, owner, admin)).toEqual([true, true, false]);
  });

  it('for a booking waits for the request, and for weeks of providers is the team’s', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const provider = await server.prisma.inventoryProvider.create({
      data: { name: 'Afar', kind: 'json_feed', address: 'https://weeks.example/b.json' },
    });
    const stay = await makeScene(server);
    await server.prisma.listing.update({
      where: { id: stay.listing.id },
      data: { ownerId: null, providerId: provider.id, externalId: 'w1' },
    });
    const { databaseId: bookingId } = await held(server, stay);
    expect(await openForBooking(admin.cookie, bookingId)).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await canMessage(bookingId, admin)).toEqual([false]);
    await server.prisma.bookingEvent.create({
      data: { bookingId, move: 'request', party: 'payment', status: 'pending', at: clock() },
    });
    expect(await openForBooking(admin.cookie, bookingId)).toMatchObject({
      thread: { side: 'OWNER', ownerName: null },
    });
  });

  it('needs a week or a booking, and not both', async () => {
    const { cookie } = await signedInUser(server);
    for (const input of [{}, { listingId: 'one', bookingId: 'other' }]) {
      const answer = await server.graphql(openThreadMutation, { input }, { cookie });
      expect(answer.data?.openThread).toMatchObject({
        fieldErrors: [{ field: 'listingId', message: 'Name a week or a booking' }],
      });
    }
  });

  it('makes one thread per traveler and week, also when called concurrently', async () => {
    const { traveler, listingId, threadId } = await scene();
    const another = await signedInUser(server);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => open(another.cookie, listingId)),
    );
    const ids = answers.map((answer) =>
      answer?.__typename === 'OpenThreadPayload' ? answer.thread.databaseId : answer?.__typename,
    );
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).not.toBe(threadId);
    expect(await open(traveler.cookie, listingId)).toMatchObject({
      thread: { databaseId: threadId, side: 'TRAVELER', ownerName: 'Olga', showsContacts: false },
    });
    expect(await server.prisma.messageThread.count({ where: { listingId } })).toBe(2);
  });

  it('opens for a timeshare for sale that has no week ahead', async () => {
    const buyer = await signedInUser(server);
    const forSale = await createListing(server, {
      resortId,
      availableFrom: dayAhead(-30),
      isForSale: true,
      salePriceCents: 900_000,
    });
    expect(forSale).toMatchObject({ onOffer: false, onSale: true });
    expect(await open(buyer.cookie, forSale.id)).toMatchObject({
      thread: { side: 'TRAVELER', showsContacts: false },
    });
    await server.prisma.listing.update({ where: { id: forSale.id }, data: { isForSale: false } });
    const late = await signedInUser(server);
    expect(await open(late.cookie, forSale.id)).toEqual(
      refused('NotFoundError', 'This week is no longer on offer'),
    );
  });

  it('is refused to visitors, for own weeks, and for weeks off the site without a booking', async () => {
    const { owner, listingId } = await scene();
    expect(await open(undefined, listingId)).toBeNull();
    expect(await open(owner.cookie, listingId)).toMatchObject({
      fieldErrors: [
        { field: 'listingId', message: 'This is your own week: travelers write to you' },
      ],
    });
    const stranger = await signedInUser(server);
    const off = await createListing(server, { resortId, isActive: false });
    for (const id of [off.id, 'nonsense']) {
      expect(await open(stranger.cookie, id)).toEqual(
        refused('NotFoundError', 'This week is no longer on offer'),
      );
    }
    await createBooking(server, {
      resortId,
      listingId: off.id,
      userId: stranger.user.id,
      checkIn: off.availableFrom,
      checkOut: off.availableTo,
      status: 'cancelled',
    });
    expect(await open(stranger.cookie, off.id)).toMatchObject({
      thread: { showsContacts: false },
    });
  });
});

describe('sendMessage', () => {
  it('reaches the other side, in order, and shows in both lists once there is a message', async () => {
    const place = await scene();
    const { owner, traveler, threadId } = place;
    expect((await list(traveler))?.messageThreads?.edges).toEqual([]);
    expect((await list(owner))?.messageThreads?.edges).toEqual([]);
    expect(await send(place, traveler, '  Is there\r\na pool?  ')).toMatchObject({
      messageEdge: {
        node: { number: 1, text: 'Is there\na pool?', isMine: true, hidesContacts: false },
      },
      thread: { lastNumber: 1, isUnread: false },
    });
    await send(place, owner, 'Two of them.');
    expect(await read(place, owner)).toMatchObject({
      side: 'OWNER',
      travelerName: 'Tara',
      weekTitle: 'Two rooms by the lagoon',
      resort: { name: 'Palm Bay' },
      messages: {
        edges: [
          { node: { number: 1, text: 'Is there\na pool?', isMine: false } },
          { node: { number: 2, text: 'Two of them.', isMine: true } },
        ],
      },
    });
    for (const person of [owner, traveler]) {
      expect(await list(person)).toMatchObject({
        viewer: { unreadThreadCount: 1 },
        messageThreads: {
          edges: [{ node: { databaseId: threadId, lastMessage: { text: 'Two of them.' } } }],
        },
      });
    }
  });

  it('is answered the same for the same key, also concurrently, and refused for another text', async () => {
    const place = await scene();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(place, place.traveler, 'Once', 'the-only-key')),
    );
    expect(answers.map((answer) => answer?.__typename)).toEqual(
      Array<string>(5).fill('SendMessagePayload'),
    );
    expect(await textsOf(place, place.owner)).toEqual(['Once']);
    expect(await send(place, place.traveler, 'Other', 'the-only-key')).toMatchObject({
      fieldErrors: [
        {
          field: 'idempotencyKey',
          message: 'This idempotency key was used for another message',
        },
      ],
    });
    // Keys belong to their authors.
    await send(place, place.owner, 'Mine', 'the-only-key');
    expect(await textsOf(place, place.owner)).toEqual(['Once', 'Mine']);
  });

  it('numbers concurrent messages without gaps', async () => {
    const place = await scene();
    const people = [place.owner, place.traveler];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send(place, people[index % 2] ?? place.owner, `Message ${index}`),
      ),
    );
    const thread = await read(place, place.owner);
    expect(thread?.messages.edges.map(({ node }) => node.number)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    const own = thread?.messages.edges.filter(({ node }) => node.isMine);
    expect(own).toHaveLength(6);
  });

  it('stores nothing when it fails halfway', async () => {
    const place = await scene();
    await server.pool.query(
      `ALTER TABLE messages ADD CONSTRAINT messages_fault CHECK (text <> 'fault') NOT VALID`,
    );
    const answer = await server.graphql(
      sendMessageMutation,
      { input: { threadId: place.threadId, text: 'fault' } },
      { cookie: place.traveler.cookie },
    );
    await server.pool.query('ALTER TABLE messages DROP CONSTRAINT messages_fault');
    expect(answer.errors).toHaveLength(1);
    expect(
      await server.prisma.messageThread.findUnique({ where: { id: place.threadId } }),
    ).toMatchObject({ lastNumber: 0, lastOfTraveler: 0, mailOwnerAt: null });
    expect(await send(place, place.traveler, 'Again')).toMatchObject({
      messageEdge: { node: { number: 1 } },
    });
  });

  it.each([
    ['', 'A message is required'],
    [' \n ', 'A message is required'],
    ['x'.repeat(2_001), 'A message may have at most 2,000 characters'],
    ['a\u0007b', 'The message has a character that is not allowed'],
  ])('refuses %j', async (text, message) => {
    const place = await scene();
    expect(await send(place, place.traveler, text)).toMatchObject({
      fieldErrors: [{ field: 'text', message }],
    });
  });

  it('is limited per account', async () => {
    const limited = await startTestServer({
      rateLimits: true,
      database: { url: server.databaseUrl },
    });
    const place = await scene();
    const input = { threadId: place.threadId, text: 'Hello' };
    await limited.deps.rateLimits.spend('messageByAccount', place.traveler.user.id, 119);
    const sendOne = async () => {
      const { cookie } = place.traveler;
      const { data } = await limited.graphql(sendMessageMutation, { input }, { cookie });
      return data?.sendMessage?.__typename;
    };
    const answers = [await sendOne(), await sendOne()];
    await limited.close();
    expect(answers).toEqual(['SendMessagePayload', 'RateLimitedError']);
  });

  it('is refused once the other side has left', async () => {
    const place = await scene();
    await send(place, place.traveler, 'My number is 808-555-1234');
    const answer = await server.graphqlText<{ closeAccount: { __typename: string } }>(
      'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { __typename } }',
      { input: { password, confirmation: 'DELETE' } },
      { cookie: place.traveler.cookie },
    );
    expect(answer.data?.closeAccount.__typename).toBe('CloseAccountPayload');
    expect(await read(place, place.owner)).toMatchObject({
      travelerName: 'Former',
      messages: { edges: [{ node: { text: 'My number is [hidden]' } }] },
    });
    expect(await send(place, place.owner, 'Hello?')).toMatchObject({
      fieldErrors: [{ message: 'This member has left. Nobody would read your message' }],
    });
  });
});

describe("Someone else's thread", () => {
  it('is not found, whatever is tried', async () => {
    const place = await scene();
    await send(place, place.traveler, 'Secret');
    const notFound = refused('NotFoundError', 'There is no such conversation');
    const admin = await signedInUser(server, { role: 'admin' });
    for (const person of [await signedInUser(server), admin]) {
      expect(await read(place, person)).toBeNull();
      expect(await send(place, person, 'Hello')).toEqual(notFound);
      expect(await mark(place, person, 1)).toEqual(notFound);
      expect((await list(person))?.messageThreads?.edges).toEqual([]);
    }
    const visitor = await server.graphql(messageThreadQuery, { id: place.threadId });
    expect(visitor.text).not.toContain('Secret');
    expect(visitor.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('The thread about a booking with a reported problem', () => {
  const dispute = (bookingId: string) =>
    server.prisma.booking.update({
      where: { id: bookingId },
      data: { status: 'disputed', disputedAt: clock() },
    });
  const booking = ({ traveler, listingId }: Omit<Scene, 'threadId'>) =>
    createBooking(server, {
      resortId,
      listingId,
      userId: traveler.user.id,
      status: 'confirmed',
      checkIn: new Date(dayAhead(30)),
      checkOut: new Date(dayAhead(37)),
    });
  const threadId = async (id: string, { cookie }: { cookie: string }) =>
    (await server.graphql(threadOfBookingQuery, { id }, { cookie })).data?.booking?.threadId;

  it('is read by the team from the report on, also if it is opened afterwards', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const made = await scene();
    await send(made, made.traveler, 'Is the door locked?');
    const { id } = await booking(made);
    const read = async () =>
      (await server.graphql(messageThreadQuery, { id: made.threadId }, { cookie: admin.cookie }))
        .data?.messageThread?.messages;
    expect(await threadId(id, made.owner)).toBe(made.threadId);
    expect(await threadId(id, admin)).toBeNull();
    expect(await read()).toBeUndefined();
    await dispute(id);
    expect(await threadId(id, admin)).toBe(made.threadId);
    expect(await read()).toMatchObject({ edges: [{ node: { text: 'Is the door locked?' } }] });

    const late = { ...(await scene()), traveler: await signedInUser(server) };
    const other = await booking(late);
    await dispute(other.id);
    expect(await threadId(other.id, admin)).toBeNull();
    const opened = await openForBooking(late.traveler.cookie, other.id);
    expect(await threadId(other.id, admin)).toBe(
      opened?.__typename === 'OpenThreadPayload' ? opened.thread.databaseId : 'none',
    );
  });
});

describe('The thread about a week of a provider', () => {
  it('is answered by the team', async () => {
    const provider = await server.prisma.inventoryProvider.create({
      data: { name: 'Elsewhere', kind: 'json_feed', address: 'https://weeks.example/a.json' },
    });
    const admin = await signedInUser(server, { role: 'admin' });
    const traveler = await signedInUser(server);
    const listing = await server.prisma.listing.create({
      data: {
        resortId,
        providerId: provider.id,
        externalId: 'w1',
        title: 'A week',
        description: 'Two rooms.',
        pricePerNightCents: 15_000,
        availableFrom: new Date(dayAhead(30)),
        availableTo: new Date(dayAhead(37)),
        contractVerificationStatus: 'verified',
      },
    });
    const opened = await open(traveler.cookie, listing.id);
    if (opened?.__typename !== 'OpenThreadPayload') throw new Error(JSON.stringify(opened));
    expect(opened.thread.ownerName).toBeNull();
    const place = { threadId: opened.thread.databaseId };
    await send(place, traveler, 'Is it free?');
    expect(await list(admin)).toMatchObject({
      viewer: { unreadThreadCount: 1 },
      messageThreads: { edges: [{ node: { isUnread: true } }] },
    });
    expect(await send(place, admin, 'It is.')).toMatchObject({
      messageEdge: { node: { isMine: true } },
    });
    expect(await read(place, traveler)).toMatchObject({
      messages: { edges: [{ node: { isMine: true } }, { node: { text: 'It is.' } }] },
    });
    expect(await read(place, await signedInUser(server))).toBeNull();
  });
});

describe('Contact details', () => {
  const withNumber = 'Call 808-555-1234 or see example.com';

  it('are hidden from the other side until a booking is confirmed, and again when it is not', async () => {
    const place = await scene();
    const { owner, traveler, listingId } = place;
    const listing = await server.prisma.listing.findUniqueOrThrow({ where: { id: listingId } });
    expect(await send(place, owner, withNumber)).toMatchObject({
      messageEdge: { node: { text: withNumber, hidesContacts: true } },
    });
    const hidden = 'Call [hidden] or see [hidden]';
    const { id } = await createBooking(server, {
      resortId,
      listingId,
      userId: traveler.user.id,
      checkIn: listing.availableFrom,
      checkOut: listing.availableTo,
      status: 'pending',
    });
    expect(await read(place, traveler)).toMatchObject({
      showsContacts: false,
      messages: { edges: [{ node: { text: hidden, hidesContacts: true } }] },
    });
    expect((await list(traveler))?.messageThreads?.edges[0]?.node.lastMessage?.text).toBe(hidden);
    for (const [status, shown] of [
      ['confirmed', true],
      ['certified', true],
      ['checked_in', true],
      ['disputed', true],
      ['resolved', true],
      ['completed', true],
      ['cancelled', false],
      ['declined', false],
    ] as const) {
      await server.prisma.booking.update({ where: { id }, data: { status } });
      expect([status, await read(place, traveler)]).toMatchObject([
        status,
        {
          showsContacts: shown,
          messages: {
            edges: [{ node: { text: shown ? withNumber : hidden, hidesContacts: !shown } }],
          },
        },
      ]);
    }
  });

  it('are shown in a thread that is opened after the booking, and to this traveler alone', async () => {
    const place = await scene();
    const guest = await signedInUser(server);
    const listing = await server.prisma.listing.findUniqueOrThrow({
      where: { id: place.listingId },
    });
    await createBooking(server, {
      resortId,
      listingId: place.listingId,
      userId: guest.user.id,
      checkIn: listing.availableFrom,
      checkOut: listing.availableTo,
      status: 'confirmed',
    });
    expect(await open(guest.cookie, place.listingId)).toMatchObject({
      thread: { showsContacts: true },
    });
    expect(await read(place, place.traveler)).toMatchObject({ showsContacts: false });
  });

  it('stay right when two bookings move at the same time', async () => {
    const { traveler, listingId, threadId } = await scene();
    const listing = await server.prisma.listing.findUniqueOrThrow({ where: { id: listingId } });
    const middle = new Date(listing.availableFrom.getTime() + 3 * 86_400_000);
    const common = { resortId, listingId, userId: traveler.user.id };
    const first = await createBooking(server, {
      ...common,
      checkIn: listing.availableFrom,
      checkOut: middle,
      status: 'confirmed',
    });
    const second = await createBooking(server, {
      ...common,
      checkIn: middle,
      checkOut: listing.availableTo,
      status: 'pending',
    });
    const set = (id: string, status: string) =>
      server.pool.query(`UPDATE bookings SET status = $2::"BookingStatus" WHERE id = $1`, [
        id,
        status,
      ]);
    const client = await server.pool.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE bookings SET status = 'cancelled' WHERE id = $1`, [first.id]);
    const confirming = set(second.id, 'confirmed');
    const waiting = () =>
      server.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    await client.query('COMMIT');
    client.release();
    await confirming;
    expect(await server.prisma.messageThread.findUnique({ where: { id: threadId } })).toMatchObject(
      {
        contactsShown: true,
      },
    );
  });
});

describe('Read marks', () => {
  it('count threads, and never move back', async () => {
    const place = await scene();
    const { owner, traveler } = place;
    await send(place, traveler, 'One');
    await send(place, traveler, 'Two');
    expect((await list(owner))?.viewer?.unreadThreadCount).toBe(1);
    expect(await mark(place, owner, 1)).toMatchObject({
      viewer: { unreadThreadCount: 1 },
      thread: { isUnread: true },
    });
    expect(await mark(place, owner, 99)).toMatchObject({
      viewer: { unreadThreadCount: 0 },
      thread: { isUnread: false },
    });
    await mark(place, owner, 1);
    expect((await list(owner))?.viewer?.unreadThreadCount).toBe(0);
    expect(await read(place, traveler)).toMatchObject({ isReadTo: 2 });
    await send(place, owner, 'Three');
    expect((await list(traveler))?.viewer?.unreadThreadCount).toBe(1);
    expect((await list(owner))?.viewer?.unreadThreadCount).toBe(0);
  });

  it('are read with the session, without a statement of their own', async () => {
    const { owner } = await scene();
    const answer = await server.graphqlText(
      '{ viewer { unreadThreadCount } }',
      {},
      { cookie: owner.cookie },
    );
    expect(answer.data).toEqual({ viewer: { unreadThreadCount: 0 } });
    expect(server.statementsOf(answer.requestId)).toEqual([]);
  });
});

describe('Pages', () => {
  it('of messages and of threads go both ways, without gaps or repetition', async () => {
    const traveler = await signedInUser(server);
    const threads: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await createListing(server, { resortId });
      const opened = await open(traveler.cookie, id);
      if (opened?.__typename !== 'OpenThreadPayload') throw new Error();
      threads.unshift(opened.thread.databaseId);
      await send({ threadId: opened.thread.databaseId }, traveler, `Thread ${count}`);
    }
    const ids = (page: Awaited<ReturnType<typeof list>>) =>
      page?.messageThreads?.edges.map(({ node }) => node.databaseId);
    const first = await list(traveler, { first: 2 });
    expect(ids(first)).toEqual(threads.slice(0, 2));
    const after = first?.messageThreads?.pageInfo.endCursor;
    const second = await list(traveler, { first: 3, after });
    expect(ids(second)).toEqual(threads.slice(2));
    expect(second?.messageThreads?.pageInfo.hasNextPage).toBe(false);
    const before = second?.messageThreads?.pageInfo.startCursor;
    expect(ids(await list(traveler, { last: 1, before }))).toEqual(threads.slice(1, 2));

    const place = { threadId: threads[0] ?? '' };
    for (let count = 2; count <= 5; count += 1) await send(place, traveler, `Message ${count}`);
    const numbers = (page: Awaited<ReturnType<typeof read>>) =>
      page?.messages.edges.map(({ node }) => node.number);
    const latest = await read(place, traveler, { last: 2 });
    expect(numbers(latest)).toEqual([4, 5]);
    expect(latest?.messages.pageInfo.hasPreviousPage).toBe(true);
    const earlier = await read(place, traveler, {
      last: 3,
      before: latest?.messages.pageInfo.startCursor,
    });
    expect(numbers(earlier)).toEqual([1, 2, 3]);
    expect(earlier?.messages.pageInfo.hasPreviousPage).toBe(false);
  });
});

describe('The database', () => {
  it('refuses to change or delete messages', async () => {
    const place = await scene();
    await send(place, place.traveler, 'Said');
    const refusal = { constraint: 'messages_append_only' };
    for (const sql of [
      `UPDATE messages SET text = 'Never said' WHERE thread_id = $1`,
      `UPDATE messages SET number = 7 WHERE thread_id = $1`,
      `DELETE FROM messages WHERE thread_id = $1`,
    ]) {
      await expect(server.pool.query(sql, [place.threadId])).rejects.toMatchObject(refusal);
    }
    await server.pool.query(`UPDATE messages SET hidden_at = now() WHERE thread_id = $1`, [
      place.threadId,
    ]);
    await expect(
      server.pool.query(`UPDATE messages SET hidden_at = NULL WHERE thread_id = $1`, [
        place.threadId,
      ]),
    ).rejects.toMatchObject(refusal);
  });
});

describe('Mail about unread messages', () => {
  const minutes = (count: number) => moveTo(server, new Date(clock().getTime() + count * 60_000));
  const mailsTo = ({ user }: SignedIn) =>
    server.prisma.outgoingMail.findMany({
      where: { toAddress: user.email, template: 'unreadMessages' },
      orderBy: { id: 'asc' },
    });

  it('is one mail ten minutes after the first unread message, until they are read', async () => {
    const place = await scene();
    const { owner, traveler } = place;
    await send(place, traveler, 'Is there a pool? I am at 808-555-1234');
    await minutes(9);
    await send(place, traveler, 'And a kitchen?');
    await mailUnreadMessages(server.deps);
    expect(await mailsTo(owner)).toEqual([]);
    await minutes(1);
    await Promise.all([mailUnreadMessages(server.deps), mailUnreadMessages(server.deps)]);
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Tara wrote to you about Two rooms by the lagoon');
    expect(mail?.text).toContain('I am at [hidden]');
    expect(mail?.text).toContain('And a kitchen?');
    expect(mail?.text).toContain('Contact details are hidden');
    expect(mail?.text).toContain(`http://tideweek.test/messages/${place.threadId}`);
    await send(place, traveler, 'Hello?');
    await minutes(60);
    await mailUnreadMessages(server.deps);
    expect(await mailsTo(owner)).toHaveLength(1);
    expect(await mailsTo(traveler)).toHaveLength(0);
    await mark(place, owner, 3);
    await send(place, traveler, 'Thanks');
    await minutes(10);
    await mailUnreadMessages(server.deps);
    expect(await mailsTo(owner)).toHaveLength(2);
  });

  it('is not sent for what was read, nor to an account that was closed', async () => {
    const place = await scene();
    await send(place, place.traveler, 'One');
    await mark(place, place.owner, 1);
    await minutes(30);
    await mailUnreadMessages(server.deps);
    expect(await mailsTo(place.owner)).toEqual([]);
    await send(place, place.traveler, 'Two');
    await server.prisma.user.update({
      where: { id: place.owner.user.id },
      data: { closedAt: new Date() },
    });
    await minutes(30);
    await mailUnreadMessages(server.deps);
    expect(await mailsTo(place.owner)).toEqual([]);
  });
});
