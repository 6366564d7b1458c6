import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { WaysOnQueryVariables } from '#api/generated/operations/graphql.ts';
import { yearsAhead } from '#common/days.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { spanOf } from './differences.ts';

const waysOnQuery = graphql(`
  query WaysOn($query: String, $filter: ResortFilter) {
    searchWaysOn(query: $query, filter: $filter) {
      conditions {
        condition
        amenity
        phrase {
          words
        }
        query
        count {
          value
        }
      }
      weeks {
        differences
        week {
          checkIn
          nights
          listing {
            title
            resort {
              name
            }
          }
        }
      }
      resorts {
        differences
        resort {
          name
        }
      }
    }
  }
`);

let server: TestServer;

const year = Number(yearsAhead(1).slice(0, 4));

beforeAll(async () => {
  server = await startTestServer();
  const [palm, reef, lake] = await Promise.all([
    createResort(server, {
      name: 'Palm Bay',
      location: 'Oranjestad, Aruba',
      destination: 'Aruba',
      brand: 'Palms',
      amenities: ['Pool', 'Spa'],
      rating: 4.5,
      reviewCount: 10,
      latitude: 12.5,
      longitude: -70,
    }),
    createResort(server, {
      name: 'Reef House',
      location: 'Willemstad, Curaçao',
      destination: 'Curaçao',
      brand: 'Reefs',
      amenities: ['Pool'],
      rating: 4,
      reviewCount: 5,
      latitude: 12.1,
      longitude: -68.9,
    }),
    createResort(server, {
      name: 'Lake House',
      location: 'Park City, Utah',
      destination: 'Utah',
      brand: 'Lakes',
      amenities: ['Spa', 'Golf'],
      rating: 3,
      reviewCount: 2,
      latitude: 40.6,
      longitude: -111.5,
    }),
  ]);
  const week = (
    resort: { id: string },
    title: string,
    from: string,
    more: Partial<Parameters<typeof createListing>[1]> = {},
  ) =>
    createListing(server, {
      resortId: resort.id,
      title,
      availableFrom: new Date(`${year}-${from}`),
      availableTo: new Date(Date.parse(`${year}-${from}`) + 7 * 86_400_000),
      pricePerNightCents: 10_000,
      maxGuests: 4,
      bedrooms: 2,
      ...more,
    });
  await week(palm, 'May', '05-29');
  await week(palm, 'July', '07-10');
  await week(palm, 'Small June', '06-12', { maxGuests: 2, bedrooms: 0 });
  await week(reef, 'Reef June', '06-05');
  await week(lake, 'Lake June', '06-05', { pricePerNightCents: 30_000 });
});

afterAll(() => server.close());

async function waysOn(asked: WaysOnQueryVariables) {
  const { data, errors } = await server.graphql(waysOnQuery, asked);
  expect(errors).toEqual([]);
  const { conditions, weeks, resorts } = data?.searchWaysOn ?? {};
  return {
    without: conditions?.map(
      ({ condition, amenity, phrase, count }) =>
        `${amenity ?? phrase?.words ?? condition}: ${count.value}`,
    ),
    queries: conditions?.map(({ query }) => query),
    weeks: weeks?.map(({ week, differences }) => [week.listing.title, ...differences].join(', ')),
    resorts: resorts?.map(({ resort, differences }) => [resort.name, ...differences].join(', ')),
  };
}

const june = { arrivalFrom: `${year}-06-01`, arrivalTo: `${year}-06-30` };

