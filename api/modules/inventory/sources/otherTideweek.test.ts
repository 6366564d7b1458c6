import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFeedServer } from '#api/testing/feedServer.ts';
import { createListing, createResort, createUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createSources } from './sources.ts';
import { ProviderError, type OfferedRow, type ProviderConfig } from '#api/context/sources.ts';

let server: TestServer;
let resortId: string;
let ownerId: string;

const sources = createSources({ allowed: ['127.0.0.1'], sandbox: undefined });

beforeAll(async () => {
  server = await startTestServer();
  ownerId = (await createUser(server)).id;
});

beforeEach(async () => {
  await server.pool.query('TRUNCATE bookings, listing_events, listings CASCADE');
  const resort = { name: 'Palm Cove', brand: 'Marriott Vacation Club', location: 'Noord, Aruba' };
  resortId = (await createResort(server, resort)).id;
});

afterAll(() => server.close());

const provider = (address: string): ProviderConfig => ({
  kind: 'tideweek',
  name: 'North Tideweek',
  address,
  key: undefined,
  mapping: {},
  calendars: [],
});

async function read(address = server.url): Promise<OfferedRow[]> {
  const rows: OfferedRow[] = [];
  for await (const row of sources.weeks(provider(address), new AbortController().signal)) {
    rows.push(row);
  }
  return rows;
}

const add = (title: string, given: object = {}) =>
  createListing(server, { resortId, ownerId, title, ...given });

describe('another Tideweek', () => {
  it('offers its weeks with all fields and their resort', async () => {
    const from = dayAhead(40);
    const listing = await add('Top floor', {
      availableFrom: new Date(from),
      pricePerNightCents: 19_950,
      maxGuests: 6,
      bedrooms: 2,
      ownership: 'floating',
      season: 'Gold',
      weekNumber: 12,
      unitType: 'Two-bedroom',
      view: 'Ocean',
    });
    expect(await read()).toEqual([
      {
        number: 1,
        week: {
          externalId: listing.id,
          resortId,
          resortName: 'Palm Cove',
          resortLocation: 'Noord, Aruba',
          resortBrand: 'Marriott Vacation Club',
          title: 'Top floor',
          description: listing.description,
          pricePerNight: 199.5,
          currency: 'USD',
          availableFrom: from,
          availableTo: dayAhead(47),
          maxGuests: 6,
          bedrooms: 2,
          ownership: 'floating',
          season: 'Gold',
          weekNumber: 12,
          unitType: 'Two-bedroom',
          view: 'Ocean',
        },
      },
    ]);
    expect(await read(`${server.url}/graphql`)).toHaveLength(1);
  });

  it('offers only public, free listings of its own owners', async () => {
    await add('Free');
    await add('Waiting', { contractVerificationStatus: 'pending' });
    await add('Withdrawn', { isActive: false });
    await add('Past', {
      availableFrom: new Date(dayAhead(-9)),
      availableTo: new Date(dayAhead(-2)),
    });
    const taken = await add('Taken');
    await server.prisma.booking.create({
      data: {
        resortId,
        listingId: taken.id,
        userId: ownerId,
        checkIn: taken.availableFrom,
        checkOut: taken.availableTo,
        guests: 2,
        totalPriceCents: 1,
        status: 'held',
      },
    });
    const outside = await server.prisma.inventoryProvider.create({
      data: { name: 'Outside', kind: 'json_feed', address: 'https://outside.example/' },
    });
    const elsewhere = await add('Taken elsewhere');
    await server.prisma.blockedNights.create({
      data: {
        listingId: elsewhere.id,
        providerId: outside.id,
        externalId: 'stay-1',
        startsOn: elsewhere.availableFrom,
        endsOn: elsewhere.availableTo,
      },
    });
    await server.pool.query(
      `INSERT INTO listings (id, resort_id, provider_id, external_id, title, description,
         price_per_night_cents, available_from, available_to, contract_verification_status)
       SELECT gen_random_uuid(), resort_id, $1, 'x-1', 'From outside', '', 100, available_from,
         available_to, 'verified' FROM listings WHERE title = 'Free'`,
      [outside.id],
    );
    const rows = await read();
    expect(rows.map((row) => 'week' in row && row.week.title)).toEqual(['Free']);
  });

  it('is read to the last page', async () => {
    await server.prisma.listing.createMany({
      data: Array.from({ length: 230 }, (_, index) => ({
        resortId,
        ownerId,
        title: `Week ${index}`,
        description: '',
        pricePerNightCents: 10_000,
        availableFrom: new Date(dayAhead(30)),
        availableTo: new Date(dayAhead(37)),
        contractVerificationStatus: 'verified' as const,
      })),
    });
    const rows = await read();
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 230 }, (_, index) => index + 1),
    );
    const ids = rows.flatMap((row) => ('week' in row ? [row.week.externalId] : []));
    expect(new Set(ids).size).toBe(230);
  });

  it('gives pages in both directions, and refuses an invalid cursor', async () => {
    await Promise.all(['One', 'Two', 'Three'].map((title) => add(title)));
    const page = async (args: string) => {
      const { json } = await server
        .send('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            query: `{ listings(${args}) { edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }`,
          }),
        })
        .then((answer) => ({ json: JSON.parse(answer.text) as PageAnswer }));
      return json;
    };
    const first = (await page('first: 2')).data.listings;
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = (await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).data.listings;
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const ids = [...first.edges, ...second.edges].map(({ node }) => node.databaseId);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(3);
    const back = (await page(`last: 2, before: "${second.pageInfo.startCursor}"`)).data.listings;
    expect(back.edges).toEqual(first.edges);
    expect(JSON.stringify(await page('first: 2, after: "x"'))).toContain('BAD_USER_INPUT');
  });
});

interface PageAnswer {
  data: {
    listings: {
      edges: { cursor: string; node: { databaseId: string } }[];
      pageInfo: { endCursor: string; startCursor: string };
    };
  };
}

describe('a server that is not a Tideweek', () => {
  const page = (hasNextPage: boolean, endCursor: string | null, nodes: unknown[] = [{}]) => ({
    data: {
      listings: { edges: nodes.map((node) => ({ node })), pageInfo: { hasNextPage, endCursor } },
    },
  });

  it.each([
    ['<html></html>', 'North Tideweek answered as no Tideweek does'],
    ['{"errors":[{"message":"canary-key-5f1e2d"}]}', 'North Tideweek answered as no Tideweek does'],
    [JSON.stringify(page(true, null)), 'North Tideweek answered the same page twice'],
    [JSON.stringify(page(true, 'x')), 'North Tideweek answered the same page twice'],
    [JSON.stringify(page(true, 'x', [])), 'North Tideweek answered the same page twice'],
  ])('%s', async (text, message) => {
    const feed = await startFeedServer((_request, response) => response.end(text));
    const failed = read(feed.origin);
    await expect(failed).rejects.toThrow(new ProviderError(message));
    await feed.close();
  });

  it('reports an invalid listing as a problem of its row', async () => {
    const feed = await startFeedServer((_request, response) =>
      response.end(JSON.stringify(page(false, null, [{ title: 1 }]))),
    );
    expect(await read(feed.origin)).toEqual([
      { number: 1, problem: 'The listing is not as a Tideweek describes one' },
    ]);
    await feed.close();
  });
});
