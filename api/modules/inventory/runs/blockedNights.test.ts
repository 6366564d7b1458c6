import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InventoryProvider, Listing } from '#api/generated/prisma/client.ts';
import {
  cookieOf,
  createBooking,
  createListing,
  createResort,
  createUser,
  dayAhead,
} from '#api/testing/factories.ts';
import {
  createFakeSources,
  createProvider,
  errorsOf,
  offeredWeek,
  runToEnd,
} from '#api/testing/inventory.ts';
import { newCalendarUrl } from '#api/testing/listings.ts';
import { availabilityQuery, weeksQuery } from '#api/modules/listings/testing/operations.ts';
import { countQuery } from '#api/modules/resorts/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { ProviderError, type TakenRow } from '#api/context/sources.ts';
import { isoDay } from '#common/days.ts';

const sources = createFakeSources();
let server: TestServer;
let provider: InventoryProvider;
/** Offers the nights of the days 30 to 36 ahead. */
let listing: Listing;
let other: Listing;

beforeAll(async () => {
  server = await startTestServer({ sources });
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('TRUNCATE users, resorts, inventory_providers, inventory_syncs CASCADE');
  const resort = await createResort(server, { name: 'Harbour House', destination: 'Maine' });
  listing = await createListing(server, { resortId: resort.id, title: 'The first week' });
  other = await createListing(server, {
    resortId: resort.id,
    title: 'The other week',
    availableFrom: dayAhead(60),
  });
  provider = await createProvider(server, {
    kind: 'icalendar',
    calendars: {
      create: [listing, other].map(({ id: listingId }) => ({ listingId, address: 'https://x/1' })),
    },
  });
});

/** A stay elsewhere; `from` and `to` are days from today. */
const stay = (number: number, uid: string, from: number, to: number, of = listing): TakenRow => ({
  number,
  taken: { listingId: of.id, externalId: uid, from: dayAhead(from), to: dayAhead(to) },
});

async function* read(rows: TakenRow[]): AsyncGenerator<TakenRow> {
  for (const row of rows) {
    await Promise.resolve();
    yield row;
  }
}

const has = (...rows: TakenRow[]): void => sources.readsTaken(() => read(rows));
const sync = (filters = {}) => runToEnd(server, provider.id, { filters });

const blocked = async (): Promise<string[]> => {
  const rows = await server.prisma.blockedNights.findMany({
    orderBy: [{ externalId: 'asc' }, { startsOn: 'asc' }],
  });
  return rows.map(({ externalId, startsOn }) => `${externalId} ${isoDay(startsOn)}`);
};

const book = async (given: object) =>
  createBooking(server, {
    resortId: listing.resortId,
    userId: (await createUser(server)).id,
    listingId: listing.id,
    checkIn: new Date(dayAhead(31)),
    checkOut: new Date(dayAhead(34)),
    ...given,
  });

