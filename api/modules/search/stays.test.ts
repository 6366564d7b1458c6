import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { ResortFilter, Weekday } from '#api/generated/operations/graphql.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { addDays, isoDay } from '#common/days.ts';
import { inDepth, some } from '#api/testing/depth.ts';
import { createResort, createUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { enterZone, leaveZone, zones } from '#api/testing/zones.ts';
import type { Meaning } from '../phrases/meaning.ts';
import type { Narrowing } from './resortFilter.ts';
import { quote, type PriceTerms } from '../pricing/quote.ts';
import { weekdays } from '#common/weekdays.ts';
import { hasStay, staySql, stayWishOf } from './stayWish.ts';

const weeksOfPlacesQuery = graphql(`
  query WeeksOfPlaces($filter: ResortFilter) {
    earliest: weeks(filter: $filter, first: 50) {
      totalCount {
        value
      }
      edges {
        ...FoundStay
      }
    }
    cheapest: weeks(filter: $filter, sort: LOWEST_TOTAL, first: 50) {
      edges {
        ...FoundStay
      }
    }
    dearest: weeks(filter: $filter, sort: HIGHEST_TOTAL, first: 50) {
      edges {
        ...FoundStay
      }
    }
  }

  fragment FoundStay on WeekEdge {
    node {
      checkIn
      nights
      total {
        amount
      }
      listing {
        databaseId
      }
    }
  }
`);

const monthsOfPlacesQuery = graphql(`
  query MonthsOfPlaces($filter: ResortFilter) {
    weekMonths(filter: $filter) {
      month
      lowestTotal {
        amount
      }
    }
  }
`);

let server: TestServer;
let owner: string;
let provider: string;
/** A resort north of the equator, and one south of it that needs more time before an instant stay. */
let resorts: { id: string; isSouth: boolean }[];
/** The first arrival that paying confirms in the south; in the north all are later. */
let instantInSouth: string;

const southTaxBps = 1_275;

async function open(zone: string): Promise<void> {
  enterZone(zone);
  server = await startTestServer();
  owner = (await createUser(server)).id;
  const [north, south] = [
    await createResort(server, { latitude: 12.5, longitude: -70 }),
    await createResort(server, {
      latitude: -33.9,
      longitude: 18.4,
      destination: 'Africa',
      certificateLeadDays: 55,
    }),
  ];
  await server.prisma.occupancyTax.update({
    where: { destination: 'Africa' },
    data: { rateBps: southTaxBps },
  });
  resorts = [
    { id: north.id, isSouth: false },
    { id: south.id, isSouth: true },
  ];
  const { today } = await server.prisma.timeZone.findUniqueOrThrow({
    where: { name: south.timezone },
  });
  instantInSouth = addDays(isoDay(today), 55);
  const made = await server.prisma.inventoryProvider.create({
    data: { name: 'Palm Calendars', kind: 'icalendar', address: 'https://palm.example/weeks.json' },
  });
  provider = made.id;
}

async function close(): Promise<void> {
  try {
    await server.close();
  } finally {
    leaveZone();
  }
}

/** Days are counted from this one, which is ahead in every time zone. */
const start = dayAhead(40);
const horizon = 45;
const day = (ahead: number): string => addDays(start, ahead);

/** Nights [from, from + nights), in days ahead. */
const stretch = fc.record({
  from: fc.nat({ max: horizon - 1 }),
  nights: fc.integer({ min: 1, max: 12 }),
});

const place = fc
  .record({
    isSouth: fc.boolean(),
    offered: fc.record({ from: fc.nat({ max: 20 }), nights: fc.integer({ min: 1, max: 25 }) }),
    /** Null: only as a whole. */
    minNights: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null, freq: 3 }),
    booked: fc.array(stretch, { maxLength: 3 }),
    blocked: fc.array(stretch, { maxLength: 3 }),
    price: fc.integer({ min: 50, max: 400 }),
    cleaningFeeCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40_000 })),
    guests: fc.integer({ min: 1, max: 8 }),
    bedrooms: fc.option(fc.nat({ max: 3 }), { nil: null }),
    isInstant: fc.boolean(),
    isActive: fc.boolean(),
  })
  .map(({ minNights, offered, ...rest }) => ({
    ...rest,
    offered,
    minNights: minNights && Math.min(minNights, offered.nights),
  }));