describe('searchWaysOn', () => {
  it('gives weeks on other dates, in other units, and in other places, with what differs', async () => {
    const found = await waysOn({ query: 'aruba', filter: { ...june, guests: 4 } });
    expect(found.weeks).toEqual([
      'May, 3 days earlier',
      'July, 10 days later',
      'Small June, sleeps 2',
      'Reef June, 79 miles away, in Willemstad, Curaçao',
      'Lake June, 3,171 miles away, in Park City, Utah',
    ]);
    expect(found.without).toEqual(['TEXT: 2', 'DATES: 1', 'GUESTS: 1']);
  });

  it('says how far other places are, also if no dates are asked for', async () => {
    const { weeks } = await waysOn({ query: 'aruba', filter: { guests: 4, amenities: ['Golf'] } });
    expect(weeks).toContain('Lake June, 3,171 miles away, in Park City, Utah');
  });

  it('reads phrases as conditions that can be left out', async () => {
    const found = await waysOn({ query: `aruba june ${year} for 4 2 bedrooms under $500` });
    expect(found.without).toEqual([]);
    expect(found.weeks).toEqual(['Small June, sleeps 2, a studio, $756 in all']);
    const without = await waysOn({ query: `aruba june ${year} for 4` });
    expect(without.without).toEqual(['TEXT: 2', `june ${year}: 1`, 'for 4: 1']);
    expect(without.queries).toEqual([`june ${year} for 4`, 'aruba for 4', `aruba june ${year}`]);
  });

  it('says how the price, the bedrooms and the weekday differ', async () => {
    const price = await waysOn({ query: 'utah', filter: { ...june, maxTotalCents: 100_000 } });
    expect(price.weeks).toContain('Lake June, $2,268 in all');
    const nightly = await waysOn({ query: 'utah', filter: { ...june, maxNightlyCents: 20_000 } });
    expect(nightly.weeks).toContain('Lake June, $300 a night');
    const bedrooms = await waysOn({ query: 'aruba', filter: { ...june, bedrooms: 1 } });
    expect(bedrooms.weeks).toContain('Small June, a studio');
  });

  it('says what resorts of the place lack, and gives those nearby', async () => {
    const filter = { amenities: ['Golf', 'Pool', 'Spa'], minRating: 4.2 };
    const found = await waysOn({ query: 'aruba', filter });
    expect(found.weeks).toEqual([]);
    expect(found.resorts).toEqual(['Palm Bay, without Golf']);
    expect(found.without).toEqual(['Golf: 1']);
    const nearby = await waysOn({ query: 'aruba', filter: { amenities: ['Golf'] } });
    expect(nearby.resorts).toEqual([
      'Palm Bay, without Golf',
      'Lake House, 3,171 miles away, in Park City, Utah',
    ]);
  });

  it('says how the rating, the brand and the price differ', async () => {
    const rating = await waysOn({ query: 'utah', filter: { minRating: 4.6 } });
    expect(rating.resorts).toEqual(['Lake House, 3.0 stars']);
    const brand = await waysOn({ query: 'utah', filter: { brands: ['Palms'] } });
    expect(brand.resorts?.[0]).toBe('Lake House, Lakes');
    const tier = await waysOn({ query: 'utah', filter: { priceTier: 'UNDER_100' } });
    expect(tier.resorts?.[0]).toMatch(/^Lake House, from \$\d+ a night$/);
  });

  it('gives the best rated resorts if the place is unknown', async () => {
    const found = await waysOn({ query: 'qqqzzz' });
    expect(found.resorts).toEqual(['Palm Bay', 'Reef House', 'Lake House']);
    expect(found.without).toEqual([]);
  });

  it('names the condition that brings the most back first', async () => {
    const filter = { amenities: ['Pool', 'Golf'], guests: 4 };
    expect((await waysOn({ filter })).without).toEqual(['Golf: 2', 'Pool: 1']);
  });

  it('refuses a filter that is not valid', async () => {
    const { errors } = await server.graphql(waysOnQuery, { filter: { guests: 0 } });
    expect(errors?.[0]?.extensions).toMatchObject({
      fieldErrors: [{ field: 'guests', message: 'guests must be 1 to 30' }],
    });
  });

  it('takes at most six statements', async () => {
    const { requestId } = await server.graphql(waysOnQuery, {
      query: 'aruba',
      filter: { ...june, guests: 3 },
    });
    expect(server.statementsOf(requestId).length).toBeLessThanOrEqual(6);
  });
});

/** Searches of all kinds, among them many that find nothing. */
const anySearch = fc.record(
  {
    query: fc.constantFrom(
      ...['aruba', 'utah', 'reef house', 'nowhere', `june ${year}`, 'summer', 'christmas', 'for 9'],
      ...['aruba next weekend', '5 bedrooms utah', 'pool under $50', 'golf aruba', '', '"june"'],
    ),
    filter: fc.record(
      {
        destinations: fc.subarray(['Aruba', 'Utah', 'Fiji'], { minLength: 1 }),
        brands: fc.subarray(['Palms', 'Nobody'], { minLength: 1 }),
        amenities: fc.subarray(['Pool', 'Spa', 'Golf', 'Marina'], { minLength: 1 }),
        minRating: fc.constantFrom(3, 4, 4.8),
        priceTier: fc.constantFrom('UNDER_100' as const, 'FROM_300' as const),
        guests: fc.integer({ min: 1, max: 12 }),
        bedrooms: fc.integer({ min: 0, max: 5 }),
        minNights: fc.integer({ min: 1, max: 20 }),
        maxTotalCents: fc.constantFrom(1, 50_000, 5_000_000),
        season: fc.record({
          name: fc.constantFrom('SUMMER' as const, 'WINTER' as const),
          year: fc.constantFrom(year, year + 3),
        }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

describe('A search without results', () => {
  it('has at least one way on, whatever it asks', async () => {
    const searched = inDepth(40, 1_000);
    const searches = fc.sample(anySearch, { numRuns: searched, seed: 13 });
    const stuck: unknown[] = [];
    let empty = 0;
    for (const search of searches) {
      const { data, errors } = await server.graphql(
        graphql(`
          query CountedWaysOn($query: String, $filter: ResortFilter) {
            resorts(query: $query, filter: $filter) {
              totalCount {
                value
              }
            }
            searchWaysOn(query: $query, filter: $filter) {
              conditions {
                condition
              }
              weeks {
                differences
              }
              resorts {
                differences
              }
            }
          }
        `),
        search,
      );
      expect(errors).toEqual([]);
      if (data?.resorts.totalCount.value === 0) {
        const { conditions, weeks, resorts } = data.searchWaysOn;
        empty += 1;
        if (conditions.length + weeks.length + resorts.length === 0) stuck.push(search);
      }
    }
    expect(empty).toBeGreaterThan(searched / 2);
    expect(stuck).toEqual([]);
  });
});

describe('A number of days in words', () => {
  it.each([
    [1, 'a day'],
    [3, '3 days'],
    [7, 'a week'],
    [10, '10 days'],
    [14, '2 weeks'],
    [36, 'about 5 weeks'],
    [61, 'about 2 months'],
    [340, 'about a year'],
    [730, 'about 2 years'],
  ])('is for %i', (days, words) => {
    expect(spanOf(days)).toBe(words);
  });
});