describe('nights that are taken elsewhere', () => {
  it('are stored, left unchanged by the same sync again, and freed once they are gone', async () => {
    has(stay(1, 'a', 31, 33), stay(2, 'b', 40, 45), stay(3, 'a', 61, 62, other));
    expect(await sync()).toMatchObject({
      status: 'completed',
      read: 3,
      total: 3,
      imported: 3,
      created: 3,
      isComplete: true,
    });
    const rows = () => server.pool.query('SELECT xmin, * FROM blocked_nights ORDER BY id');
    const before = (await rows()).rows;
    expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 3, withdrawn: 0 });
    expect((await rows()).rows).toEqual(before);
    has(stay(1, 'a', 32, 33), stay(2, 'a', 61, 62, other));
    expect(await sync()).toMatchObject({ updated: 1, unchanged: 1, withdrawn: 1 });
    expect(await blocked()).toEqual([`a ${dayAhead(32)}`, `a ${dayAhead(61)}`]);
    has();
    expect(await sync()).toMatchObject({ status: 'completed', withdrawn: 2 });
  });

  it('stay if a calendar has a problem, or its provider fails', async () => {
    has(stay(1, 'a', 31, 33), stay(2, 'b', 34, 35), stay(3, 'c', 61, 62, other));
    await sync();
    has(stay(1, 'a', 31, 33), { number: 2, listingId: listing.id, problem: 'It answered 500' });
    const run = await sync();
    expect(run).toMatchObject({ withdrawn: 1, failed: 1, isComplete: false });
    expect(await errorsOf(server, run.id)).toEqual([`2 ${listing.id}: It answered 500`]);
    expect(await blocked()).toEqual([`a ${dayAhead(31)}`, `b ${dayAhead(34)}`]);
    // A remark is told, and the calendar still counts as whole.
    has({ number: 1, listingId: listing.id, remark: 'Line 12 has no colon' }, stay(2, 'a', 31, 33));
    const next = await sync();
    expect(next).toMatchObject({ withdrawn: 1, failed: 1, isComplete: true });
    expect(await errorsOf(server, next.id)).toEqual([`1 ${listing.id}: Line 12 has no colon`]);
    sources.readsTaken(async function* () {
      yield* read([stay(1, 'd', 50, 51)]);
      throw new ProviderError('It ended in the middle');
    });
    expect(await sync()).toMatchObject({ status: 'failed', created: 1, withdrawn: 0 });
    expect(await blocked()).toHaveLength(2);
    has();
    expect(await sync({ limit: 5 })).toMatchObject({ withdrawn: 2 });
  });

  it('of a calendar that is no longer set up become free', async () => {
    has(stay(1, 'a', 31, 33), stay(2, 'c', 61, 62, other));
    await sync();
    await server.prisma.inventoryCalendar.deleteMany({ where: { listingId: other.id } });
    const run = await sync();
    expect(run).toMatchObject({ withdrawn: 1, failed: 1 });
    expect(await errorsOf(server, run.id)).toEqual([
      `2 ${other.id}: No calendar of this listing is set up`,
    ]);
    expect(await blocked()).toEqual([`a ${dayAhead(31)}`]);
  });

  it('are refused with a message if they are invalid', async () => {
    has(
      stay(1, 'a', 33, 33),
      {
        number: 2,
        taken: { listingId: listing.id, externalId: 'b', from: '2027-02-30', to: '2027-03-02' },
      },
      stay(3, '', 31, 32),
      stay(4, 'c', 31, 32),
      stay(5, 'c', 31, 33),
      stay(6, 'over', -9, 0),
      stay(7, 'ours@tideweek.test', 31, 32),
    );
    const run = await sync();
    expect(run).toMatchObject({ read: 7, total: 5, imported: 1, failed: 4 });
    expect(await errorsOf(server, run.id)).toEqual([
      `1 ${listing.id}: The end of "a" must be after its start, ${dayAhead(33)}`,
      `2 ${listing.id}: A day of "b" must be a date like 2027-02-13, not "2027-02-30"`,
      `3 ${listing.id}: The UID "" can't be used: 1 to 500 plain characters`,
      `5 ${listing.id}: The UID "c" came before in this calendar; its first one counts`,
    ]);
  });

  it('that are booked here too are stored and reported', async () => {
    await book({ status: 'confirmed' });
    has(stay(1, 'a', 33, 36), stay(2, 'b', 34, 36));
    const run = await sync();
    expect(run).toMatchObject({ total: 2, imported: 2, failed: 1 });
    expect(await errorsOf(server, run.id)).toEqual([
      `1 ${listing.id}: Some of these nights are booked here too, from ${dayAhead(31)} to ${dayAhead(34)}: cancel one of the two`,
    ]);
    expect(await blocked()).toHaveLength(2);
  });

  it('are counted but not stored by a preview', async () => {
    has(stay(1, 'a', 31, 33));
    const run = await runToEnd(server, provider.id, { purpose: 'preview' });
    expect(run).toMatchObject({ status: 'completed', imported: 1, created: 1 });
    expect(await blocked()).toEqual([]);
  });
});