type Place = typeof place extends fc.Arbitrary<infer Value> ? Value : never;

const range = fc
  .tuple(fc.nat({ max: horizon }), fc.nat({ max: 20 }))
  .map(([from, length]) => ({ from: day(from), to: day(from + length) }));

const weekdayNames: Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const meaning: fc.Arbitrary<Meaning> = fc
  .record({
    arrival: maybe(range),
    southArrival: maybe(range),
    oneOfNights: maybe(fc.array(fc.nat({ max: horizon }).map(day), { minLength: 1, maxLength: 2 })),
    flexibleDays: maybe(fc.constantFrom(1, 3, 7)),
    nights: maybe(fc.tuple(fc.integer({ min: 1, max: 10 }), maybe(fc.nat({ max: 4 })))),
    arrivalWeekday: maybe(fc.integer({ min: 1, max: 7 })),
    guests: maybe(fc.integer({ min: 1, max: 8 })),
    bedrooms: maybe(fc.nat({ max: 3 })),
    total: maybe(fc.integer({ min: 100, max: 3_000 })),
    nightly: maybe(fc.integer({ min: 50, max: 400 })),
  })
  .map(({ nights, total, nightly, ...rest }) => {
    const [least, more] = nights ?? [];
    const said = {
      ...rest,
      leastNights: least,
      mostNights: least !== undefined && more !== undefined ? least + more : undefined,
      total: total && { most: total, currency: 'USD' },
      nightly: nightly && { least: 40, most: nightly, currency: 'USD' },
    };
    return Object.fromEntries(
      Object.entries(said).filter(([, value]) => value !== undefined),
    ) as Meaning;
  });

const filter: fc.Arbitrary<Narrowing> = fc
  .record({
    asked: maybe(meaning),
    exact: maybe(fc.tuple(fc.nat({ max: horizon }), fc.integer({ min: 1, max: 9 }))),
    guests: maybe(fc.integer({ min: 1, max: 8 })),
    arrivalWeekday: maybe(fc.constantFrom(...weekdays)),
    isInstant: maybe(fc.boolean()),
  })
  .map(({ asked, exact, guests, arrivalWeekday, isInstant }) => ({
    ...(isInstant !== undefined && { isInstant }),
    ...(arrivalWeekday && { arrivalWeekday }),
    ...(asked && { asked }),
    ...(exact && { availableFrom: day(exact[0]), availableTo: day(exact[0] + exact[1]) }),
    ...(guests !== undefined && { guests }),
  }));

/** A flexible search, and what it asks. */
const flexible: fc.Arbitrary<{ filter: ResortFilter; asked: Meaning }> = fc
  .record({
    arrival: maybe(range),
    flexibleDays: maybe(fc.constantFrom(1, 3, 7)),
    nights: maybe(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.nat({ max: 4 }))),
    weekday: maybe(fc.integer({ min: 1, max: 7 })),
    guests: maybe(fc.integer({ min: 1, max: 8 })),
    bedrooms: maybe(fc.nat({ max: 3 })),
    total: maybe(fc.integer({ min: 100, max: 3_000 })),
  })
  .map(({ arrival, flexibleDays, nights, weekday, guests, bedrooms, total }) => {
    const days = arrival && flexibleDays;
    const [least, more] = nights ?? [];
    const most = least !== undefined && more !== undefined ? least + more : undefined;
    return {
      filter: {
        arrivalFrom: arrival?.from,
        arrivalTo: arrival?.to,
        flexibleDays: days,
        minNights: least,
        maxNights: most,
        arrivalWeekday: weekday === undefined ? undefined : weekdayNames[weekday - 1],
        guests,
        bedrooms,
        maxTotalCents: total && total * 100,
      },
      asked: {
        ...(arrival && { arrival }),
        ...(days && { flexibleDays: days }),
        ...(least !== undefined && { leastNights: least }),
        ...(most !== undefined && { mostNights: most }),
        ...(weekday !== undefined && { arrivalWeekday: weekday }),
        ...(guests !== undefined && { guests }),
        ...(bedrooms !== undefined && { bedrooms }),
        ...(total !== undefined && { total: { most: total, currency: 'USD' } }),
      },
    };
  });

