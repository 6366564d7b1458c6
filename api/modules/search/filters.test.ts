import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { ResortFilter } from '#api/generated/operations/graphql.ts';
import type { Booking, Listing, Resort } from '#api/generated/prisma/client.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort, createUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, dayMs, isoDay } from '#common/days.ts';
import { countQuery } from '../resorts/testing/operations.ts';

graphql(`
  fragment FacetValue on ResortFacetValue {
    value
    count {
      value
      isCapped
    }
  }
`);

const facetsQuery = graphql(`
  query Facets($query: String, $filter: ResortFilter) {
    resorts(query: $query, filter: $filter, first: 100) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          name
        }
      }
    }
    resortFacets(query: $query, filter: $filter) {
      totalCount {
        value
        isCapped
      }
      destinations {
        ...FacetValue
      }
      brands {
        ...FacetValue
      }
      amenities {
        ...FacetValue
      }
      ratings {
        ...FacetValue
      }
      priceTiers {
        ...FacetValue
      }
      guests {
        ...FacetValue
      }
      bedrooms {
        ...FacetValue
      }
      instant {
        ...FacetValue
      }
    }
  }
`);

type Place = Resort & { listings: (Listing & { bookings: Booking[] })[] };

const values = {
  destination: ['Aruba', 'Florida', 'Hawaii', 'Maine', 'Utah'],
  brand: ['Divi', 'Marriott', 'Hilton', 'Royal'],
  amenity: ['Pool', 'Spa', 'Golf', 'Ski Access', 'Tennis'],
};

let server: TestServer;
let places: Place[];

beforeAll(async () => {
  server = await startTestServer();
  const owner = await createUser(server);
  // A fixed seed, so that a failure can be reproduced.
  const random = fc.sample(resortParts, { numRuns: 60, seed: 7 });
  for (const { listings, ...resort } of random) {
    const { id } = await createResort(server, {
      ...resort,
      name: `${resort.isNewAvailability ? 'Palm' : 'Cedar'} ${resort.slug}`,
      rating: resort.rating / 100,
      priceMax: 1_000,
    });
    for (const { start, length, booking, ...listing } of listings) {
      await server.prisma.listing.create({
        data: {
          ...listing,
          resortId: id,
          ownerId: owner.id,
          title: 'A week',
          description: 'A week',
          pricePerNightCents: 10_000,
          availableFrom: day(start),
          availableTo: day(start + length),
          bookings: booking
            ? {
                create: {
                  resortId: id,
                  userId: owner.id,
                  checkIn: day(start + 1),
                  checkOut: day(start + 2),
                  guests: 1,
                  totalPriceCents: 1,
                  status: booking,
                },
              }
            : undefined,
        },
      });
    }
  }
  places = await server.prisma.resort.findMany({
    include: { listings: { include: { bookings: true }, orderBy: { id: 'asc' } } },
    orderBy: { slug: 'asc' },
  });
});

afterAll(() => server.close());

const resortParts = fc.record({
  slug: fc.uuid().map((id) => `r-${id}`),
  destination: fc.constantFrom(...values.destination),
  brand: fc.constantFrom(...values.brand),
  amenities: fc.subarray(values.amenity),
  isNewAvailability: fc.boolean(),
  rating: fc.integer({ min: 250, max: 500 }),
  priceMin: fc.constantFrom(40, 99, 100, 200, 299, 300, 450),
  listings: fc.array(
    fc.record({
      start: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 3, max: 20 }),
      maxGuests: fc.integer({ min: 1, max: 10 }),
      bedrooms: fc.option(fc.integer({ min: 0, max: 4 })),
      isInstant: fc.boolean(),
      isActive: fc.constantFrom(true, true, true, false),
      contractVerificationStatus: fc.constantFrom('verified', 'verified', 'verified', 'pending'),
      booking: fc.constantFrom(undefined, undefined, 'held', 'confirmed', 'pending', 'cancelled'),
    }),
    { maxLength: 4 },
  ),
});

const dayOf = (number: number): string => addDays('2099-03-01', number);

const day = (number: number): Date => new Date(`${dayOf(number)}T00:00:00Z`);

/** Whether a resort fits a filter: the same rules without SQL. */
function fits(place: Place, filter: ResortFilter): boolean {
  const { priceMin } = place;
  const tiers = {
    UNDER_100: priceMin < 100,
    FROM_100_TO_300: priceMin >= 100 && priceMin < 300,
    FROM_300: priceMin >= 300,
  };
  return (
    (!filter.priceTier || tiers[filter.priceTier]) &&
    (!filter.destination || place.destination === filter.destination) &&
    (!filter.destinations?.length || filter.destinations.includes(place.destination)) &&
    (!filter.brand || place.brand === filter.brand) &&
    (!filter.brands?.length || filter.brands.includes(place.brand)) &&
    (filter.amenities ?? []).every((amenity) => place.amenities.includes(amenity)) &&
    (filter.isNewAvailability == null || place.isNewAvailability === filter.isNewAvailability) &&
    Number(place.rating) >= (filter.minRating ?? 0) &&
    ((filter.guests == null &&
      filter.bedrooms == null &&
      filter.isInstant == null &&
      !filter.availableFrom) ||
      place.listings.some((listing) => listingFits(listing, filter)))
  );
}

