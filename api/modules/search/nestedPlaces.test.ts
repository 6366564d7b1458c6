import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { areas } from './words/tables.ts';
import { placeKey } from './words/vocabulary.ts';

const facetsQuery = graphql(`
  query NestedFacets($filter: ResortFilter, $sale: SaleFilter) {
    resortFacets(filter: $filter) {
      destinations {
        value
        count {
          value
        }
      }
    }
    saleFacets(filter: $sale) {
      destinations {
        value
        count {
          value
        }
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

const query = graphql(`
  query Nested($q: String, $filter: ResortFilter, $sale: SaleFilter) {
    resorts(query: $q, filter: $filter, first: 100) {
      totalCount {
        value
      }
      edges {
        node {
          name
          destination
        }
      }
    }
    weeks(query: $q, filter: $filter, first: 100) {
      edges {
        node {
          listing {
            resort {
              name
              destination
            }
          }
        }
      }
    }
    saleListings(query: $q, filter: $sale, first: 100) {
      edges {
        node {
          resort {
            name
            destination
          }
        }
      }
    }
  }
`);

const placesOf = (resorts: { destination: string }[] = []) =>
  [...new Set(resorts.map(({ destination }) => destination))].sort();

async function within(destination: string, q?: string) {
  const filter = { destinations: [destination] };
  const { data, errors } = await server.graphql(query, { q: q ?? null, filter, sale: filter });
  expect(errors).toEqual([]);
  return {
    resorts: placesOf(data?.resorts.edges.map(({ node }) => node)),
    weeks: placesOf(data?.weeks.edges.map(({ node }) => node.listing.resort)),
    sales: placesOf(data?.saleListings.edges.map(({ node }) => node.resort)),
    counts: [data?.resorts.totalCount.value, data?.saleListings.edges.length],
  };
}

/** The names of the resorts that a text or a destination finds, with weeks, and with sales. */
async function namesOf(asked: { q?: string; filter?: { destinations: string[] } }) {
  const { data, errors } = await server.graphql(query, {
    q: asked.q ?? null,
    filter: asked.filter ?? null,
    sale: asked.filter ?? null,
  });
  expect(errors).toEqual([]);
  const lists = [
    data?.resorts.edges.map(({ node }) => node),
    data?.weeks.edges.map(({ node }) => node.listing.resort),
    data?.saleListings.edges.map(({ node }) => node.resort),
  ];
  return lists.map((resorts = []) => [...new Set(resorts.map(({ name }) => name))].sort());
}

/** What the facets of resorts and sales count for a destination, whichever are chosen. */
async function counted(destination: string) {
  const filter = { destinations: [destination] };
  const { data, errors } = await server.graphql(facetsQuery, { filter, sale: filter });
  expect(errors).toEqual([]);
  return [data?.resortFacets, data?.saleFacets].map(
    (facets) => facets?.destinations.find(({ value }) => value === destination)?.count.value,
  );
}

describe('a destination', () => {
  it('has the resorts, weeks and sales of the destinations in it', async () => {
    const { prisma } = server;
    const [aruba] = await prisma.resort.findMany({ where: { destination: 'Aruba' } });
    const [sale] = await prisma.listing.findMany({ where: { onSale: true } });
    await prisma.listing.update({
      where: { id: sale?.id ?? '' },
      data: { resortId: aruba?.id ?? '' },
    });
    await server.emptyCaches();
    const found = await within('Caribbean');
    expect(found.resorts).toEqual(['Aruba', 'Caribbean']);
    expect(found.weeks).toContain('Aruba');
    expect(found.sales).toContain('Aruba');
    expect(found.counts[0]).toBe(8);
    expect(await counted('Caribbean')).toEqual(found.counts);
    expect((await within('Caribbean', 'aruba')).resorts).toEqual(['Aruba']);
  });

  it('may be a state or a country with destinations in it, but not another way round', async () => {
    expect((await within('Nevada')).resorts).toEqual(['Las Vegas']);
    expect((await within('United States')).resorts).toContain('Hawaii');
    expect((await within('Aruba')).resorts).toEqual(['Aruba']);
    expect((await within('Atlantis')).resorts).toEqual([]);
  });

  it.each([
    'Maui',
    'Kauai',
    'Oahu',
    'Big Island',
    'St. Thomas',
    'Saint Thomas',
    'Grand Cayman',
    'Vegas',
    'Orlando',
    'Disney World',
    'Lake Tahoe',
    'hawaii',
    'FL',
    'USA',
    'Poconos',
    'Atlantis Island',
  ])('that no resort has is a place, and finds what the word finds: %s', async (place) => {
    const filter = { destinations: [place] };
    const found = await namesOf({ filter });
    expect(found).toEqual(await namesOf({ q: place.replace('Atlantis Island', '"qzq"') }));
    const { data } = await server.graphql(facetsQuery, { filter, sale: filter });
    const counts = data?.resortFacets.destinations.filter(({ value }) => value === place);
    expect(counts).toEqual([{ value: place, count: { value: found[0]?.length } }]);
    expect((await counted(place))[1]).toBe((await within(place)).counts[1]);
  });

  it('may be several, of which some are places, beside a text', async () => {
    const [both = []] = await namesOf({ filter: { destinations: ['Maui', 'Aruba'] } });
    const alone = await Promise.all(
      ['Maui', 'Aruba'].map((place) => namesOf({ filter: { destinations: [place] } })),
    );
    expect(both).toEqual(alone.flatMap(([names = []]) => names).sort());
    const [nanea] = await namesOf({ q: 'westin', filter: { destinations: ['Maui', 'Oahu'] } });
    expect(nanea).toEqual(['The Westin Nanea Ocean Villas']);
    for (const odd of ['@maui', "@x' | '@maui", '@', "it's"]) {
      expect((await namesOf({ filter: { destinations: [odd] } }))[0]).toEqual(
        odd === '@maui' ? alone[0]?.[0] : [],
      );
    }
  });

  it('that is a place forgets what it found when a resort moves there', async () => {
    const [before = []] = await namesOf({ filter: { destinations: ['Kauai'] } });
    const resort = await createResort(server, {
      name: 'Driftwood',
      latitude: 22,
      longitude: -159.5,
    });
    expect((await namesOf({ filter: { destinations: ['Kauai'] } }))[0]).toEqual(
      [...before, 'Driftwood'].sort(),
    );
    await server.prisma.resort.update({ where: { id: resort.id }, data: { latitude: 0 } });
    await server.emptyCaches();
    expect((await namesOf({ filter: { destinations: ['Kauai'] } }))[0]).toEqual(before);
    await server.prisma.resort.delete({ where: { id: resort.id } });
  });

  it('takes a resort in that is added, and lets go one that moves away', async () => {
    const resort = await createResort(server, {
      name: 'Reef',
      location: 'Willemstad, Curaçao',
      destination: 'Curaçao',
      region: 'Curaçao',
      country: 'Curaçao',
    });
    expect((await within('Caribbean')).resorts).toContain('Curaçao');
    await server.prisma.resort.update({
      where: { id: resort.id },
      data: {
        location: 'Lisbon, Portugal',
        destination: 'Portugal',
        region: 'Lisboa',
        country: 'Portugal',
      },
    });
    await server.emptyCaches();
    expect((await within('Caribbean')).resorts).toEqual(['Aruba', 'Caribbean']);
    expect((await within('Europe')).resorts).toEqual(['Europe', 'Portugal']);
    await server.prisma.resort.delete({ where: { id: resort.id } });
  });
});

describe('the areas of a search', () => {
  it('are the same in the database and in the words', async () => {
    const rows = await server.prisma.searchArea.findMany();
    expect(rows.map(({ key }) => key).sort()).toEqual(Object.keys(areas).map(placeKey).sort());
    for (const { latitude, longitude, miles } of rows) {
      expect(Math.abs(latitude ?? 0)).toBeLessThan(60);
      expect(Math.abs(longitude ?? 0)).toBeLessThan(180);
      expect(miles ?? 1).toBeGreaterThan(0);
      expect(miles ?? 1).toBeLessThanOrEqual(160);
    }
  });

  it.each([
    ['maui', 'Lahaina'],
    ['oahu', 'Honolulu', 'Kapolei'],
    ['kauai', 'Koloa'],
    ['waltdisneyworld', 'Kissimmee', 'Lake Buena Vista', 'Orlando'],
    ['disneyland', 'Anaheim'],
    ['phoenixarea', 'Phoenix', 'Scottsdale'],
    ['sandiegoarea', 'Carlsbad', 'Escondido'],
    ['lasvegasstrip', 'Las Vegas'],
    ['rivieramayaandcancun', 'Cancún'],
    ['puertovallartaarea', 'Nuevo Vallarta'],
    ['miamiarea', 'Fort Lauderdale'],
    ['palmbeacharuba', 'Noord'],
    ['eaglebeach', 'Oranjestad'],
    [
      'caribbean',
      'Charlotte Amalie',
      'East End',
      'Frigate Bay',
      'Noord',
      'Oranjestad',
      'Paradise Island',
    ],
  ])('%s has the resorts of its towns and no others', async (key, ...towns) => {
    const rows = await server.prisma.$queryRaw<{ city: string }[]>`
      SELECT DISTINCT city FROM resorts WHERE search_vector @@ quote_literal('@' || ${key})::tsquery
      ORDER BY city`;
    expect(rows.map(({ city }) => city)).toEqual(towns);
  });

  it('place every resort anew when they change', async () => {
    const inArea = () => server.prisma.$queryRaw<object[]>`
      SELECT name FROM resorts WHERE search_vector @@ '''@testarea'''::tsquery`;
    await server.prisma.searchArea.create({
      data: { key: 'testarea', latitude: 20.8, longitude: -156.6, miles: 20 },
    });
    expect(await inArea()).toHaveLength(2);
    await server.prisma.searchArea.delete({ where: { key: 'testarea' } });
    expect(await inArea()).toEqual([]);
  });

  it('have the keys of the names that people type', async () => {
    const names = [
      'The Bahamas',
      'St. Kitts & Nevis',
      'Fort Lauderdale',
      'Cancún',
      "Hawai'i",
      'The',
    ];
    const rows = await server.prisma.$queryRaw<{ key: string }[]>`
      SELECT search_place_key(name) AS key FROM unnest(${names}::text[]) AS name`;
    expect(rows.map(({ key }) => key)).toEqual(names.map(placeKey));
    expect(names.map(placeKey)).toEqual([
      'bahamas',
      'stkittsandnevis',
      'ftlauderdale',
      'cancun',
      'hawaii',
      'the',
    ]);
  });
});