/** The free nights of a place, as days ahead, each looked at on its own. */
function freeNights(given: Place): number[] {
  const { offered, blocked, isActive } = given;
  const isIn = (night: number, { from, nights }: { from: number; nights: number }): boolean =>
    night >= from && night < from + nights;
  const taken = [...accepted(given), ...blocked];
  return isActive
    ? Array.from({ length: horizon }, (_, night) => night).filter(
        (night) => isIn(night, offered) && !taken.some((one) => isIn(night, one)),
      )
    : [];
}

const fewestOf = ({ minNights, offered }: Pick<Place, 'minNights' | 'offered'>): number =>
  minNights ?? offered.nights;

/** The bookings that the database accepts: within the offer, long enough, and without a common night. */
function accepted(given: Pick<Place, 'minNights' | 'offered' | 'booked'>): Place['booked'] {
  const { offered, booked } = given;
  const kept: Place['booked'] = [];
  for (const one of booked) {
    const isWithin =
      one.from >= offered.from && one.from + one.nights <= offered.from + offered.nights;
    const isFree = kept.every(
      (other) => one.from + one.nights <= other.from || other.from + other.nights <= one.from,
    );
    if (isWithin && isFree && one.nights >= fewestOf(given)) kept.push(one);
  }
  return kept;
}

/** Runs of free nights with room for a stay: the first night and the number of nights. */
function runs(given: Place): [number, number][] {
  const found: [number, number][] = [];
  for (const night of freeNights(given)) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === night) last[1] += 1;
    else found.push([night, 1]);
  }
  return found.filter(([, nights]) => nights >= fewestOf(given));
}

interface Stay {
  checkIn: string;
  nights: number;
  /** In cents. */
  total: number;
}

/** The earliest stay in each run of free nights that meets a search. */
const staysOf = (candidate: Place, wanted: Narrowing): Stay[] =>
  allStaysOf(candidate, wanted)
    .flatMap(([earliest]) => earliest ?? [])
    .filter(
      ({ checkIn }) =>
        wanted.isInstant === undefined ||
        wanted.isInstant ===
          (candidate.isInstant && (!candidate.isSouth || checkIn >= instantInSouth)),
    );

/** All stays in each run of free nights that meet a search, by trying every arrival. */
function allStaysOf(candidate: Place, search: Narrowing): Stay[][] {
  const { asked = {}, availableFrom, availableTo, guests, arrivalWeekday: weekday } = search;
  const exact = exactNights(availableFrom, availableTo);
  const least = Math.max(asked.leastNights ?? 1, exact ?? 1);
  const longest = Math.min(asked.mostNights ?? 60, exact ?? 60);
  const usual = Math.max(least, Math.min(7, longest));
  const arrival = candidate.isSouth ? (asked.southArrival ?? asked.arrival) : asked.arrival;
  const { flexibleDays = 0, oneOfNights, arrivalWeekday } = asked;
  const isArrival = (from: number): boolean =>
    (asked.arrival === undefined ||
      arrival === undefined ||
      (day(from) >= addDays(arrival.from, -flexibleDays) &&
        day(from) <= addDays(arrival.to, flexibleDays))) &&
    (availableFrom === undefined || day(from) === availableFrom) &&
    (weekday === undefined || weekdays[(new Date(day(from)).getUTCDay() || 7) - 1] === weekday) &&
    (arrivalWeekday === undefined || (new Date(day(from)).getUTCDay() || 7) === arrivalWeekday);
  const isPrice = (price: number, wanted: Meaning['total']): boolean =>
    price >= (wanted?.least ?? 0) && price <= (wanted?.most ?? Infinity);
  const isFitting =
    candidate.guests >= Math.max(guests ?? 0, asked.guests ?? 0) &&
    (asked.bedrooms === undefined ||
      (candidate.bedrooms !== null && candidate.bedrooms >= asked.bedrooms)) &&
    isPrice(candidate.price, asked.nightly);
  return (isFitting ? runs(candidate) : []).map(([first, length]) => {
    const nights = Math.max(fewestOf(candidate), Math.min(usual, length));
    const total = quote(termsOf(candidate), nights).totalCents;
    const isLong = nights >= least && nights <= longest;
    return Array.from({ length }, (_, index) => first + index)
      .filter(
        (from) =>
          isLong &&
          isPrice(total / 100, asked.total) &&
          from + nights <= first + length &&
          isArrival(from) &&
          (oneOfNights === undefined ||
            oneOfNights.some((night) => day(from) <= night && night < day(from + nights))),
      )
      .map((from) => ({ checkIn: day(from), nights, total }));
  });
}