function listingFits(listing: Place['listings'][number], filter: ResortFilter): boolean {
  const { availableFrom: from, availableTo: to } = filter;
  const isFree = (night: Date): boolean =>
    listing.availableFrom <= night &&
    night < listing.availableTo &&
    !listing.bookings.some(
      ({ status, checkIn, checkOut }) =>
        ['held', 'confirmed', 'pending'].includes(status) && checkIn <= night && night < checkOut,
    );
  const nights: Date[] = [];
  for (let at = Date.parse(from ?? ''); from && to && at < Date.parse(to); at += dayMs) {
    nights.push(new Date(at));
  }
  return (
    listing.isActive &&
    listing.contractVerificationStatus === 'verified' &&
    nights.every(isFree) &&
    listing.maxGuests >= (filter.guests ?? 0) &&
    (filter.isInstant ?? listing.isInstant) === listing.isInstant &&
    (filter.bedrooms == null || (listing.bedrooms ?? -1) >= filter.bedrooms)
  );
}

const stay = fc
  .tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 1, max: 6 }))
  .map(([start, nights]) => ({
    availableFrom: dayOf(start),
    availableTo: dayOf(start + nights),
  }));

const someOf = (list: string[]) =>
  fc.option(fc.subarray(list, { minLength: 1, maxLength: 2 }), { freq: 2 });

const filters = fc
  .tuple(
    fc.record({
      priceTier: fc.option(fc.constantFrom('UNDER_100', 'FROM_100_TO_300', 'FROM_300')),
      destinations: someOf(values.destination),
      brands: someOf(values.brand),
      amenities: fc.option(fc.subarray(values.amenity, { maxLength: 2 })),
      isNewAvailability: fc.option(fc.boolean(), { freq: 1 }),
      minRating: fc.option(fc.constantFrom(3, 3.5, 4, 4.5)),
      guests: fc.option(fc.integer({ min: 1, max: 10 })),
      bedrooms: fc.option(fc.integer({ min: 0, max: 4 })),
      isInstant: fc.option(fc.boolean()),
    }),
    fc.option(stay),
  )
  .map(([filter, dates]): ResortFilter => ({ ...filter, ...dates }));

const ask = async (query: string | null, filter: ResortFilter) => {
  const answer = await server.graphql(facetsQuery, { query, filter });
  expect(answer.errors).toEqual([]);
  if (!answer.data) throw new Error('no answer');
  return answer.data;
};

const namesOf = (found: { name: string }[]): string[] => found.map(({ name }) => name).sort();

