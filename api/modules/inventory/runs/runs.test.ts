import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { InventoryProvider, Resort } from '#api/generated/prisma/client.ts';
import { ConflictError, NotFoundError } from '#api/platform/errors.ts';
import {
  createBooking,
  createResort,
  createSavedSearch,
  createUser,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import {
  createFakeSources,
  createProvider,
  errorsOf,
  offeredWeek,
  offeredWeeks,
  requestCancel,
  rowsOf,
  runToEnd,
  startRun,
} from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { keySettingOf } from '../sources/providerKey.ts';
import { awaitRun, watchRun } from './watchRun.ts';
import { claimRun } from './runState.ts';
import { runInventory } from './runSync.ts';
import { ProviderError } from '#api/context/sources.ts';

const previewRowsQuery = graphql(`
  query PreviewRows($id: ID!, $change: InventoryRowChange, $few: Int, $after: String) {
    inventoryRun(databaseId: $id) {
      previewRows(change: $change, first: $few, after: $after) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            number
            listingId
            title
            resortName
            change
            differences {
              field
              before
              after
            }
          }
        }
        pageInfo {
          endCursor
        }
      }
    }
  }
`);

const sources = createFakeSources();
let server: TestServer;
let resort: Resort;
let provider: InventoryProvider;

// The clock is fixed, so batches are written by size only, not after a second.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  server = await startTestServer({ sources });
});

afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

beforeEach(async () => {
  await server.pool.query(
    'TRUNCATE users, resorts, inventory_providers, inventory_syncs, inventory_seen_weeks, outgoing_mails CASCADE',
  );
  await server.pool.query('DELETE FROM graphile_worker._private_jobs');
  resort = await createResort(server, {
    name: 'Harbour House',
    location: 'Camden, Maine',
    destination: 'Maine',
  });
  provider = await createProvider(server, { name: 'Sandbox Weeks' });
  sources.has([]);
});

const sync = (filters = {}) => runToEnd(server, provider.id, { filters });
const preview = (filters = {}) => runToEnd(server, provider.id, { purpose: 'preview', filters });

const listings = () =>
  server.prisma.listing.findMany({
    where: { providerId: provider.id },
    orderBy: { externalId: 'asc' },
  });

const active = async (): Promise<(string | null)[]> =>
  (await listings()).filter(({ isActive }) => isActive).map(({ externalId }) => externalId);

/** All rows that a sync may write, with the transaction that last wrote each. */
async function everything(): Promise<string[]> {
  const { rows } = await server.pool.query<{ row: string }>(`
    SELECT 'l ' || xmin || ' ' || to_jsonb(t)::text AS row FROM listings t
    UNION ALL SELECT 'r ' || xmin || ' ' || to_jsonb(t)::text FROM resorts t
    UNION ALL SELECT 'n ' || xmin || ' ' || to_jsonb(t)::text FROM inventory_resorts t
    UNION ALL SELECT 'e ' || xmin || ' ' || to_jsonb(t)::text FROM listing_events t
    UNION ALL SELECT 's ' || to_jsonb(t)::text FROM inventory_seen_weeks t
    UNION ALL SELECT 'j ' || to_jsonb(t)::text FROM graphile_worker._private_jobs t
    ORDER BY 1`);
  return rows.map(({ row }) => row);
}

const rentals = async (): Promise<number> =>
  (await server.prisma.resort.findUniqueOrThrow({ where: { id: resort.id } })).availableRentals;

