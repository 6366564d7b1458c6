import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BookingStatus, type Listing, type Resort } from '#api/generated/prisma/client.ts';
import { inDepth } from '#api/testing/depth.ts';
import {
  createBooking,
  createListing,
  createResort,
  createSavedSearch,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readTotals } from '../administration/overview.ts';
import { listingsPublished } from '../savedSearches/alerts.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';
import { turnDays } from './turnDays.ts';
import { addDays, dayMs } from '#common/days.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  // Without the 600 other zones, which would be updated each time.
  await server.pool.query('DELETE FROM time_zones WHERE name <> ALL ($1)', [zones]);
});

afterAll(() => server.close());

beforeEach(() => empty());

/** Deletes all users and resorts with everything that refers to them; keeps the time zones. */
const empty = () => server.pool.query('TRUNCATE users, resorts, inventory_providers CASCADE');

const hour = dayMs / 24;

/** Zones with offsets of whole hours, so that their days begin on the hour. */
const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'UTC', 'America/New_York', 'Pacific/Honolulu'];

/** The day in a time zone, computed by JavaScript, not by the database. */
const dayIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);

const rentals = async ({ id }: Resort): Promise<number> =>
  (await server.prisma.resort.findUniqueOrThrow({ where: { id } })).availableRentals;

describe('turnDays', () => {
  // 2031-06-15 10:00 UTC is midnight in Hawaii.
  const midnight = new Date('2031-06-15T10:00:00Z');
  const before = new Date(midnight.getTime() - 1);

  it("ends an offer by the day at the listing's resort, not by UTC", async () => {
    await turnDays(server.deps, before);
    const hawaii = await createResort(server, { timezone: 'Pacific/Honolulu' });
    const utc = await createResort(server, { timezone: 'UTC' });
    const dates = { availableFrom: '2031-06-10', availableTo: new Date('2031-06-15') };
    const there = await createListing(server, { resortId: hawaii.id, ...dates });
    await createListing(server, { resortId: utc.id, ...dates });
    expect([await rentals(hawaii), await rentals(utc)]).toEqual([1, 0]);
    const shown = async () => {
      await server.emptyCaches();
      const { data } = await server.graphqlText(
        'query ($id: ID!) { node(id: $id) { ... on Listing { availableFrom nights } } }',
        { id: globalId('Listing', there.id) },
      );
      return (data as { node: unknown }).node;
    };
    expect(await shown()).toEqual({ availableFrom: '2031-06-14', nights: 1 });
    await turnDays(server.deps, midnight);
    expect(await shown()).toBeNull();
    expect(await rentals(hawaii)).toBe(0);
    const stored = await server.prisma.listing.findUnique({ where: { id: there.id } });
    expect(stored).toMatchObject({ onOffer: false, version: there.version });
  });

  it('counts each listing once, also when run concurrently', async () => {
    await turnDays(server.deps, before);
    const resort = await createResort(server, { timezone: 'Pacific/Honolulu' });
    const owner = await createUser(server);
    for (let index = 0; index < 6; index += 1) {
      await createListing(server, {
        resortId: resort.id,
        ownerId: owner.id,
        availableFrom: '2031-06-10',
        availableTo: new Date(index < 4 ? '2031-06-15' : '2031-06-16'),
      });
    }
    await Promise.all(Array.from({ length: 4 }, () => turnDays(server.deps, midnight)));
    expect(await rentals(resort)).toBe(2);
    await turnDays(server.deps, midnight);
    expect(await rentals(resort)).toBe(2);
  });

  it('waits for a listing that is being inserted, and then ends its offer', async () => {
    await turnDays(server.deps, before);
    const resort = await createResort(server, { timezone: 'Pacific/Honolulu' });
    const client = await server.pool.connect();
    let turning: Promise<void> | undefined;
    try {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      await client.query('BEGIN');
      const owner = await createUser(server);
      await client.query(
        `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
           available_from, available_to, contract_verification_status)
         VALUES (gen_random_uuid(), $1, $2, 'Late', '', 1, '2031-06-10', '2031-06-15', 'verified')`,
        [resort.id, owner.id],
      );
      turning = turnDays(server.deps, midnight);
      await waitsFor(rows[0].pid);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await turning;
    expect(await rentals(resort)).toBe(0);
    expect(await server.prisma.listing.count({ where: { onOffer: true } })).toBe(0);
  });

  it('a booking of a listing that is over ends while the listing still counts as on offer', async () => {
    await turnDays(server.deps, before);
    const resort = await createResort(server, { timezone: 'Pacific/Honolulu' });
    const listing = await createListing(server, {
      resortId: resort.id,
      availableFrom: '2031-06-10',
      availableTo: new Date('2031-06-16'),
    });
    const { id } = await createBooking(server, {
      resortId: resort.id,
      userId: (await createUser(server)).id,
      listingId: listing.id,
      checkIn: new Date('2031-06-14'),
      checkOut: new Date('2031-06-16'),
      status: 'confirmed',
    });
    // Two days later, in the moment between the two steps of turnDays.
    await server.pool.query(
      "UPDATE time_zones SET today = '2031-06-18' WHERE name = 'Pacific/Honolulu'",
    );
    expect(await server.prisma.listing.count({ where: { onOffer: true } })).toBe(1);
    await server.prisma.booking.update({ where: { id }, data: { status: 'cancelled' } });
    expect(await server.prisma.freeStretch.count()).toBe(0);
    await turnDays(server.deps, midnight);
    expect(await rentals(resort)).toBe(0);
  });

  it('is queued when a resort moves to another time zone', async () => {
    await turnDays(server.deps, before);
    const resort = await createResort(server, { timezone: 'Pacific/Honolulu' });
    await createListing(server, {
      resortId: resort.id,
      availableFrom: '2031-06-10',
      availableTo: new Date('2031-06-15'),
    });
    await server.prisma.resort.update({ where: { id: resort.id }, data: { timezone: 'UTC' } });
    const { rows } = await server.pool.query(
      "SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'turn_days'",
    );
    expect(rows).toEqual([{ key: 'turn_days' }]);
    await turnDays(server.deps, before);
    expect(await rentals(resort)).toBe(0);
    await server.prisma.resort.update({
      where: { id: resort.id },
      data: { timezone: 'Pacific/Honolulu' },
    });
    await turnDays(server.deps, before);
    expect(await rentals(resort)).toBe(1);
  });

  it('clears the caches of the servers, even if no listing is over', async () => {
    await turnDays(server.deps, before);
    const resort = await createResort(server, { timezone: 'Pacific/Honolulu' });
    await createListing(server, {
      resortId: resort.id,
      availableFrom: '2031-06-10',
      availableTo: new Date('2031-06-20'),
    });
    await server.emptyCaches();
    const ask = async () => {
      const { data } = await server.graphqlText(
        'query ($id: ID!) { resort(id: $id) { weeks { edges { node { availableFrom nights } } } } }',
        { id: resort.id },
      );
      return (data as { resort: { weeks: { edges: { node: object }[] } } }).resort.weeks.edges[0]
        ?.node;
    };
    expect(await ask()).toEqual({ availableFrom: '2031-06-14', nights: 6 });
    const heard = new Promise<void>((resolve) => server.deps.catalogue.onChange(() => resolve()));
    await turnDays(server.deps, midnight);
    await heard;
    expect(await ask()).toEqual({ availableFrom: '2031-06-15', nights: 5 });
  });
});

interface Offer {
  resort: number;
  start: number;
  length: number;
  /** The fewest nights that guests may book; null for all together. */
  minNights: number | null;
  maxGuests: number;
  bedrooms: number | null;
  isActive: boolean;
  contractVerificationStatus: 'verified' | 'pending' | 'rejected';
  booking: { at: number; nights: number; status: BookingStatus } | undefined;
  /** Nights that are taken elsewhere, unless the booking takes some of them. */
  blocked: { at: number; nights: number } | undefined;
}

const offer = fc
  .record<Offer>({
    resort: fc.nat(zones.length - 1),
    start: fc.integer({ min: -9, max: 4 }),
    length: fc.integer({ min: 1, max: 9 }),
    minNights: fc.constantFrom(1, 1, 2, 3, 5, null),
    maxGuests: fc.integer({ min: 1, max: 10 }),
    bedrooms: fc.option(fc.integer({ min: 0, max: 4 })),
    isActive: fc.constantFrom(true, true, true, false),
    contractVerificationStatus: fc.constantFrom('verified', 'verified', 'pending', 'rejected'),
    booking: fc.option(
      fc.record({
        at: fc.nat(8),
        nights: fc.integer({ min: 1, max: 9 }),
        status: fc.constantFrom('confirmed', 'held', ...Object.values(BookingStatus)),
      }),
      { nil: undefined },
    ),
    blocked: fc.option(fc.record({ at: fc.nat(8), nights: fc.integer({ min: 1, max: 3 }) }), {
      nil: undefined,
    }),
  })
  .map((given) => ({
    ...given,
    minNights: given.minNights && Math.min(given.minNights, given.length),
  }));

const offers = fc.array(offer, { minLength: 4, maxLength: 12 });

/** Hours before now at which the listings are created, and at which they are read. */
const clocks = fc.record({ made: fc.integer({ min: 24, max: 72 }), looks: fc.nat(23) });

const asked = fc.record({
  start: fc.integer({ min: -3, max: 4 }),
  nights: fc.integer({ min: 1, max: 4 }),
  guests: fc.constantFrom(2, 4, 6),
});

/** An operation searches three times at most. */
const doors = [
  `query Resorts($filter: ResortFilter!, $nights: ResortFilter!, $from: Date!, $to: Date!) {
    all: resorts(filter: $filter, first: 5) { edges { node { databaseId availableRentals
      weeks(first: 12) { edges { node {
        databaseId availableFrom availableTo nights freeNights total { amount }
        freeStays { checkIn checkOut nights total { amount } }
      } } }
      availability(from: $from, to: $to) { nights } } } }
    free: resorts(filter: $nights) { edges { node { databaseId } } totalCount { value } }
    suggested: resortSuggestions(text: "harbour", first: 10) { resorts { databaseId availableRentals } } }`,
  `query Counts($filter: ResortFilter!, $nights: ResortFilter!) {
    freeFacets: resortFacets(filter: $nights) { totalCount { value } guests { value count { value } } }
    map: resortMap(filter: $filter) { totalCount { value } clusters { count } }
    freeMap: resortMap(filter: $nights) { totalCount { value } clusters { count } } }`,
  `{ facets: resortFacets(filter: {}) { guests { value count { value } } bedrooms { value count { value } } }
    partners: listings(first: 12) { edges { node { databaseId } } }
    found: weeks(filter: { minNights: 1, maxNights: 60 }, first: 100) { totalCount { value }
      edges { node { checkIn listing { databaseId } } } } }`,
  `{ viewer { listings(first: 12) { edges { node { databaseId status nights freeNights } } } }
    managedListings(first: 12) { edges { node { databaseId status nights freeNights } } }
    managedResorts(first: 12) { edges { node { databaseId availableRentals } } } }`,
];

/** A listing as its owner or the team sees it. */
interface Standing {
  databaseId: string;
  status: string;
  nights: number;
  freeNights: number;
}

interface Rentals {
  databaseId: string;
  availableRentals: number;
}

interface Count {
  count: { value: number };
}

interface Found<Node> {
  edges: { node: Node }[];
}

interface Doors {
  all: Found<{
    databaseId: string;
    availableRentals: number;
    weeks: Found<{
      databaseId: string;
      availableFrom: string;
      availableTo: string;
      nights: number;
      freeNights: number;
      total: { amount: number };
      freeStays: { checkIn: string; checkOut: string; nights: number; total: { amount: number } }[];
    }>;
    availability: { nights: string[] };
  }>;
  free: Found<{ databaseId: string }> & { totalCount: { value: number } };
  facets: Record<'guests' | 'bedrooms', (Count & { value: string })[]>;
  freeFacets: { totalCount: { value: number }; guests: (Count & { value: string })[] };
  map: { totalCount: { value: number }; clusters: { count: number }[] };
  freeMap: { totalCount: { value: number }; clusters: { count: number }[] };
  suggested: { resorts: Rentals[] };
  partners: Found<{ databaseId: string }>;
  found: Found<{ checkIn: string; listing: { databaseId: string } }> & {
    totalCount: { value: number };
  };
  viewer: { listings: Found<Standing> };
  managedListings: Found<Standing>;
  managedResorts: Found<Rentals>;
}

/** A listing with its expected dates and the day at its resort. */
interface Known extends Offer {
  id: string;
  resortId: string;
  from: string;
  to: string;
  today: string;
  /** First night and day of departure of each taken stay. */
  taken: (readonly [string, string])[];
}

const isOn = ({ isActive, contractVerificationStatus: status, to, today }: Known): boolean =>
  isActive && status === 'verified' && to > today;

const firstAhead = ({ from, today }: Known): string => (from < today ? today : from);

const isFree = (known: Known, from: string, to: string): boolean =>
  firstAhead(known) <= from &&
  to <= known.to &&
  known.taken.every(([checkIn, checkOut]) => checkOut <= from || to <= checkIn);

/** Whether a guest can book a stay: free nights, and as many as the owner asks for. */
const canBook = (known: Known, from: string, to: string): boolean =>
  isFree(known, from, to) &&
  (Date.parse(to) - Date.parse(from)) / dayMs >= (known.minNights ?? known.length);

/** The nights of a listing that some stay can have, one by one. */
function freeNights(known: Known): string[] {
  if (!isOn(known)) return [];
  const nights = Array.from({ length: known.length }, (_, index) => addDays(known.from, index));
  return nights.filter((night) =>
    nights.some((from) =>
      nights.some(
        (last) => from <= night && night <= last && canBook(known, from, addDays(last, 1)),
      ),
    ),
  );
}

/** The first nights of the runs of free nights. */
const firstNights = (known: Known): string[] => {
  const nights = freeNights(known);
  return nights.filter((night) => !nights.includes(addDays(night, -1)));
};

it('all queries agree on which listings are on offer', async () => {
  await fc.assert(
    fc.asyncProperty(offers, clocks, asked, async (made, { made: madeAgo, looks }, wanted) => {
      await empty();
      const now = Date.now();
      const at = new Date(now - looks * hour);
      await turnDays(server.deps, new Date(now - madeAgo * hour));
      const base = dayIn('UTC', at);
      const resorts = await Promise.all(
        zones.map((timezone, index) =>
          createResort(server, { timezone, latitude: 10 * index, longitude: 30 * index }),
        ),
      );
      // Also an administrator, who sees what the team sees.
      const { user: owner, cookie } = await signedInUser(server, { role: 'admin' });
      const { id: providerId } = await server.prisma.inventoryProvider.create({
        data: { name: 'Elsewhere', kind: 'icalendar', address: 'https://a.example' },
      });
      const known: Known[] = [];
      for (const offer of made) {
        known.push(await offered(offer, base, at, resorts, { ownerId: owner.id, providerId }));
      }
      await turnDays(server.deps, at);
      await server.emptyCaches();

      const on = known.filter(isOn);
      const idsOf = (listings: Known[]) =>
        [...new Set(listings.map(({ resortId }) => resortId))].sort();
      const [from, to] = [addDays(base, wanted.start), addDays(base, wanted.start + wanted.nights)];
      const rentable = known.filter((each) => freeNights(each).length > 0);
      const fitting = rentable.filter(({ maxGuests }) => maxGuests >= wanted.guests);
      const free = fitting.filter((each) => canBook(each, from, to));
      const filter = { guests: wanted.guests };
      const nights = { ...filter, availableFrom: from, availableTo: to };
      const given = { filter, nights, from, to };
      const answers = await Promise.all(
        doors.map((document) =>
          server.graphqlText<Partial<Doors>>(
            document,
            Object.fromEntries(
              Object.entries(given).filter(([name]) => document.includes(`$${name}`)),
            ),
            { cookie },
          ),
        ),
      );
      expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
      const seen = Object.assign({}, ...answers.map(({ data }) => data)) as Doors;

      // Search, facets and map.
      expect(seen.all.edges.map(({ node }) => node.databaseId).sort()).toEqual(idsOf(fitting));
      expect(seen.free.edges.map(({ node }) => node.databaseId).sort()).toEqual(idsOf(free));
      for (const { value, count } of seen.facets.guests) {
        expect(count.value).toBe(idsOf(rentable.filter((each) => each.maxGuests >= +value)).length);
      }
      for (const { value, count } of seen.facets.bedrooms) {
        const roomy = rentable.filter(({ bedrooms }) => bedrooms !== null && bedrooms >= +value);
        expect(count.value).toBe(idsOf(roomy).length);
      }
      const freeForAnyone = on.filter((each) => canBook(each, from, to));
      for (const { value, count } of seen.freeFacets.guests) {
        const larger = freeForAnyone.filter((each) => each.maxGuests >= +value);
        expect(count.value).toBe(idsOf(larger).length);
      }
      const figures = (of: Known[]) => idsOf(of).length;
      expect(seen.free.totalCount.value).toBe(figures(free));
      expect(seen.freeFacets.totalCount.value).toBe(figures(free));
      for (const [map, of] of [
        [seen.map, fitting],
        [seen.freeMap, free],
      ] as const) {
        expect(map.totalCount.value).toBe(figures(of));
        expect(map.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(figures(of));
      }

      // Counters: stored, suggested, by REST, and of the whole site.
      const counts = new Map(resorts.map(({ id }) => [id, 0]));
      for (const { resortId } of rentable) {
        counts.set(resortId, (counts.get(resortId) ?? 0) + 1);
      }
      const { body } = await server.rest<{ id: string; availableRentals: number }[]>(
        'GET',
        '/api/resorts',
      );
      for (const [id, count] of counts) {
        expect(await rentals({ id } as Resort)).toBe(count);
        expect(body.find((each) => each.id === id)?.availableRentals).toBe(count);
        for (const list of [seen.suggested.resorts, nodesOf(seen.managedResorts)]) {
          expect(list.find(({ databaseId }) => databaseId === id)?.availableRentals).toBe(count);
        }
      }
      expect((await readTotals(server.deps)).publicListings).toBe(on.length);

      // What is left of each listing: for its owner, for the team and in the list of weeks.
      for (const list of [seen.viewer.listings, seen.managedListings]) {
        expect(nodesOf(list)).toHaveLength(known.length);
        for (const { databaseId, ...standing } of nodesOf(list)) {
          const listing = known.find(({ id }) => id === databaseId) as Known;
          expect(standing).toMatchObject({
            nights: listing.length,
            freeNights: freeNights(listing).length,
            status: isOn(listing) ? 'PUBLISHED' : expect.not.stringMatching('PUBLISHED'),
          });
        }
      }
      expect(seen.found.totalCount.value).toBe(seen.found.edges.length);
      expect(
        nodesOf(seen.found)
          .map(({ checkIn, listing }) => `${listing.databaseId} ${checkIn}`)
          .sort(),
      ).toEqual(
        rentable.flatMap((each) => firstNights(each).map((night) => `${each.id} ${night}`)).sort(),
      );

      // The pages of the resorts, and what partners read.
      for (const { node } of seen.all.edges) {
        const there = rentable.filter(({ resortId }) => resortId === node.databaseId);
        expect(node.availableRentals).toBe(there.length);
        expect(
          nodesOf(node.weeks)
            .map(({ databaseId }) => databaseId)
            .sort(),
        ).toEqual(there.map(({ id }) => id).sort());
        for (const week of nodesOf(node.weeks)) {
          const listing = there.find(({ id }) => id === week.databaseId) as Known;
          const nights = (Date.parse(listing.to) - Date.parse(firstAhead(listing))) / dayMs;
          expect(week).toMatchObject({
            availableFrom: firstAhead(listing),
            availableTo: listing.to,
            nights,
            freeNights: freeNights(listing).length,
            total: { amount: nights * 16_200 },
          });
          expect(week.freeStays.map(({ checkIn }) => checkIn)).toEqual(firstNights(listing));
          for (const stay of week.freeStays) {
            expect(canBook(listing, stay.checkIn, stay.checkOut)).toBe(true);
            expect(stay.total.amount).toBe(stay.nights * 16_200);
          }
          expect(week.freeStays.reduce((sum, stay) => sum + stay.nights, 0)).toBe(week.freeNights);
        }
        const span = Array.from({ length: wanted.nights }, (_, index) => addDays(from, index));
        expect(node.availability.nights).toEqual(
          span.filter((night) => there.some((each) => freeNights(each).includes(night))),
        );
      }
      expect(seen.partners.edges.map(({ node }) => node.databaseId).sort()).toEqual(
        rentable
          .filter(({ taken }) => taken.length === 0)
          .map(({ id }) => id)
          .sort(),
      );
      const { data: nodes } = await server.graphqlText<{
        nodes: ({ databaseId: string } | null)[];
      }>('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Listing { databaseId } } }', {
        ids: known.map(({ id }) => globalId('Listing', id)),
      });
      expect(nodes?.nodes.map((node) => node?.databaseId)).toEqual(
        known.map((each) => (isOn(each) ? each.id : undefined)),
      );

      // Alerts.
      const reader = await createUser(server, { emailVerifiedAt: new Date() });
      await createSavedSearch(server, {
        userId: reader.id,
        filter: { ...filter, availableFrom: from, availableTo: to },
      });
      await listingsPublished(server.deps, { ids: known.map(({ id }) => id) });
      const told = await server.prisma.savedSearchAlert.findMany({
        where: { userId: reader.id },
      });
      expect(told.map(({ listingId }) => listingId).sort()).toEqual(
        free.map(({ id }) => id).sort(),
      );
    }),
    { numRuns: inDepth(4, 300) },
  );
});

async function offered(
  offer: Offer,
  base: string,
  at: Date,
  resorts: Resort[],
  { ownerId, providerId }: { ownerId: string; providerId: string },
): Promise<Known> {
  const { start, length, booking, blocked, minNights, resort: index, ...columns } = offer;
  const resort = resorts[index] as Resort;
  const from = addDays(base, start);
  const to = addDays(from, length);
  const listing: Listing = await createListing(server, {
    ...columns,
    resortId: resort.id,
    ownerId,
    availableFrom: from,
    availableTo: new Date(to),
  });
  const stretch = ({ at, nights }: { at: number; nights: number }) => {
    const first = at % length;
    return [addDays(from, first), addDays(from, Math.min(first + nights, length))] as const;
  };
  const taken: Known['taken'] = [];
  if (booking) {
    const [checkIn, checkOut] = stretch(booking);
    await server.prisma.booking.create({
      data: {
        resortId: resort.id,
        listingId: listing.id,
        userId: ownerId,
        checkIn: new Date(checkIn),
        checkOut: new Date(checkOut),
        guests: 1,
        totalPriceCents: 1,
        status: booking.status,
      },
    });
    if (bookingStatuses.takesNights.some((status) => status === booking.status)) {
      taken.push([checkIn, checkOut]);
    }
  }
  const [startsOn, endsOn] = blocked ? stretch(blocked) : ['', ''];
  if (blocked && taken.every(([checkIn, checkOut]) => checkOut <= startsOn || endsOn <= checkIn)) {
    await server.prisma.blockedNights.create({
      data: {
        listingId: listing.id,
        providerId,
        externalId: listing.id,
        startsOn: new Date(startsOn),
        endsOn: new Date(endsOn),
      },
    });
    taken.push([startsOn, endsOn]);
  }
  // Last, so that the owner may ask for more nights than a guest has booked.
  await server.prisma.listing.update({ where: { id: listing.id }, data: { minNights } });
  return {
    ...offer,
    id: listing.id,
    resortId: resort.id,
    from,
    to,
    today: dayIn(resort.timezone, at),
    taken,
  };
}

const nodesOf = <Node>({ edges }: Found<Node>): Node[] => edges.map(({ node }) => node);

/** Resolves once another connection waits for a lock that this one holds. */
async function waitsFor(pid: number): Promise<void> {
  for (;;) {
    const { rows } = await server.pool.query(
      'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
      [pid],
    );
    if (rows.length > 0) {
      return;
    }
  }
}