const termsOf = ({ price, cleaningFeeCents, isSouth }: Place): PriceTerms => ({
  pricePerNightCents: price * 100,
  cleaningFeeCents,
  taxBps: isSouth ? southTaxBps : 0,
  serviceFeeBps: 800,
  currency: 'USD',
});

/** Time to the wanted arrival; 0 if the earliest stay will do. */
const distance = ({ checkIn }: Stay, { arrival, flexibleDays, arrivalWeekday }: Meaning): number =>
  arrival && flexibleDays !== undefined && arrivalWeekday === undefined
    ? Math.abs(Date.parse(checkIn) - Date.parse(arrival.from))
    : 0;

const stayOf = (node: {
  checkIn: string;
  nights: number;
  total: { amount: number };
  listing: { databaseId: string };
}): Stay & { listingId: string } => ({
  listingId: node.listing.databaseId,
  checkIn: node.checkIn,
  nights: node.nights,
  total: node.total.amount,
});

const inOrder = (stays: readonly (Stay & { listingId: string })[]): string[] =>
  stays
    .map(({ listingId, checkIn, nights, total }) => [listingId, checkIn, nights, total].join(' '))
    .sort();

const exactNights = (from: string | undefined, to: string | undefined): number | undefined =>
  from !== undefined && to !== undefined
    ? (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)
    : undefined;

/** Stores a place: the listing first, then what takes its nights, one by one. */
async function store(given: Place): Promise<string> {
  const { prisma } = server;
  const resortId = resorts.find(({ isSouth }) => isSouth === given.isSouth)?.id ?? '';
  const date = (ahead: number): Date => new Date(day(ahead));
  const { id: listingId } = await prisma.listing.create({
    data: {
      resortId,
      ownerId: owner,
      title: 'A week by the harbour',
      description: 'Two rooms and a balcony.',
      pricePerNightCents: given.price * 100,
      cleaningFeeCents: given.cleaningFeeCents,
      availableFrom: date(given.offered.from),
      availableTo: date(given.offered.from + given.offered.nights),
      maxGuests: given.guests,
      bedrooms: given.bedrooms,
      isInstant: given.isInstant,
      minNights: given.minNights,
      contractVerificationStatus: 'verified',
    },
  });
  for (const { from, nights } of accepted(given)) {
    await prisma.booking.create({
      data: {
        resortId,
        listingId,
        userId: owner,
        checkIn: date(from),
        checkOut: date(from + nights),
        guests: 1,
        totalPriceCents: 100,
        status: 'confirmed',
      },
    });
  }
  await prisma.blockedNights.createMany({
    data: given.blocked.map(({ from, nights }, index) => ({
      listingId,
      providerId: provider,
      externalId: `event-${index}`,
      startsOn: date(from),
      endsOn: date(from + nights),
    })),
  });
  if (!given.isActive) {
    await prisma.listing.update({ where: { id: listingId }, data: { isActive: false } });
  }
  return listingId;
}