describe('a sync', () => {
  it('creates public listings from weeks', async () => {
    sources.has([
      offeredWeek(1, {
        title: ' A  week\nby the harbour ',
        pricePerNight: '$1,149.50',
        maxGuests: '6',
        bedrooms: 'Studio',
        beds: '2',
        bathrooms: '1.5',
        kitchen: 'Kitchenette',
        checkInTime: '4:00 PM',
        unitType: 'Suite',
        view: 'Harbour',
        ownership: 'Floating',
        season: 'Red',
        weekNumber: '27',
        resortId: 'HH',
        resortLocation: 'Camden, ME',
      }),
    ]);
    expect(await sync()).toMatchObject({
      status: 'completed',
      provider: 'Sandbox Weeks',
      purpose: 'sync',
      message: null,
      read: 1,
      total: 1,
      imported: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
      withdrawn: 0,
      failed: 0,
      isComplete: true,
      actorId: null,
    });
    expect(await listings()).toMatchObject([
      {
        externalId: 'W-1',
        ownerId: null,
        resortId: resort.id,
        isActive: true,
        contractVerificationStatus: 'verified',
        ownershipVerified: false,
        currency: 'USD',
        title: 'A week by the harbour',
        description: 'Two rooms and a balcony.',
        pricePerNightCents: 114_950,
        maxGuests: 6,
        bedrooms: 0,
        beds: 2,
        bathrooms: 1.5,
        kitchen: 'kitchenette',
        checkInTime: '16:00',
        unitType: 'Suite',
        view: 'Harbour',
        ownership: 'floating',
        season: 'Red',
        weekNumber: 27,
        availableFrom: new Date(dayAhead(30)),
        availableTo: new Date(dayAhead(37)),
      },
    ]);
    expect(await rentals()).toBe(1);
    expect(await server.prisma.inventoryResort.findMany()).toMatchObject([
      { externalId: 'HH', name: 'Harbour House', resortId: resort.id, weeks: 1 },
    ]);
  });

  it('that runs twice changes nothing the second time', async () => {
    await createSavedSearch(server, {
      userId: (await createUser(server, { emailVerifiedAt: new Date() })).id,
    });
    sources.has([
      ...offeredWeeks(2_500),
      offeredWeek('elsewhere', { resortName: 'Nowhere Inn' }),
      offeredWeek('wrong', { pricePerNight: 0 }),
    ]);
    expect(await sync()).toMatchObject({ created: 2_500, total: 2_502, failed: 2 });
    const before = await everything();
    expect(await sync()).toMatchObject({
      status: 'completed',
      read: 2_502,
      total: 2_502,
      imported: 2_500,
      failed: 2,
      created: 0,
      updated: 0,
      unchanged: 2_500,
      withdrawn: 0,
    });
    expect(await everything()).toEqual(before);
    expect(await rentals()).toBe(2_500);
    expect(await server.prisma.outgoingMail.count()).toBeGreaterThan(0);
    expect(await server.prisma.savedSearchAlert.count()).toBe(2_500);
  });

  it('writes only what differs', async () => {
    sources.has(offeredWeeks(3));
    await sync();
    const [first, second] = await listings();
    sources.has([offeredWeek(1), offeredWeek(2, { pricePerNight: 175 }), offeredWeek(3)]);
    expect(await sync()).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    const after = await listings();
    expect(after[0]).toEqual(first);
    expect(after[1]).toMatchObject({
      id: second?.id,
      pricePerNightCents: 17_500,
      version: (second?.version ?? 0) + 1,
    });
    expect(after[1]?.updatedAt.getTime()).toBeGreaterThan(second?.updatedAt.getTime() ?? Infinity);
  });

  it('withdraws weeks that are gone, and relists them when they return', async () => {
    sources.has(offeredWeeks(3));
    await sync();
    sources.has([offeredWeek(1), offeredWeek(3)]);
    expect(await sync()).toMatchObject({ withdrawn: 1, unchanged: 2, isComplete: true });
    expect(await active()).toEqual(['W-1', 'W-3']);
    expect(await rentals()).toBe(2);
    expect(await sync()).toMatchObject({ withdrawn: 0, unchanged: 2 });
    sources.has(offeredWeeks(3));
    expect(await sync()).toMatchObject({ updated: 1, unchanged: 2, withdrawn: 0 });
    expect(await active()).toEqual(['W-1', 'W-2', 'W-3']);
    expect(await rentals()).toBe(3);
    const [, second] = await listings();
    expect(
      await server.prisma.listingEvent.findMany({
        where: { listingId: second?.id ?? '' },
        orderBy: { number: 'asc' },
        select: { kind: true, actorId: true },
      }),
    ).toEqual([
      { kind: 'withdrawn', actorId: null },
      { kind: 'relisted', actorId: null },
    ]);
  });

  it.each([
    ['a limit', { limit: 1 }],
    ['a destination', { destination: 'maine' }],
    ['a lowest price', { priceMin: 1 }],
    ['a highest price', { priceMax: 1_000 }],
  ])('with %s withdraws nothing', async (_name, filters) => {
    sources.has(offeredWeeks(3));
    await sync();
    sources.has([offeredWeek(1)]);
    expect(await sync(filters)).toMatchObject({
      status: 'completed',
      imported: 1,
      withdrawn: 0,
      isComplete: false,
    });
    expect(await active()).toHaveLength(3);
  });

  it.each([
    ['no rows', [], 'Sandbox Weeks sent no weeks, so nothing was withdrawn'],
    [
      'no valid row',
      [offeredWeek(1, { currency: 'EUR' }), offeredWeek(9, { maxGuests: 0 })],
      'None of the 2 weeks of Sandbox Weeks can be brought in, so nothing was withdrawn',
    ],
  ])('of a feed with %s fails and withdraws nothing', async (_name, weeks, message) => {
    sources.has(offeredWeeks(3));
    await sync();
    sources.has(weeks);
    expect(await sync()).toMatchObject({ status: 'failed', withdrawn: 0, message });
    expect(await active()).toHaveLength(3);
  });

  it('withdraws nothing if rows without an id could be any of the listings', async () => {
    sources.has(offeredWeeks(3));
    await sync();
    sources.reads(async function* () {
      yield* rowsOf([offeredWeek(1)]);
      yield { number: 2, problem: 'The row has 3 columns instead of 9' };
      yield { number: 3, week: offeredWeek(2, { externalId: ' ' }) };
    });
    const run = await sync();
    expect(run).toMatchObject({
      status: 'completed',
      withdrawn: 0,
      isComplete: false,
      total: 3,
      imported: 1,
      message: "Nothing was withdrawn: 2 rows have no listing id, so what is gone can't be told",
    });
    expect(await errorsOf(server, run.id)).toEqual([
      '2 row 2: The row has 3 columns instead of 9',
      '3 row 3: Listing id is required',
    ]);
    expect(await active()).toHaveLength(3);
  });

  it('leaves a listing unchanged if its row is invalid', async () => {
    sources.has(offeredWeeks(2));
    await sync();
    sources.has([offeredWeek(1), offeredWeek(2, { currency: 'EUR', pricePerNight: 200 })]);
    expect(await sync()).toMatchObject({ withdrawn: 0, failed: 1, isComplete: true });
    expect((await listings())[1]).toMatchObject({ isActive: true, pricePerNightCents: 15_000 });
  });

  it('uses the first of several rows with one id, within and across batches', async () => {
    sources.has([
      offeredWeek(1, { pricePerNight: 100 }),
      offeredWeek(1, { pricePerNight: 101 }),
      ...offeredWeeks(1_500).slice(1),
      offeredWeek(1, { pricePerNight: 102 }),
    ]);
    const run = await sync();
    expect(run).toMatchObject({ total: 1_502, imported: 1_500, failed: 2, isComplete: true });
    expect((await listings())[0]).toMatchObject({ externalId: 'W-1', pricePerNightCents: 10_000 });
    const error = 'W-1: The listing id "W-1" came before in this feed; its first row counts';
    expect(await errorsOf(server, run.id)).toEqual([`2 ${error}`, `1502 ${error}`]);
  });

  it('does not publish a week that an administrator rejected', async () => {
    sources.has(offeredWeeks(1));
    await sync();
    await server.prisma.listing.updateMany({ data: { contractVerificationStatus: 'rejected' } });
    sources.has([offeredWeek(1, { pricePerNight: 99 })]);
    expect(await sync()).toMatchObject({ updated: 1 });
    expect(await listings()).toMatchObject([
      { contractVerificationStatus: 'rejected', pricePerNightCents: 9_900 },
    ]);
    expect(await rentals()).toBe(0);
  });

  it('does not change a listing so that a booking falls outside its nights', async () => {
    sources.has(offeredWeeks(2));
    await sync();
    const [first] = await listings();
    const guest = await createUser(server);
    await createBooking(server, {
      resortId: resort.id,
      userId: guest.id,
      listingId: first?.id ?? null,
      checkIn: new Date(dayAhead(31)),
      checkOut: new Date(dayAhead(35)),
      status: 'confirmed',
    });
    const moved = { availableFrom: dayAhead(32), pricePerNight: 99 };
    sources.has([offeredWeek(1, moved), offeredWeek(2, moved)]);
    const looked = await preview();
    expect(looked).toMatchObject({ imported: 1, updated: 1, failed: 1 });
    const run = await sync();
    expect(run).toMatchObject({ imported: 1, updated: 1, failed: 1, withdrawn: 0 });
    expect(await errorsOf(server, run.id)).toEqual([
      "1 W-1: Nights of this listing are booked here, so its resort can't change and its dates must hold them; it stays as it was",
    ]);
    expect((await listings()).map(({ pricePerNightCents }) => pricePerNightCents)).toEqual([
      15_000, 9_900,
    ]);
    sources.has([
      offeredWeek(1, { availableFrom: dayAhead(31), pricePerNight: 80 }),
      offeredWeek(2, moved),
    ]);
    expect(await sync()).toMatchObject({ updated: 1, unchanged: 1, failed: 0 });
  });

  it('keeps weeks of different providers with the same id apart', async () => {
    sources.has(offeredWeeks(2));
    await sync();
    const other = await createProvider(server);
    sources.has([offeredWeek(1)]);
    expect(await runToEnd(server, other.id)).toMatchObject({ created: 1, withdrawn: 0 });
    expect(await active()).toHaveLength(2);
    expect(await rentals()).toBe(3);
  });

  it('reads the feed with the settings of the provider and its decrypted key', async () => {
    const key = keySettingOf(provider.id);
    await server.prisma.siteSetting.create({
      data: {
        key,
        value: server.deps.secrets.seal(key, 's3cret', 'https://provider.example'),
        isEncrypted: true,
      },
    });
    const mapping = { rows: 'data.weeks', fields: { title: 'name' } };
    await server.prisma.inventoryProvider.update({ where: { id: provider.id }, data: { mapping } });
    let given: unknown;
    sources.reads((config) => {
      given = config;
      return rowsOf(offeredWeeks(1));
    });
    await sync();
    expect(given).toMatchObject({
      kind: 'json_feed',
      name: 'Sandbox Weeks',
      key: 's3cret',
      mapping,
      calendars: [],
      address: 'https://provider.example/weeks.json',
    });
    await server.prisma.siteSetting.update({ where: { key }, data: { value: 'v1.x.y' } });
    expect(await sync()).toMatchObject({
      status: 'failed',
      message: "The key of Sandbox Weeks can't be decrypted: enter it again",
    });
    await server.prisma.siteSetting.deleteMany({ where: { key } });
  });

  it.each([
    ['sync', 'another host', 'https://evil.example/weeks.json'],
    ['sync', 'no encryption', 'http://provider.example/weeks.json'],
    ['preview', 'another host', 'https://evil.example/weeks.json'],
  ] as const)(
    'sends no request with a key entered for another address: %s with %s',
    async (purpose, _, address) => {
      const key = keySettingOf(provider.id);
      const value = server.deps.secrets.seal(key, 's3cret', 'https://provider.example');
      await server.prisma.siteSetting.create({ data: { key, value, isEncrypted: true } });
      // Changes the address directly, without the checks of updateProvider.
      await server.prisma.inventoryProvider.update({
        where: { id: provider.id },
        data: { address },
      });
      let reads = 0;
      sources.reads(() => {
        reads += 1;
        return rowsOf(offeredWeeks(1));
      });
      expect(await runToEnd(server, provider.id, { purpose })).toMatchObject({
        status: 'failed',
        message: 'Enter the key of Sandbox Weeks again, since the address changed',
      });
      expect(reads).toBe(0);
      await server.prisma.siteSetting.deleteMany({ where: { key } });
    },
  );
});

