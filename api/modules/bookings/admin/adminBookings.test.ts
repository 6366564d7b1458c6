import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '../../../generated/operations/gql.ts';
import type { SetBookingStatusInput } from '../../../generated/operations/graphql.ts';
import type { Booking, Prisma } from '../../../generated/prisma/client.ts';
import {
  createBooking,
  createListing,
  createResort,
  createUser,
  dayAhead,
  signedInUser,
} from '../../../testing/factories.ts';
import { setBookingStatusMutation } from '../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { movesOf } from '../bookingMoves.ts';

const bookingsQuery = graphql(`
  query Bookings(
    $status: BookingStatus
    $search: String
    $few: Int
    $after: String
    $before: String
    $last: Int
  ) {
    bookings(
      status: $status
      search: $search
      first: $few
      after: $after
      last: $last
      before: $before
    ) {
      edges {
        node {
          databaseId
          status
          moves
          checkIn
          checkOut
          totalPrice {
            amount
            currency
          }
          createdAt
          guest {
            email
          }
          resort {
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin', username: 'desk' }));
});

afterAll(() => server.close());

const stay = (from: number, to: number) => ({
  checkIn: new Date(dayAhead(from)),
  checkOut: new Date(dayAhead(to)),
});

async function makeBooking(
  given: Partial<Prisma.BookingUncheckedCreateInput> = {},
): Promise<Booking> {
  const resortId = given.resortId ?? (await createResort(server)).id;
  const userId = given.userId ?? (await createUser(server)).id;
  return createBooking(server, {
    ...stay(30, 37),
    status: 'pending',
    ...given,
    resortId,
    userId,
  });
}

const set = (input: SetBookingStatusInput) =>
  server.graphql(setBookingStatusMutation, { input }, { cookie });

const statusOf = async (id: string) =>
  (await server.prisma.booking.findUniqueOrThrow({ where: { id } })).status;

const auditOf = (subjectId: string) =>
  server.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

describe('a booking', () => {
  it('can be confirmed and cancelled, with mail to the guest and audit entries', async () => {
    const guest = await createUser(server, { firstName: 'Ines' });
    const booking = await makeBooking({ userId: guest.id });
    const input = { bookingId: booking.id, seen: 'PENDING', status: 'CONFIRMED' } as const;
    const confirmed = await set(input);
    expect(confirmed.data?.setBookingStatus).toEqual({
      __typename: 'SetBookingStatusPayload',
      booking: { status: 'CONFIRMED', moves: ['CANCELLED'] },
    });
    const cancelled = await set({
      bookingId: booking.id,
      seen: 'CONFIRMED',
      status: 'CANCELLED',
      reason: ' The roof leaks. ',
    });
    expect(cancelled.data?.setBookingStatus).toMatchObject({
      booking: { status: 'CANCELLED', moves: [] },
    });
    const mails = await server.prisma.outgoingMail.findMany({
      where: { toAddress: guest.email },
      orderBy: { createdAt: 'asc' },
    });
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your booking is confirmed: Harbour House/),
      expect.stringMatching(/^Your booking is cancelled: Harbour House/),
    ]);
    expect(mails[1]?.text).toContain('The roof leaks.');
    expect(await auditOf(booking.id)).toMatchObject([
      {
        actorName: 'desk',
        action: 'booking.confirm',
        note: null,
        before: { status: 'pending' },
        after: { status: 'confirmed' },
      },
      { action: 'booking.cancel', note: 'The roof leaks.' },
    ]);
  });

  it('is changed by only one of 5 concurrent calls; the others get a conflict', async () => {
    const booking = await makeBooking();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        set({
          bookingId: booking.id,
          seen: 'PENDING',
          status: index % 2 === 0 ? 'CONFIRMED' : 'CANCELLED',
        }),
      ),
    );
    const outcomes = answers.map(({ data }) => data?.setBookingStatus?.__typename);
    expect(outcomes.filter((name) => name === 'SetBookingStatusPayload')).toHaveLength(1);
    expect(outcomes.filter((name) => name === 'ConflictError')).toHaveLength(4);
    expect(await auditOf(booking.id)).toHaveLength(1);
    const late = answers.find(({ data }) => data?.setBookingStatus?.__typename === 'ConflictError');
    expect(late?.data?.setBookingStatus).toMatchObject({
      message: expect.stringMatching(
        /^This booking is (confirmed|cancelled) now: someone has changed it since you opened it$/,
      ) as string,
    });
  });

  it('cannot be confirmed for nights of another booking', async () => {
    const resortId = (await createResort(server)).id;
    const listing = await createListing(server, { resortId });
    const given = { resortId, listingId: listing.id, ...stay(30, 34) };
    await makeBooking({ ...given, status: 'confirmed' });
    const second = await makeBooking(given);
    const answer = await set({ bookingId: second.id, seen: 'PENDING', status: 'CONFIRMED' });
    expect(answer.data?.setBookingStatus).toEqual({
      __typename: 'ConflictError',
      message: 'Another booking has some of these nights of the listing. Cancel that one first',
    });
    expect(await statusOf(second.id)).toBe('pending');
    expect(await auditOf(second.id)).toEqual([]);
  });

  it('cannot be confirmed for nights that its listing no longer offers', async () => {
    const resortId = (await createResort(server)).id;
    const listing = await createListing(server, { resortId });
    const booking = await makeBooking({ resortId, listingId: listing.id, ...stay(90, 97) });
    const answer = await set({ bookingId: booking.id, seen: 'PENDING', status: 'CONFIRMED' });
    expect(answer.data?.setBookingStatus).toMatchObject({
      message: 'The owner of the listing no longer offers these nights',
    });
  });

  it('of fewer nights than the owner now asks for can be confirmed only if it holds them', async () => {
    const resortId = (await createResort(server)).id;
    const listing = await createListing(server, { resortId });
    const given = { resortId, listingId: listing.id };
    const held = await makeBooking({ ...given, ...stay(30, 33), status: 'held' });
    const asked = await makeBooking({ ...given, ...stay(33, 37) });
    await server.prisma.listing.update({ where: { id: listing.id }, data: { minNights: 5 } });
    const refused = await set({ bookingId: asked.id, seen: 'PENDING', status: 'CONFIRMED' });
    expect(refused.data?.setBookingStatus).toEqual({
      __typename: 'ConflictError',
      message: 'The owner of the listing now asks for longer stays',
    });
    expect(await statusOf(asked.id)).toBe('pending');
    await set({ bookingId: held.id, seen: 'HELD', status: 'CONFIRMED' });
    expect(await statusOf(held.id)).toBe('confirmed');
  });

  it.each([
    ['PENDING', 'HELD', "A booking that is pending can't be made held"],
    ['PENDING', 'COMPLETED', "A booking that is pending can't be made completed"],
    ['CANCELLED', 'CONFIRMED', "A booking that is cancelled can't be made confirmed"],
    ['COMPLETED', 'CANCELLED', "A booking that is completed can't be made cancelled"],
  ] as const)('that is %s cannot become %s', async (seen, status, message) => {
    const booking = await makeBooking({
      status: seen.toLowerCase() as Booking['status'],
    });
    const answer = await set({ bookingId: booking.id, seen, status });
    expect(answer.data?.setBookingStatus).toEqual({ __typename: 'ConflictError', message });
  });

  it.each([
    ['pending', ['cancelled']],
    ['confirmed', []],
  ] as const)('that is over and %s can become %j', (status, moves) => {
    expect(movesOf({ status, checkOut: new Date('2020-03-08') }, '2020-03-08')).toEqual(moves);
    expect(movesOf({ status, checkOut: new Date('2020-03-09') }, '2020-03-08')).toContain(
      'cancelled',
    );
  });

  it('is not found by an unknown id', async () => {
    for (const bookingId of ['none', '01890a5d-ac96-774b-bcce-b302099a8057']) {
      const answer = await set({ bookingId, seen: 'PENDING', status: 'CONFIRMED' });
      expect(answer.data?.setBookingStatus).toEqual({
        __typename: 'NotFoundError',
        message: 'Booking not found',
      });
    }
  });

  it('keeps its status if the reason is too long', async () => {
    const booking = await makeBooking();
    const answer = await set({
      bookingId: booking.id,
      seen: 'PENDING',
      status: 'CANCELLED',
      reason: 'x'.repeat(2_001),
    });
    expect(answer.data?.setBookingStatus).toEqual({
      __typename: 'InvalidInputError',
      message: 'Reason may have at most 2,000 characters',
    });
    expect(await statusOf(booking.id)).toBe('pending');
  });
});

it('a booking stays unchanged if the mail cannot be queued', async () => {
  const own = await startTestServer();
  try {
    const admin = await signedInUser(own, { role: 'admin' });
    const booking = await createBooking(own, {
      resortId: (await createResort(own)).id,
      userId: (await createUser(own)).id,
      ...stay(30, 37),
      status: 'pending',
    });
    await own.pool.query('ALTER TABLE outgoing_mails ADD CHECK (template <> $$bookingChanged$$)');
    const answer = await own.graphql(
      setBookingStatusMutation,
      { input: { bookingId: booking.id, seen: 'PENDING', status: 'CONFIRMED' } },
      { cookie: admin.cookie },
    );
    expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
    expect(await own.prisma.booking.findMany()).toMatchObject([{ status: 'pending' }]);
    expect(await own.prisma.auditEntry.count()).toBe(0);
  } finally {
    await own.close();
  }
});

describe('the list of bookings', () => {
  const list = (variables: Parameters<typeof server.graphql<unknown, object>>[1]) =>
    server.graphql(bookingsQuery, variables, { cookie });
  const idsOf = (answer: Awaited<ReturnType<typeof list>>) =>
    answer.data?.bookings?.edges.map(({ node }) => node.databaseId);

  it('can be searched by guest and resort, and filtered by status', async () => {
    const guest = await createUser(server, {
      firstName: 'Quentin',
      lastName: 'Ashby',
      username: 'quash_1',
      email: 'quentin@ashby.example',
    });
    const resort = await createResort(server, { name: 'Kelp 100% Cove' });
    const first = await makeBooking({ userId: guest.id, resortId: resort.id });
    const second = await makeBooking({ userId: guest.id, status: 'cancelled' });
    for (const search of ['quentin', 'ASHBY quentin', 'quash_1', '@ashby.ex']) {
      expect(idsOf(await list({ search })), search).toEqual([second.id, first.id]);
    }
    expect(idsOf(await list({ search: 'ashby kelp' }))).toEqual([first.id]);
    expect(idsOf(await list({ search: '100%' }))).toEqual([first.id]);
    expect(idsOf(await list({ search: 'ashby', status: 'CANCELLED' }))).toEqual([second.id]);
    // LIKE wildcards match literally.
    expect(idsOf(await list({ search: 'q%n' }))).toEqual([]);
    expect(idsOf(await list({ search: 'quash-1' }))).toEqual([]);
    expect(idsOf(await list({ search: 'qua_h' }))).toEqual([]);
    const long = await list({ search: 'x'.repeat(201) });
    expect(long.errors[0]?.message).toContain('The search may have at most 200 characters');
  });

  it('pages forward and backward without gaps', async () => {
    const guest = await createUser(server, { lastName: 'Pagewell' });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await makeBooking({ userId: guest.id })).id);
    }
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await list({ search: 'pagewell', few: 2, after });
      seen.push(...(idsOf(page) ?? []));
      const info = page.data?.bookings?.pageInfo;
      after = info?.hasNextPage ? info.endCursor : undefined;
    } while (after);
    expect(seen).toEqual(made);
    const cursor = (await list({ search: 'pagewell', few: 4 })).data?.bookings?.pageInfo.endCursor;
    expect(idsOf(await list({ search: 'pagewell', last: 2, before: cursor }))).toEqual(
      made.slice(1, 3),
    );
  });
});