describe('a filter', () => {
  it('finds the resorts that fit, and its facets count what each choice would find', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(null, 'palm'), filters, async (query, filter) => {
        const among = places.filter(({ name }) => query === null || name.startsWith('Palm'));
        const { resorts, resortFacets } = await ask(query, filter);
        const found = among.filter((place) => fits(place, filter));
        expect(namesOf(resorts.edges.map(({ node }) => node))).toEqual(namesOf(found));
        expect(resorts.totalCount).toEqual({ value: found.length, isCapped: false });
        expect(resortFacets.totalCount).toEqual(resorts.totalCount);

        const count = (choice: ResortFilter): number =>
          among.filter((place) => fits(place, { ...filter, ...choice })).length;
        const amenities = (value: string) => [...(filter.amenities ?? []), value];
        const choices: [keyof typeof resortFacets, (value: string) => ResortFilter][] = [
          ['destinations', (value) => ({ destinations: [value] })],
          ['brands', (value) => ({ brands: [value] })],
          ['amenities', (value) => ({ amenities: amenities(value) })],
          ['ratings', (value) => ({ minRating: Number(value) })],
          ['priceTiers', (value) => ({ priceTier: value as ResortFilter['priceTier'] })],
          ['guests', (value) => ({ guests: Number(value) })],
          ['bedrooms', (value) => ({ bedrooms: Number(value) })],
          ['instant', () => ({ isInstant: true })],
        ];
        for (const [facet, choose] of choices) {
          const given = resortFacets[facet] as { value: string; count: { value: number } }[];
          expect(given.length).toBeGreaterThan(facet === 'instant' ? 0 : 2);
          expect(
            given.map(({ value, count: { value: number } }) => [facet, value, number]),
          ).toEqual(given.map(({ value }) => [facet, value, count(choose(value))]));
        }
      }),
      { numRuns: inDepth(20, 1_000), seed: 11 },
    );
  });

  it('requires one listing to meet all conditions on listings', async () => {
    const resort = await createResort(server, { name: 'Two Listings', destination: 'Nowhere' });
    const owner = await createUser(server);
    const listing = { resortId: resort.id, ownerId: owner.id, title: 'A', description: 'A' };
    await server.prisma.listing.createMany({
      data: [
        { ...listing, maxGuests: 8, bedrooms: 1 },
        { ...listing, maxGuests: 2, bedrooms: 3 },
      ].map((row) => ({
        ...row,
        pricePerNightCents: 1,
        availableFrom: day(0),
        availableTo: day(7),
        contractVerificationStatus: 'verified' as const,
      })),
    });
    await server.emptyCaches();
    const found = async (filter: ResortFilter) =>
      (await ask(null, { destinations: ['Nowhere'], ...filter })).resorts.totalCount.value;
    expect(await found({ guests: 8 })).toBe(1);
    expect(await found({ bedrooms: 3 })).toBe(1);
    expect(await found({ guests: 8, bedrooms: 3 })).toBe(0);
    await server.prisma.listing.deleteMany({ where: { resortId: resort.id } });
    await server.prisma.resort.delete({ where: { id: resort.id } });
    await server.emptyCaches();
  });

  it('follows at once when a night is booked and cancelled', async () => {
    const place = places.find(({ listings }) =>
      listings.some((listing) => listing.bookings.length === 0 && listingFits(listing, {})),
    );
    const listing = place?.listings.find(
      (one) => one.bookings.length === 0 && listingFits(one, {}),
    );
    if (!place || !listing) throw new Error('no free listing');
    const filter = {
      availableFrom: isoDay(listing.availableFrom),
      availableTo: isoDay(listing.availableTo),
      guests: listing.maxGuests,
    };
    const others = place.listings.filter(
      (one) => one.id !== listing.id && listingFits(one, filter),
    );
    expect(others).toEqual([]);
    const isFound = async () =>
      (await ask(null, filter)).resorts.edges.some(({ node }) => node.name === place.name);
    expect(await isFound()).toBe(true);
    const booking = await server.prisma.booking.create({
      data: {
        resortId: place.id,
        listingId: listing.id,
        userId: listing.ownerId ?? expect.fail(),
        checkIn: listing.availableFrom,
        checkOut: new Date(listing.availableFrom.getTime() + dayMs),
        guests: 1,
        totalPriceCents: 1,
        status: 'confirmed',
      },
    });
    await expect.poll(isFound).toBe(false);
    await server.prisma.booking.update({
      where: { id: booking.id },
      data: { status: 'cancelled' },
    });
    await expect.poll(isFound).toBe(true);
    await server.prisma.booking.delete({ where: { id: booking.id } });
  });

  it('follows at once when an owner wants to agree first', async () => {
    const resort = await createResort(server, { name: 'Ask First', destination: 'Askland' });
    const { id } = await createListing(server, { resortId: resort.id, isInstant: true });
    await server.emptyCaches();
    const weeks = async (isInstant: boolean) => {
      const { data, errors } = await server.graphqlText<{
        weeks: {
          totalCount: { value: number };
          facets: { instant: { value: string; count: { value: number } }[] };
        };
      }>(
        `query ($filter: ResortFilter) { weeks(filter: $filter) {
           totalCount { value } facets { instant { value count { value } } } } }`,
        { filter: { destinations: ['Askland'], isInstant } },
      );
      expect(errors).toEqual([]);
      const { totalCount, facets } = data!.weeks;
      return [totalCount.value, ...facets.instant.map(({ count }) => count.value)];
    };
    expect(await weeks(true)).toEqual([1, 1]);
    expect(await weeks(false)).toEqual([0, 1]);
    await server.prisma.listing.update({ where: { id }, data: { isInstant: false } });
    await expect.poll(() => weeks(true)).toEqual([0, 0]);
    await expect.poll(() => weeks(false)).toEqual([1, 0]);
    await server.prisma.listing.delete({ where: { id } });
    await server.prisma.resort.delete({ where: { id: resort.id } });
    await server.emptyCaches();
  });

  it('keeps choices without results, and a chosen value that does not exist', async () => {
    const { resortFacets } = await ask('zzqqxx', { destinations: ['Aruba', 'Atlantis'] });
    const counts = Object.fromEntries(
      (resortFacets.destinations as { value: string; count: { value: number } }[]).map(
        ({ value, count }) => [value, count.value],
      ),
    );
    expect(counts).toMatchObject({ Aruba: 0, Atlantis: 0, Florida: 0 });
  });

  const list = Array.from({ length: 21 }, (_, index) => `A${index}`);
  it.each([
    [{ destinations: list }, 'destinations', 'The filter destinations takes at most 20 values'],
    [{ brands: list }, 'brands', 'The filter brands takes at most 20 values'],
    [{ amenities: list }, 'amenities', 'The filter amenities takes at most 20 values'],
    [{ destinations: ['x'.repeat(201)] }, 'destinations', 'The filter destinations is not valid'],
    [{ brands: ['a\u0000'] }, 'brands.0', 'brands.0 has a character that is not allowed'],
    [{ minRating: 5.1 }, 'minRating', 'minRating must be 0 to 5'],
    [{ minRating: -1 }, 'minRating', 'minRating must be 0 to 5'],
    [{ guests: 0 }, 'guests', 'guests must be 1 to 30'],
    [{ guests: 31 }, 'guests', 'guests must be 1 to 30'],
    [{ bedrooms: -1 }, 'bedrooms', 'bedrooms must be 0 to 10'],
    [{ bedrooms: 11 }, 'bedrooms', 'bedrooms must be 0 to 10'],
    [
      { destination: 'Aruba', destinations: ['Hawaii'] },
      'destination',
      'Either destination or destinations, not both',
    ],
    [{ brand: '' }, 'brand', 'The filter brand is not valid'],
    [{ availableFrom: '2027-03-05' }, 'availableTo', 'availableFrom and availableTo go together'],
    [{ availableTo: '2027-03-05' }, 'availableFrom', 'availableFrom and availableTo go together'],
    [
      { availableFrom: '2027-03-05', availableTo: '3027-03-05' },
      'availableTo',
      'availableTo must be a date like 2027-03-05',
    ],
    [
      { availableFrom: '2027-03-05', availableTo: '2027-03-05' },
      'availableTo',
      'availableTo must be after availableFrom',
    ],
    [
      { availableFrom: '2027-03-01', availableTo: '2027-05-01' },
      'availableTo',
      'A stay may have at most 60 nights',
    ],
  ])('%j: names %s and says "%s"', async (filter, field, message) => {
    for (const name of ['resorts', 'resortFacets', 'resortMap'] as const) {
      const selection = {
        resorts: 'edges { cursor }',
        resortFacets: 'brands { value }',
        resortMap: 'isPart',
      }[name];
      const answer = await server.graphqlText(
        `query ($filter: ResortFilter) { ${name}(filter: $filter) { ${selection} } }`,
        { filter },
      );
      expect(answer.errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fieldErrors: [{ field, message }],
      });
    }
  });

  it('accepts 60 nights and the limits of each range', async () => {
    for (const filter of [
      { availableFrom: '2027-03-01', availableTo: '2027-04-30' },
      { guests: 30, bedrooms: 10, minRating: 5 },
      { guests: 1, bedrooms: 0, minRating: 0 },
      { destinations: list.slice(0, 20), brands: [] },
    ]) {
      await ask(null, filter);
    }
  });
});