describe('filters', () => {
  const weeks = [
    offeredWeek(1, { pricePerNight: 80 }),
    offeredWeek(2, { pricePerNight: 120 }),
    offeredWeek(3, { pricePerNight: 200, resortName: 'Hôtel des Dunes', resortLocation: 'Agadir' }),
    offeredWeek(4, { pricePerNight: 'cheap' }),
    offeredWeek(5, { resortName: 'Elsewhere' }),
  ];

  it.each([
    ['none', {}, { read: 5, total: 5, imported: 3, failed: 2 }],
    ['priceMin', { priceMin: 120 }, { total: 3, imported: 2, failed: 1 }],
    ['priceMax', { priceMax: 120 }, { total: 2, imported: 2, failed: 0 }],
    ['a min price above all weeks', { priceMin: 1_000_000 }, { read: 5, total: 0, failed: 0 }],
    ['a min price of 0', { priceMin: 0 }, { isComplete: true }],
    ['both prices', { priceMin: 90, priceMax: 130 }, { total: 1, imported: 1, failed: 0 }],
    ["destination by the resort's own", { destination: 'MAINE' }, { total: 3, imported: 2 }],
    ['destination with accents', { destination: 'hotel' }, { total: 1, imported: 1 }],
    ['destination by the place offered', { destination: 'agadír' }, { total: 1, imported: 1 }],
    ['destination nowhere', { destination: 'Aruba' }, { read: 5, total: 0, imported: 0 }],
    ['limit', { limit: 2 }, { read: 2, total: 2, imported: 2 }],
    ['limit of those that fit', { limit: 1, priceMin: 150 }, { read: 3, total: 1, imported: 1 }],
    ['limit counts broken rows', { limit: 4 }, { read: 4, total: 4, imported: 3, failed: 1 }],
  ])('%s', async (_name, filters, expected) => {
    await createResort(server, {
      name: 'Hotel des Dunes',
      location: 'Agadir, Morocco',
      destination: 'Morocco',
    });
    sources.has(weeks);
    expect(await preview(filters)).toMatchObject({ status: 'completed', ...expected });
    expect(await sync(filters)).toMatchObject({ status: 'completed', ...expected, filters });
  });
});

