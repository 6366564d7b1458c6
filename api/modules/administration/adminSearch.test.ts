import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import {
  createBooking,
  createInquiry,
  createListing,
  createResort,
  createUser,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const adminSearchQuery = graphql(`
  query AdminSearch($text: String!) {
    adminSearch(text: $text) {
      kind
      databaseId
      title
      detail
    }
  }
`);

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

async function search(text: string) {
  const { data, errors, requestId } = await server.graphql(adminSearchQuery, { text }, { cookie });
  expect(errors).toEqual([]);
  expect(server.statementsOf(requestId).length).toBeLessThanOrEqual(1);
  return data?.adminSearch ?? [];
}

const kinds = async (text: string) => (await search(text)).map(({ kind }) => kind).sort();

describe('A search of the administration', () => {
  it('finds every kind by all words of its names, or by id', async () => {
    const { id: resortId } = await createResort(server, { name: 'Château Kelp' });
    const names = { firstName: 'Quentin', lastName: 'Ashby', username: 'quash_1' };
    const { id: userId } = await createUser(server, { ...names, email: 'quentin@ashby.example' });
    const { id: listingId } = await createListing(server, {
      resortId,
      ownerId: userId,
      title: 'Two rooms',
    });
    const { id: bookingId } = await createBooking(server, {
      resortId,
      userId,
      checkIn: new Date(dayAhead(40)),
      checkOut: new Date(dayAhead(47)),
    });
    const { id: inquiryId } = await createInquiry(server, {
      userId,
      firstName: 'Quentin',
      lastName: 'Ashby',
      propertyName: 'Kelp week',
    });
    expect(await kinds('ashby')).toEqual(['BOOKING', 'INQUIRY', 'LISTING', 'USER']);
    expect(await kinds('chateau')).toEqual(['BOOKING', 'LISTING', 'RESORT']);
    expect(await kinds('ASHBY kelp')).toEqual(['BOOKING', 'INQUIRY', 'LISTING']);
    expect(await kinds('quash_1')).toEqual(['BOOKING', 'LISTING', 'USER']);
    expect(await kinds('q%n')).toEqual([]);
    for (const [kind, id] of Object.entries({
      USER: userId,
      RESORT: resortId,
      LISTING: listingId,
      BOOKING: bookingId,
      INQUIRY: inquiryId,
    })) {
      expect(await search(id), kind).toMatchObject([{ kind, databaseId: id }]);
    }
    expect(await search('two rooms')).toEqual([
      {
        kind: 'LISTING',
        databaseId: listingId,
        title: 'Two rooms',
        detail: 'Château Kelp, Quentin Ashby',
      },
    ]);
  });

  it('finds a booking by its number, its certificate and its owner', async () => {
    const { id: resortId } = await createResort(server);
    const owner = await createUser(server, { lastName: 'Weekholder', username: 'holder_9' });
    const { id: listingId } = await createListing(server, { resortId, ownerId: owner.id });
    const { id: userId } = await createUser(server, { firstName: 'Nora', lastName: 'Guestly' });
    const { id } = await createBooking(server, {
      resortId,
      listingId,
      userId,
      checkIn: new Date(dayAhead(30)),
      checkOut: new Date(dayAhead(37)),
      certificateNumber: 'GC-77 Ab/4411',
    });
    const number = id.slice(-8);
    for (const text of [
      number,
      number.toUpperCase(),
      `#${number}`,
      'gc-77',
      'AB/4411',
      'gc-77 4411',
      `nora ${number}`,
    ]) {
      const hits = await search(text);
      expect(
        hits.filter(({ kind }) => kind === 'BOOKING'),
        text,
      ).toMatchObject([{ databaseId: id, title: 'Nora Guestly' }]);
    }
    expect((await search(number))[0]?.detail).toContain(`booking ${number.toUpperCase()}`);
    for (const text of ['weekholder', 'HOLDER_9', owner.email]) {
      expect(await kinds(text), text).toEqual(['BOOKING', 'LISTING', 'USER']);
    }
    expect(await kinds(`${number.slice(0, 7)}${number.endsWith('0') ? '1' : '0'}`)).toEqual([]);
    expect(await kinds('gc_77')).toEqual([]);
  });

  it('finds at most 5 of a kind, newest first, and no closed accounts', async () => {
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      made.unshift((await createUser(server, { lastName: 'Manyfold' })).id);
    }
    const ids = (await search('manyfold')).map(({ databaseId }) => databaseId);
    expect(ids).toEqual(made.slice(0, 5));
    await server.prisma.user.updateMany({
      where: { lastName: 'Manyfold' },
      data: { closedAt: new Date() },
    });
    expect(await search('manyfold')).toEqual([]);
  });

  it('needs 2 to 200 characters', async () => {
    expect(await search(' a ')).toEqual([]);
    expect(await search('')).toEqual([]);
    const text = 'x'.repeat(201);
    const long = await server.graphql(adminSearchQuery, { text }, { cookie });
    expect(long.errors[0]?.message).toContain('The search may have at most 200 characters');
  });

  it('is for administrators only', async () => {
    const member = await signedInUser(server);
    for (const call of [{}, { cookie: member.cookie }]) {
      const { data, errors } = await server.graphql(adminSearchQuery, { text: 'kelp' }, call);
      expect(data).toEqual({ adminSearch: null });
      expect(errors).toHaveLength(1);
    }
  });
});