describe.each(some(zones, 2))('in %s', (zone) => {
  beforeAll(() => open(zone));

  afterAll(close);

  it('a search finds the stays that trying every arrival in every free night finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { minLength: 1, maxLength: 5 }),
        fc.array(filter, { minLength: 4, maxLength: 4 }),
        async (places, filters) => {
          await server.pool.query('TRUNCATE listings CASCADE');
          const ids: string[] = [];
          for (const one of places) ids.push(await store(one));
          const rows = await server.prisma.freeStretch.findMany({
            include: { resort: { select: { latitude: true } } },
            orderBy: [{ listingId: 'asc' }, { startsOn: 'asc' }],
          });
          const stretches = rows.map(({ resort, ...row }) => ({
            ...row,
            startsOn: isoDay(row.startsOn),
            endsOn: isoDay(row.endsOn),
            weekNumber: null,
            isForSale: false,
            isSouth: (resort.latitude ?? 0) < 0,
            instantFrom: (resort.latitude ?? 0) < 0 ? instantInSouth : start,
          }));
          expect(
            stretches
              .map(({ listingId, startsOn, endsOn }) => [listingId, startsOn, endsOn])
              .sort(),
          ).toEqual(
            places
              .flatMap((one, index) =>
                runs(one).map(([from, nights]) => [ids[index], day(from), day(from + nights)]),
              )
              .sort(),
          );
          for (const wanted of filters) {
            const wish = stayWishOf(wanted);
            if (!wish) continue;
            const expected = places.flatMap((one, index) =>
              staysOf(one, wanted).map((stay) => ({ listingId: ids[index] ?? '', ...stay })),
            );
            const { conditions, nights, total, checkIn } = staySql({ ...wish, wanted: undefined });
            const found = await server.deps.database.read<(typeof expected)[number]>(Prisma.sql`
            SELECT listing_id AS "listingId", (${checkIn})::text AS "checkIn", ${nights} AS nights,
                   (${total})::int AS total
            FROM free_stretches JOIN resorts ON resorts.id = resort_id
            WHERE ${Prisma.join(conditions, ' AND ')}`);
            expect(inOrder(found)).toEqual(inOrder(expected));
            const matched = stretches.filter((stretch) => hasStay(wish, stretch));
            expect(matched.map(({ listingId }) => listingId).sort()).toEqual(
              expected.map(({ listingId }) => listingId).sort(),
            );
          }
        },
      ),
      { numRuns: inDepth(6, 300) },
    );
  });

  it('lists of weeks have these stays in order, and months their lowest totals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { minLength: 1, maxLength: 6 }),
        fc.array(flexible, { minLength: 4, maxLength: 4 }),
        async (places, searches) => {
          await server.pool.query('TRUNCATE listings CASCADE');
          const ids: string[] = [];
          for (const one of places) ids.push(await store(one));
          await server.emptyCaches();
          for (const { filter: wanted, asked } of searches) {
            const { data, errors } = await server.graphql(weeksOfPlacesQuery, { filter: wanted });
            const { data: months } = await server.graphql(monthsOfPlacesQuery, { filter: wanted });
            expect(errors).toEqual([]);
            if (!data || !months) throw new Error('no answer');
            const expected = places.flatMap((one, index) =>
              allStaysOf(one, { asked }).flatMap((stays) => {
                const [closest] = [...stays].sort(
                  (first, second) => distance(first, asked) - distance(second, asked),
                );
                return closest ? [{ listingId: ids[index] ?? '', ...closest }] : [];
              }),
            );
            for (const page of [data.earliest, data.cheapest, data.dearest]) {
              expect(inOrder(page.edges.map(({ node }) => stayOf(node)))).toEqual(
                inOrder(expected),
              );
            }
            expect(data.earliest.totalCount.value).toBe(expected.length);
            const arrivals = data.earliest.edges.map(({ node }) => node.checkIn);
            expect(arrivals).toEqual([...arrivals].sort());
            const totals = (edges: typeof data.cheapest.edges): number[] =>
              edges.map(({ node }) => node.total.amount);
            const ascending = expected.map(({ total }) => total).sort((one, other) => one - other);
            expect(totals(data.cheapest.edges)).toEqual(ascending);
            expect(totals(data.dearest.edges)).toEqual(ascending.reverse());

            const { arrival: _, flexibleDays: __, ...anyDay } = asked;
            const lowest = new Map<string, number>();
            for (const { checkIn, total } of places.flatMap((one) =>
              allStaysOf(one, { asked: anyDay }).flat(),
            )) {
              const month = checkIn.slice(0, 7);
              lowest.set(month, Math.min(total, lowest.get(month) ?? Infinity));
            }
            expect(
              months.weekMonths.map(({ month, lowestTotal }) => [month, lowestTotal.amount]),
            ).toEqual([...lowest].sort());
          }
        },
      ),
      { numRuns: inDepth(4, 200) },
    );
  });
});