describe('a preview', () => {
  it('says what a sync would do, and changes nothing', async () => {
    sources.has(offeredWeeks(4));
    await sync();
    sources.has([
      offeredWeek(1),
      offeredWeek(2, { pricePerNight: 1 }),
      offeredWeek(3),
      offeredWeek(5),
      offeredWeek(6, { resortName: 'Unknown' }),
      offeredWeek(1),
    ]);
    const before = await everything();
    const counts = {
      read: 6,
      total: 6,
      imported: 4,
      created: 1,
      updated: 1,
      unchanged: 2,
      failed: 2,
      withdrawn: 1,
      isComplete: true,
      status: 'completed',
    };
    const looked = await preview();
    expect(looked).toMatchObject({ ...counts, purpose: 'preview' });
    expect(await everything()).toEqual(before);
    const done = await sync();
    expect(done).toMatchObject(counts);
    expect(await errorsOf(server, done.id)).toEqual(await errorsOf(server, looked.id));
  });

  it('stores what a sync would do with each row, for administrators to page through', async () => {
    sources.has([...offeredWeeks(3), offeredWeek(4, { title: 'A week that goes' })]);
    await sync();
    await server.prisma.listing.updateMany({
      where: { providerId: provider.id, externalId: 'W-3' },
      data: { isActive: false },
    });
    sources.has([
      offeredWeek(1),
      offeredWeek(2, { pricePerNight: 1, title: 'Renamed' }),
      offeredWeek(3),
      offeredWeek(5),
      offeredWeek(6, { resortName: 'Unknown' }),
    ]);
    const { id } = await preview();
    const admin = await signedInUser(server, { role: 'admin' });
    const rows = async (variables: object) => {
      const { data } = await server.graphql(
        previewRowsQuery,
        { id, ...variables },
        { cookie: admin.cookie },
      );
      return data?.inventoryRun?.previewRows;
    };
    const first = await rows({ few: 3 });
    expect(first?.totalCount).toEqual({ value: 4, isCapped: false });
    expect(first?.edges.map(({ node }) => node)).toEqual([
      expect.objectContaining({ number: 1, change: 'UNCHANGED', differences: [] }),
      {
        number: 2,
        listingId: 'W-2',
        title: 'Renamed',
        resortName: 'Harbour House',
        change: 'CHANGED',
        differences: [
          { field: 'title', before: 'Week 2 by the harbour', after: 'Renamed' },
          { field: 'pricePerNightCents', before: '15000', after: '100' },
        ],
      },
      expect.objectContaining({
        change: 'CHANGED',
        differences: [{ field: 'isActive', before: 'false', after: 'true' }],
      }),
    ]);
    const second = await rows({ few: 3, after: first?.pageInfo.endCursor });
    expect(second?.edges).toMatchObject([{ node: { number: 4, change: 'NEW', differences: [] } }]);
    expect((await rows({ change: 'NEW' }))?.edges).toMatchObject([{ node: { number: 4 } }]);
    const done = await sync();
    expect(await server.prisma.inventoryPreviewRow.count({ where: { runId: done.id } })).toBe(0);
    await server.prisma.inventorySync.delete({ where: { id } });
    expect(await server.prisma.inventoryPreviewRow.count()).toBe(0);
  });
});

