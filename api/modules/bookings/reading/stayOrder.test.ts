import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { BookingList } from '#api/generated/operations/graphql.ts';
import type { BookingStatus } from '#api/generated/prisma/client.ts';
import {
  createBooking,
  createListing,
  createResort,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const staysQuery = graphql(`
  query StaysInOrder($list: BookingList, $few: Int, $after: String, $last: Int, $before: String) {
    viewer {
      bookings(list: $list, first: $few, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            databaseId
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
      reservations(list: $list, first: $few, after: $after, last: $last, before: $before) {
        edges {
          cursor
          node {
            databaseId
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

let server: TestServer;
let owner: string;
let traveler: string;
/** Plain ids of the stays by status, in the order in which they were made. */
const made = new Map<BookingStatus, { id: string; day: number }[]>();

beforeAll(async () => {
  server = await startTestServer();
  const host = await signedInUser(server);
  const guest = await signedInUser(server);
  [owner, traveler] = [host.cookie, guest.cookie];
  const { id: resortId } = await createResort(server);
  // Two stays of one day: the id decides.
  for (const [status, days] of [
    ['confirmed', [50, 20, 35, 20, 90]],
    ['cancelled', [60, 25, 40, 25, 80]],
  ] as const) {
    const stays = [];
    for (const day of days) {
      const { id: listingId } = await createListing(server, {
        resortId,
        ownerId: host.user.id,
        availableFrom: new Date(dayAhead(day)),
      });
      const { id } = await createBooking(server, {
        resortId,
        listingId,
        userId: guest.user.id,
        status,
        checkIn: new Date(dayAhead(day)),
        checkOut: new Date(dayAhead(day + 7)),
      });
      stays.push({ id, day });
    }
    made.set(status, stays);
  }
});

afterAll(() => server.close());

const sides = [
  ['bookings', () => traveler],
  ['reservations', () => owner],
] as const;

describe.each(sides)('The %s of a member', (field, cookieOf) => {
  const read = async (variables: object) => {
    const { data, errors } = await server.graphql(staysQuery, variables, { cookie: cookieOf() });
    expect(errors).toEqual([]);
    const page = data?.viewer?.[field];
    return {
      ids: page?.edges.map(({ node }) => node.databaseId) ?? [],
      edges: page?.edges,
      pageInfo: page?.pageInfo,
    };
  };
  const inOrder = (status: BookingStatus, sign: 1 | -1) =>
    (made.get(status) ?? [])
      .toSorted((one, other) => sign * (one.day - other.day || one.id.localeCompare(other.id)))
      .map(({ id }) => id);

  it.each<[BookingList, BookingStatus, 1 | -1, string]>([
    ['UPCOMING', 'confirmed', 1, 'begin with the next check-in'],
    ['CANCELLED', 'cancelled', -1, 'begin with the last check-in'],
  ])('within %s (%s, %i) %s, page by page in both directions', async (list, status, sign) => {
    const wanted = inOrder(status, sign);
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await read({ list, few: 2, after });
      seen.push(...page.ids);
      after = page.pageInfo?.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after);
    expect(seen).toEqual(wanted);
    const before = (await read({ list })).edges?.[4]?.cursor;
    expect((await read({ list, last: 3, before })).ids).toEqual(wanted.slice(1, 4));
  });

  it('are newest first in the whole list, whose cursors do not fit a part of it', async () => {
    const all = [...(made.get('confirmed') ?? []), ...(made.get('cancelled') ?? [])];
    const page = await read({ few: 100 });
    expect(page.ids).toEqual(all.map(({ id }) => id).toReversed());
    const { errors } = await server.graphql(
      staysQuery,
      { list: 'UPCOMING', after: page.pageInfo?.endCursor },
      { cookie: cookieOf() },
    );
    expect(errors[0]?.message).toContain('The cursor in after does not belong to this list');
  });
});
