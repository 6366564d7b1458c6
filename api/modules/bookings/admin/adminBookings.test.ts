import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import {
  createBooking,
  createResort,
  createUser,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

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

describe('the list of bookings', () => {
  const list = (variables: Parameters<typeof server.graphql<unknown, object>>[1]) =>
    server.graphql(bookingsQuery, variables, { cookie });
  const idsOf = (answer: Awaited<ReturnType<typeof list>>) =>
    answer.data?.bookings?.edges.map(({ node }) => node.databaseId);

  it('can be searched by guest, resort and id, and filtered by status', async () => {
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
    expect(idsOf(await list({ search: second.id }))).toEqual([second.id]);
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