describe('starting a run', () => {
  it('succeeds for one of twenty concurrent syncs; the others are refused', async () => {
    sources.has(offeredWeeks(10));
    const request = { providerId: provider.id, purpose: 'sync', filters: {}, actor: null } as const;
    const starts = await Promise.allSettled(
      Array.from({ length: 20 }, () => startRun(server.deps, request)),
    );
    const told = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
    expect(told).toHaveLength(19);
    for (const error of told) {
      expect(error).toBeInstanceOf(ConflictError);
      expect(error).toMatchObject({
        fieldErrors: [
          { field: 'provider', message: 'A sync of Sandbox Weeks is under way already' },
        ],
      });
    }
    await server.runJobs();
    expect(await server.prisma.inventorySync.findMany()).toMatchObject([
      { status: 'completed', imported: 10 },
    ]);
    await expect(startRun(server.deps, request)).resolves.toMatchObject({ status: 'waiting' });
  });

  it('is refused for a disabled or unknown provider, except for a preview of a disabled one', async () => {
    await server.prisma.inventoryProvider.updateMany({ data: { isEnabled: false } });
    const request = { providerId: provider.id, filters: {}, actor: null };
    await expect(startRun(server.deps, { ...request, purpose: 'sync' })).rejects.toThrow(
      'Sandbox Weeks is turned off',
    );
    sources.has(offeredWeeks(1));
    expect(await preview()).toMatchObject({ status: 'completed', imported: 1 });
    await expect(
      startRun(server.deps, { ...request, providerId: resort.id, purpose: 'sync' }),
    ).rejects.toThrow(NotFoundError);
  });

  it('is followed by watchRun and awaitRun until the run finishes', async () => {
    sources.has(offeredWeeks(3));
    const { id } = await startRun(server.deps, {
      providerId: provider.id,
      purpose: 'sync',
      filters: {},
      actor: null,
    });
    const patient = new AbortController().signal;
    let isWatched = (): void => undefined;
    const watching = new Promise<void>((resolve) => (isWatched = resolve));
    const watched = (async () => {
      const seen = [];
      for await (const run of watchRun(server.deps, id, patient)) {
        seen.push(run.status);
        isWatched();
      }
      return seen;
    })();
    const ended = awaitRun(server.deps, id, patient);
    await watching;
    await server.runJobs();
    expect(await ended).toMatchObject({ status: 'completed', imported: 3 });
    const seen = await watched;
    expect([seen[0], seen.at(-1)]).toEqual(['waiting', 'completed']);
    await expect(awaitRun(server.deps, provider.id, patient)).rejects.toThrow(NotFoundError);
  });
});