describe('a listing with nights taken elsewhere', () => {
  const found = async (from: number, to: number): Promise<number | undefined> => {
    await server.emptyCaches();
    const filter = { availableFrom: dayAhead(from), availableTo: dayAhead(to) };
    const { data } = await server.graphql(countQuery, { filter });
    return data?.resorts?.totalCount.value;
  };

  const shown = async (): Promise<(string | undefined)[] | undefined> => {
    await server.emptyCaches();
    const { data } = await server.graphql(weeksQuery, { id: listing.resortId });
    return data?.resort?.weeks.edges.map(({ node }) => node.title);
  };

  it('is not found by these dates, and shown as a week as long as one night is free', async () => {
    expect(await found(31, 33)).toBe(1);
    expect(await shown()).toEqual(['The first week', 'The other week']);
    has(stay(1, 'a', 32, 34));
    await sync();
    expect(await found(31, 33)).toBe(0);
    expect(await found(33, 35)).toBe(0);
    expect(await found(34, 37)).toBe(1);
    expect(await found(30, 32)).toBe(1);
    expect(await shown()).toEqual(['The first week', 'The other week']);
    const { data } = await server.graphql(availabilityQuery, {
      id: listing.resortId,
      from: dayAhead(30),
      to: dayAhead(40),
    });
    expect(data?.resort?.availability.nights).toEqual([30, 31, 34, 35, 36].map(dayAhead));
    has(stay(1, 'a', 30, 37));
    await sync();
    expect(await shown()).toEqual(['The other week']);
    has();
    await sync();
    expect(await found(31, 33)).toBe(1);
  });

  it('is not affected by stays on other nights, also after its own nights change', async () => {
    has(stay(1, 'a', 20, 30), stay(2, 'b', 37, 50));
    await sync();
    expect(await shown()).toEqual(['The first week', 'The other week']);
    await server.prisma.listing.update({
      where: { id: listing.id },
      data: { availableFrom: new Date(dayAhead(38)), availableTo: new Date(dayAhead(45)) },
    });
    expect(await shown()).toEqual(['The other week']);
    await server.prisma.listing.update({
      where: { id: listing.id },
      data: { availableFrom: new Date(dayAhead(50)), availableTo: new Date(dayAhead(55)) },
    });
    expect(await shown()).toEqual(['The first week', 'The other week']);
  });

  it('can’t be held by a traveler', async () => {
    has(stay(1, 'a', 33, 36));
    await sync();
    await expect(book({ status: 'held' })).rejects.toThrow(
      'Some nights of the booking are taken elsewhere',
    );
    expect(await book({ status: 'held', checkOut: new Date(dayAhead(33)) })).toMatchObject({
      status: 'held',
    });
  });

  it('reports the conflict if a concurrent booking takes the same nights', async () => {
    for (let round = 0; round < 8; round += 1) {
      await server.pool.query('TRUNCATE bookings, blocked_nights CASCADE');
      has(stay(1, 'a', 32, 34));
      const [run, booked] = await Promise.all([
        sync(),
        book({ status: 'confirmed' }).then(
          () => true,
          () => false,
        ),
      ]);
      // If both succeed, the sync must report it.
      expect([round, run.failed]).toEqual([round, booked ? 1 : 0]);
    }
  });

  it('has them in its own calendar', async () => {
    has(stay(1, 'a', 32, 34));
    await sync();
    const cookie = await cookieOf(server, { id: listing.ownerId ?? '' });
    const { pathname } = new URL(await newCalendarUrl(server, listing.id, cookie));
    const { text } = await server.send(pathname);
    const day = (ahead: number): string => dayAhead(ahead).replaceAll('-', '');
    expect(text).toContain(`DTSTART;VALUE=DATE:${day(32)}\r\nDTEND;VALUE=DATE:${day(34)}\r\n`);
    expect(text).toContain('SUMMARY:Taken elsewhere: The first week');
    expect(text).not.toContain('UID:a\r\n');
  });
});

describe('over HTTP', () => {
  let real: TestServer;
  let outside: Server;
  let origin = '';
  const files = new Map<string, string>();

  beforeAll(async () => {
    outside = createServer((request, response) => {
      const file = files.get(request.url ?? '');
      response.statusCode = file === undefined ? 404 : 200;
      response.end(file);
    }).listen(0, '127.0.0.1');
    await once(outside, 'listening');
    origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    real = await startTestServer();
  });

  afterAll(async () => {
    outside.close();
    await real.close();
  });

  it('brings in weeks of a JSON and a CSV feed, and the nights of a calendar', async () => {
    await createResort(real, { name: 'Harbour House' });
    const week = offeredWeek(1, { resortLocation: 'Camden, ME' });
    files.set(
      '/weeks.json',
      JSON.stringify({ data: { weeks: [week, { ...week, externalId: 'W-2' }] } }),
    );
    files.set(
      '/weeks.csv',
      `${Object.keys(week).join(',')}\n${Object.values(week)
        .map((value) => JSON.stringify(value))
        .join(',')}\n`,
    );
    const json = await createProvider(real, {
      address: `${origin}/weeks.json`,
      mapping: { rows: 'data.weeks' },
    });
    const csv = await createProvider(real, { kind: 'csv_feed', address: `${origin}/weeks.csv` });
    expect(await runToEnd(real, json.id)).toMatchObject({ status: 'completed', created: 2 });
    expect(await runToEnd(real, csv.id)).toMatchObject({ status: 'completed', created: 1 });

    const { id: listingId } = await real.prisma.listing.findFirstOrThrow();
    const day = (ahead: number): string => dayAhead(ahead).replaceAll('-', '');
    files.set(
      '/1.ics',
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:u1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:${day(31)}\r\nDTEND;VALUE=DATE:${day(33)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    );
    const calendar = await createProvider(real, {
      kind: 'icalendar',
      calendars: { create: [{ listingId, address: `${origin}/1.ics` }] },
    });
    expect(await runToEnd(real, calendar.id)).toMatchObject({ status: 'completed', created: 1 });
    expect(await real.prisma.blockedNights.findMany()).toMatchObject([
      {
        listingId,
        startsOn: new Date(dayAhead(31)),
        endsOn: new Date(dayAhead(33)),
        isOffered: true,
      },
    ]);
    files.delete('/weeks.json');
    expect(await runToEnd(real, json.id)).toMatchObject({
      status: 'failed',
      withdrawn: 0,
      message: expect.stringContaining('404') as string,
    });
  });
});
