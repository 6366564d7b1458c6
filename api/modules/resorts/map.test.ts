import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort, dayAhead, resortData } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays } from '#common/days.ts';
import type { MapBounds } from '../search/mapBounds.ts';

const mapQuery = graphql(`
  query Map($query: String, $filter: ResortFilter, $bounds: MapBoundsInput, $zoom: Int) {
    resortMap(query: $query, filter: $filter, bounds: $bounds, zoom: $zoom) {
      isPart
      totalCount {
        value
        isCapped
      }
      clusters {
        count
        latitude
        longitude
        place
        bounds {
          south
          west
          north
          east
        }
        resort {
          databaseId
          name
          location
          imageUrl
          priceMin {
            amount
          }
          rating
        }
      }
    }
  }
`);

const listQuery = graphql(`
  query ResortsOnMap($query: String, $filter: ResortFilter, $bounds: MapBoundsInput) {
    resorts(first: 100, query: $query, filter: $filter, bounds: $bounds) {
      totalCount {
        value
      }
      edges {
        week {
          checkIn
        }
        node {
          name
        }
      }
    }
  }
`);

const weekQuery = graphql(`
  query WeeksOnMap($filter: ResortFilter, $bounds: MapBoundsInput) {
    resortMap(filter: $filter, bounds: $bounds, zoom: 12) {
      clusters {
        count
        week {
          checkIn
          total {
            formatted
          }
          listing {
            title
          }
        }
        resort {
          name
        }
      }
    }
  }
`);

let server: TestServer;
let sites: { latitude: number; longitude: number }[];

beforeAll(async () => {
  server = await startTestServer();
  sites = fc.sample(
    fc.record({
      latitude: hundredths(80),
      longitude: hundredths(180),
    }),
    { numRuns: 1_000, seed: 3 },
  );
  await server.prisma.resort.createMany({
    data: sites.map((site, index) =>
      resortData({ ...site, name: `Site ${index}`, destination: index % 4 ? 'Land' : 'Sea' }),
    ),
  });
  await createResort(server, { name: 'Site nowhere', destination: 'Sea' });
});

afterAll(() => server.close());

/** Degrees between -most and most. */
const hundredths = (most: number) =>
  fc.integer({ min: -100 * most, max: 100 * most }).map((number) => number / 100);

async function map(variables: Parameters<typeof server.graphql<unknown, object>>[1]) {
  const answer = await server.graphql(mapQuery, variables);
  expect(answer.errors).toEqual([]);
  if (!answer.data) throw new Error('no answer');
  return { ...answer.data.resortMap, requestId: answer.requestId };
}

const sum = (clusters: { count: number }[]): number =>
  clusters.reduce((total, { count }) => total + count, 0);

const isWithin = ({ south, west, north, east }: MapBounds, site: (typeof sites)[number]): boolean =>
  site.latitude >= south &&
  site.latitude <= north &&
  (west <= east
    ? site.longitude >= west && site.longitude <= east
    : site.longitude >= west || site.longitude <= east);