describe('a run that ends early', () => {
  /** Offers `count` weeks, and calls `act` before the row with the number `at`. */
  const interrupted = (count: number, at: number, act: () => Promise<unknown>) =>
    sources.reads(async function* (_provider, signal) {
      for await (const row of rowsOf(offeredWeeks(count))) {
        if (row.number === at) {
          await act();
        }
        signal.throwIfAborted();
        yield row;
      }
    });

  const current = async () =>
    (await server.prisma.inventorySync.findFirstOrThrow({ orderBy: { timestamp: 'desc' } })).id;

  it('keeps what came before the provider failed, and withdraws nothing', async () => {
    sources.has([...offeredWeeks(1), offeredWeek('old')]);
    await sync();
    interrupted(3_000, 1_501, () => {
      throw new ProviderError('Sandbox Weeks ended in the middle');
    });
    expect(await sync()).toMatchObject({
      status: 'failed',
      message: 'Sandbox Weeks ended in the middle',
      isComplete: false,
      read: 1_500,
      imported: 1_500,
      created: 1_499,
      unchanged: 1,
      withdrawn: 0,
    });
    expect(await active()).toHaveLength(1_501);
    expect(await rentals()).toBe(1_501);
    sources.has(offeredWeeks(3_000));
    expect(await sync()).toMatchObject({ created: 1_500, unchanged: 1_500, withdrawn: 1 });
  });

  it('is cancelled at once if it is waiting, and never starts', async () => {
    sources.has(offeredWeeks(3));
    const { id } = await startRun(server.deps, {
      providerId: provider.id,
      purpose: 'sync',
      filters: {},
      actor: null,
    });
    expect(await requestCancel(server.deps, id)).toMatchObject({ status: 'cancelled' });
    await server.runJobs();
    expect(await listings()).toEqual([]);
    expect(await requestCancel(server.deps, id)).toMatchObject({ status: 'cancelled' });
    expect(await sync()).toMatchObject({ status: 'completed' });
  });

  it('stops when it is cancelled, and keeps what it has brought in', async () => {
    interrupted(3_000, 2_200, async () => requestCancel(server.deps, await current()));
    expect(await sync()).toMatchObject({
      status: 'cancelled',
      isCancelRequested: true,
      imported: 2_000,
      withdrawn: 0,
      message: 'Cancelled; what was brought in until then stays',
    });
    expect(await rentals()).toBe(2_000);
    expect(await server.prisma.inventorySeenWeek.count()).toBe(0);
  });

  it('stops when it is cancelled while the provider sends nothing', async () => {
    sources.reads(async function* (_provider, signal) {
      yield* rowsOf(offeredWeeks(1));
      const cancelled = once(signal, 'abort');
      await requestCancel(server.deps, await current());
      await cancelled;
      signal.throwIfAborted();
    });
    expect(await sync()).toMatchObject({ status: 'cancelled' });
  });

  it('stops when its provider is disabled', async () => {
    interrupted(3_000, 2_200, () =>
      server.prisma.inventoryProvider.updateMany({ data: { isEnabled: false } }),
    );
    expect(await sync()).toMatchObject({
      status: 'cancelled',
      imported: 2_000,
      message: 'Sandbox Weeks was turned off meanwhile',
    });
  });

  it('is no longer written by a worker that lost its claim', async () => {
    let taken = '';
    interrupted(3_000, 1_500, async () => {
      taken = await current();
      await claimRun(server.deps, taken);
    });
    await sync();
    expect(await server.prisma.inventorySync.findUnique({ where: { id: taken } })).toMatchObject({
      status: 'running',
      read: 0,
      imported: 0,
    });
    sources.has(offeredWeeks(1_100));
    await runInventory({ id: taken }, server.deps, { isLast: false });
    expect(await server.prisma.inventorySync.findUnique({ where: { id: taken } })).toMatchObject({
      status: 'completed',
      created: 100,
      unchanged: 1_000,
      withdrawn: 0,
    });
  });

  it('is retried after an error of ours, and fails after the last attempt', async () => {
    await server.pool.query(
      `ALTER TABLE listings ADD CONSTRAINT fault CHECK (title <> 'Week 1200 by the harbour')`,
    );
    sources.has(offeredWeeks(1_500));
    const { id } = await startRun(server.deps, {
      providerId: provider.id,
      purpose: 'sync',
      filters: {},
      actor: null,
    });
    await expect(runInventory({ id }, server.deps, { isLast: false })).rejects.toThrow();
    expect(await server.prisma.inventorySync.findUnique({ where: { id } })).toMatchObject({
      status: 'running',
    });
    await runInventory({ id }, server.deps, { isLast: true });
    expect(await server.prisma.inventorySync.findUnique({ where: { id } })).toMatchObject({
      status: 'failed',
      read: 1_000,
      unchanged: 1_000,
      message: 'Something went wrong on our side; what was brought in until then stays',
    });
    await server.pool.query('ALTER TABLE listings DROP CONSTRAINT fault');
    expect(await sync()).toMatchObject({ created: 500, unchanged: 1_000 });
  });
});