describe('facets of a large catalogue', () => {
  it('count a part of it and mark the counts as capped', async () => {
    const own = await startTestServer();
    try {
      await own.pool.query(`
        ALTER TABLE resorts DISABLE TRIGGER USER;
        INSERT INTO occupancy_taxes (destination) SELECT 'Place ' || i FROM generate_series(0, 39) AS i;
        INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
                             amenities, price_min, price_max)
        SELECT gen_random_uuid(), 'palm-' || i, 'Palm ' || i, 'Independent', 'Camden, Maine',
               'Place ' || i % 40, 'A quiet place by the harbour.', '/pictures/resort.svg',
               '{Pool}', 120, 240
          FROM generate_series(1, 11000) AS i;
        ALTER TABLE resorts ENABLE TRIGGER USER`);
      const { data } = await own.graphql(facetsQuery, { filter: { destinations: ['Nowhere'] } });
      const destinations = data?.resortFacets.destinations as { value: string; count: object }[];
      expect(destinations).toHaveLength(31);
      expect(destinations.at(-1)).toEqual({
        value: 'Nowhere',
        count: { value: 0, isCapped: false },
      });
      expect(destinations[0]?.count).toMatchObject({ isCapped: true });
      const all = await own.graphql(facetsQuery, {});
      expect(all.data?.resortFacets.ratings).toContainEqual({
        value: '4.5',
        count: { value: 0, isCapped: true },
      });
      expect(all.data?.resortFacets.priceTiers).toContainEqual({
        value: 'FROM_100_TO_300',
        count: { value: 1_000, isCapped: true },
      });
      const count = await own.graphql(countQuery, {});
      expect(count.data?.resorts.totalCount).toEqual({ value: 1_000, isCapped: true });
    } finally {
      await own.close();
    }
  });
});