describe('the map', () => {
  it('contains every resort with coordinates, in one statement', async () => {
    await server.emptyCaches();
    const { clusters, totalCount, isPart, requestId } = await map({});
    expect(sum(clusters)).toBe(1_000);
    expect(totalCount).toEqual({ value: 1_000, isCapped: true });
    expect(isPart).toBe(false);
    expect(clusters.length).toBeLessThanOrEqual(289);
    expect(server.statementsOf(requestId)).toHaveLength(1);
  });

  it('shows the resorts within its bounds, in at most 289 clusters at any zoom', async () => {
    const bounds = fc
      .tuple(hundredths(89), hundredths(89), hundredths(180), hundredths(180))
      .map(([a, b, west, east]) => ({ south: Math.min(a, b), north: Math.max(a, b), west, east }));
    await fc.assert(
      fc.asyncProperty(bounds, fc.integer({ min: 0, max: 18 }), async (asked, zoom) => {
        const { clusters } = await map({ bounds: asked, zoom });
        expect(sum(clusters)).toBe(sites.filter((site) => isWithin(asked, site)).length);
        expect(clusters.length).toBeLessThanOrEqual(289);
        for (const { count, bounds: own, latitude, longitude, resort } of clusters) {
          expect(resort === null).toBe(count > 1);
          expect(own.south).toBeLessThanOrEqual(latitude + 1e-9);
          expect(own.north).toBeGreaterThanOrEqual(latitude - 1e-9);
          expect(own.west).toBeLessThanOrEqual(longitude + 1e-9);
          expect(own.east).toBeGreaterThanOrEqual(longitude - 1e-9);
        }
      }),
      { numRuns: inDepth(15, 500), seed: 5 },
    );
  });

  it('splits clusters at a closer zoom', async () => {
    const bounds = { south: -85, west: -180, north: 85, east: 180 };
    const far = await map({ bounds, zoom: 0 });
    const near = await map({ bounds, zoom: 2 });
    expect(far.clusters.length).toBeLessThan(near.clusters.length);
    expect(sum(far.clusters)).toBe(sum(near.clusters));
  });

  it('applies the text and the filter', async () => {
    const { clusters, totalCount } = await map({ filter: { destinations: ['Sea'] } });
    expect(sum(clusters)).toBe(250);
    expect(totalCount).toEqual({ value: 251, isCapped: false });
    const one = await map({ query: 'site 7', filter: { priceTier: 'FROM_100_TO_300' } });
    const [only] = one.clusters.filter(({ resort }) => resort?.name === 'Site 7');
    expect(only).toMatchObject({
      count: 1,
      place: 'Camden, Maine',
      resort: {
        name: 'Site 7',
        location: 'Camden, Maine',
        priceMin: { amount: 12_000 },
        rating: 0,
      },
    });
    expect(await map({ query: 'zzqqxx' })).toMatchObject({
      clusters: [],
      totalCount: { value: 0, isCapped: false },
    });
  });

  it.each([
    [{ zoom: 19 }, 'zoom', 'zoom must be 0 to 18'],
    [{ zoom: -1 }, 'zoom', 'zoom must be 0 to 18'],
    [
      { bounds: { south: 10, west: 0, north: 0, east: 1 } },
      'bounds',
      'south must not be above north',
    ],
    [
      { bounds: { south: -91, west: 0, north: 0, east: 1 } },
      'bounds',
      'bounds must be degrees: -90 to 90 for south and north, -180 to 180 for west and east',
    ],
    [
      { bounds: { south: 0, west: 0, north: 0, east: 181 } },
      'bounds',
      'bounds must be degrees: -90 to 90 for south and north, -180 to 180 for west and east',
    ],
  ])('refuses %j and names %s', async (variables, field, message) => {
    const answer = await server.graphql(mapQuery, variables);
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field, message }],
    });
  });

  it('lists the resorts of a part of the map', async () => {
    const bounds = { south: -20, west: 150, north: 35, east: -140 };
    const names = sites.flatMap((site, index) => (isWithin(bounds, site) ? [`Site ${index}`] : []));
    const { data } = await server.graphql(listQuery, { bounds });
    expect(data?.resorts.totalCount.value).toBe(names.length);
    expect(data?.resorts.edges.map(({ node }) => node.name).sort()).toEqual(names.sort());
    const searched = await server.graphql(listQuery, { bounds, query: names[0] ?? '' });
    expect(searched.data?.resorts.edges.map(({ node }) => node.name)).toContain(names[0]);

    const answer = await server.graphql(listQuery, { bounds: { ...bounds, north: 91 } });
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'bounds' }],
    });
  });

  it('says which week the search finds at a single resort, in three statements', async () => {
    const bounds = { south: 85.1, west: 10, north: 85.9, east: 20 };
    const made = [
      await createResort(server, { name: 'Alone', latitude: 85.2, longitude: 11 }),
      await createResort(server, { name: 'Together 1', latitude: 85.8, longitude: 19 }),
      await createResort(server, { name: 'Together 2', latitude: 85.8, longitude: 19 }),
    ];
    const first = dayAhead(40);
    for (const { id } of made) {
      await createListing(server, {
        resortId: id,
        title: 'By the ice',
        availableFrom: first,
      });
    }
    const filter = { arrivalFrom: addDays(first, -2), arrivalTo: addDays(first, 5) };
    await server.emptyCaches();
    const { data, requestId } = await server.graphql(weekQuery, { filter, bounds });
    expect(data?.resortMap.clusters).toEqual([
      { count: 2, week: null, resort: null },
      {
        count: 1,
        week: {
          checkIn: first,
          total: { formatted: '$1,134' },
          listing: { title: 'By the ice' },
        },
        resort: { name: 'Alone' },
      },
    ]);
    expect(server.statementsOf(requestId)).toHaveLength(3);

    const listed = await server.graphql(listQuery, { filter, bounds });
    expect(listed.data?.resorts.edges.map(({ week }) => week?.checkIn)).toEqual([
      first,
      first,
      first,
    ]);
    // Without a wish there is no week.
    const plain = await server.graphql(weekQuery, { bounds });
    expect(plain.data?.resortMap.clusters.map(({ week }) => week)).toEqual([null, null]);
  });
});
