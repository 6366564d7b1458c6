import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort, createUser, resortData } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import type { Prisma, Resort } from '#api/generated/prisma/client.ts';
import { meaningOf, readPhrases } from '../phrases/readPhrases.ts';
import { resortSorts } from './resortOrder.ts';
import { dayMs, utcToday } from '#common/days.ts';
import { countQuery, resortsQuery } from '../resorts/testing/operations.ts';

const typosQuery = graphql(`
  query Typos($q: String) {
    searchReading(query: $q) {
      readAs
    }
    searchPhrases(query: $q) {
      label
      words
      asWords
    }
  }
`);

let server: TestServer;
let all: Resort[];

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
  all = await server.prisma.resort.findMany();
});

afterAll(() => server.close());

const search = (query: string | null) =>
  server.graphql(resortsQuery, { query, first: 100, sort: 'HIGHEST_RATED' });

async function namesFor(query: string): Promise<string[]> {
  const answer = await search(query);
  expect(answer.errors).toEqual([]);
  return (answer.data?.resorts.edges ?? []).map(({ node }) => node.name).sort();
}

/** Sorted names of the sample resorts that meet a condition. Fails if there are none. */
function namesWhere(condition: (resort: Resort) => boolean): string[] {
  const names = all.filter(condition).map((resort) => resort.name);
  expect(names).not.toEqual([]);
  return names.sort();
}

const mentions = (resort: Resort, word: string): boolean =>
  [resort.name, resort.brand, resort.location, resort.destination, ...resort.amenities]
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .includes(word);

describe('a search', () => {
  it.each([
    ['aruba', ['aruba']],
    ['ARUBA', ['aruba']],
    ['  aruba  ', ['aruba']],
    ['\u200Baru\u200Bba\uFEFF', ['aruba']],
    ['\u202Earuba\u00AD', ['aruba']],
    ['Cancún', ['cancun']],
    ['cancun', ['cancun']],
    ['CANCU\u0301N', ['cancun']],
    ['las vegas', ['las vegas']],
    ['hawaii', ['hawaii']],
    ['marriott aruba', ['marriott', 'aruba']],
    ['aruba marriott', ['marriott', 'aruba']],
    ['breck', ['breck']],
    ['golf mexico', ['golf', 'mexico']],
    ['ski', ['ski']],
    ['tennis', ['tennis']],
    ['kids club hawaii', ['kids', 'club', 'hawaii']],
    ['Disney’s Hilton Head', ['disney', 'hilton', 'head']],
  ])('for %j finds the resorts that mention %j', async (query, words) => {
    expect(await namesFor(query)).toEqual(
      namesWhere((resort) => words.every((word) => mentions(resort, word))),
    );
  });

  it.each(['orlando', 'Orlando area', 'orlanod'])(
    'for %j finds the city and the towns around it',
    async (query) => {
      const towns = ['Orlando', 'Kissimmee', 'Lake Buena Vista'];
      expect(await namesFor(query)).toEqual(namesWhere(({ city }) => towns.includes(city ?? '')));
    },
  );

  it('for the name of a resort finds that resort only', async () => {
    expect(await namesFor("marriott's grande ocean")).toEqual(["Marriott's Grande Ocean"]);
  });

  it.each([
    ['marriot', null, 'marriott'],
    ['marroitt', 'marriott', 'marriott'],
    ['las vagas', 'las vegas', 'las vegas'],
    ['disnye', 'disney', 'disney'],
    ['hawai', null, 'hawaii'],
    ['breckenrige', 'breckenridge', 'breckenridge'],
    ['Scotsdale', 'scottsdale', 'scottsdale'],
  ])('for the mistyped %j returns readAs %j', async (query, readAs, word) => {
    expect((await search(query)).data?.resorts.readAs).toBe(readAs);
    expect(await namesFor(query)).toEqual(namesWhere((resort) => mentions(resort, word)));
  });

  it.each([
    ['arbua', 'aruba', 'arbua'],
    ['marroitt hawaii', 'marriott hawaii', 'marroitt'],
    ['las vagas', 'las vegas', 'las vagas'],
    ['westin nanae', 'westin nanea', 'westin nanae'],
    // A word that is not searched for.
    ['resrot aruba', 'resort aruba', 'resrot'],
  ])(
    'for the mistyped %j shows %j, and searches for it as typed if asked',
    async (q, readAs, typed) => {
      const { data, errors } = await server.graphql(typosQuery, { q });
      expect(errors).toEqual([]);
      expect(data?.searchReading.readAs).toBe(readAs);
      const phrase = data?.searchPhrases.find(({ words }) => words === typed);
      expect(phrase?.label.toLowerCase()).not.toBe(typed);
      const { data: undone } = await server.graphql(typosQuery, { q: phrase?.asWords ?? '' });
      expect(undone?.searchReading.readAs).toBeNull();
      expect(await namesFor(phrase?.asWords ?? '')).toEqual([]);
    },
  );

  it('returns readAs null if nothing was corrected', async () => {
    for (const query of ['aruba', 'Cancún', 'cancun', "Marriott's", 'dvc', '', null]) {
      expect((await search(query)).data?.resorts.readAs).toBeNull();
    }
  });

  it.each([
    ['dvc', 'Disney Vacation Club'],
    ['DVC', 'Disney Vacation Club'],
    ['hgv', 'Hilton Grand Vacations'],
    ['hgvc', 'Hilton Grand Vacations'],
    ['mvc', 'Marriott Vacation Club'],
  ])('for the alias %s finds the brand %s', async (alias, brand) => {
    expect(await namesFor(alias)).toEqual(namesWhere((resort) => resort.brand.includes(brand)));
  });

  it('combines an alias with a place', async () => {
    expect(await namesFor('dvc california')).toEqual(
      namesWhere(
        (resort) => resort.brand === 'Disney Vacation Club' && resort.destination === 'California',
      ),
    );
  });

  it.each(['aruba resorts', 'timeshare rentals aruba', 'resorts in aruba', 'hotel in aruba'])(
    'for %j searches for the place only',
    async (query) => {
      expect(await namesFor(query)).toEqual(await namesFor('aruba'));
    },
  );

  it.each([
    'aruba & | ! ( ) : * < > <->',
    'aruba \' " \\ ; -- /* */',
    'aruba:*',
    '(aruba',
    'aruba \u{1F3D6}\u{FE0F}',
    'aruba % _ $ ${} {{}}',
  ])('treats %j as plain words, never as operators', async (query) => {
    expect(await namesFor(query)).toEqual(await namesFor('aruba'));
  });

  it.each(['zzqxwv', '\u{1F3D6}\u{FE0F}', '!!!', 'the', '()', "'", 'Москва', '\ud800'])(
    'finds nothing for %j and counts 0',
    async (query) => {
      const answer = await search(query);
      expect(answer.errors).toEqual([]);
      expect(answer.data?.resorts).toMatchObject({
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
      });
      const count = await server.graphql(countQuery, { query });
      expect(count.data?.resorts.totalCount).toEqual({ value: 0, isCapped: false });
    },
  );

  it('finds nothing for a text without words beside a filter, which alone finds resorts', async () => {
    const filter = { amenities: ['Pool'] };
    for (const query of ['', '!!!', '']) {
      const { data } = await server.graphql(countQuery, { query, filter });
      expect(data?.resorts.totalCount.value === 0).toBe(query === '!!!');
    }
  });

  it.each(['', '   ', '\t\n', null])('for the blank %j finds everything', async (query) => {
    expect((await search(query)).data?.resorts.edges).toHaveLength(all.length);
  });

  it('accepts 200 characters and refuses a longer text', async () => {
    expect((await search('a'.repeat(200))).errors).toEqual([]);
    expect((await search('é'.repeat(200))).errors).toEqual([]);
    const answer = await search('a'.repeat(201));
    expect(answer.data).toBeNull();
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'query', message: 'The search text may have at most 200 characters' }],
    });
    const rest = await server.rest('GET', `/api/resorts/search?q=${'a'.repeat(201)}`);
    expect([rest.status, rest.text]).toEqual([
      400,
      'The search text may have at most 200 characters',
    ]);
  });

  it('refuses U+0000, which the database cannot store', async () => {
    const answer = await search('aru\u0000ba');
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'query' }],
    });
    expect((await server.rest('GET', '/api/resorts/search?q=aru%00ba')).status).toBe(400);
  });

  it('finds a resort once it is stored, and by its new name once it is renamed', async () => {
    const { id } = await createResort(server, { name: 'Quokka Cove' });
    await server.emptyCaches();
    expect(await namesFor('quokka')).toEqual(['Quokka Cove']);
    expect(await namesFor('quoka cove')).toEqual(['Quokka Cove']);
    await server.prisma.resort.update({ where: { id }, data: { name: 'Wombat Cove' } });
    await server.emptyCaches();
    expect(await namesFor('wombat')).toEqual(['Wombat Cove']);
    expect(await namesFor('quokka')).toEqual([]);
    await server.prisma.resort.delete({ where: { id } });
    await server.emptyCaches();
    expect(await namesFor('wombat')).toEqual([]);
  });
});

describe('a filter', () => {
  const filtered = async (filter: object): Promise<string[]> => {
    const answer = await server.graphql(resortsQuery, {
      filter,
      first: 100,
      sort: 'PRICE_LOW_TO_HIGH',
    });
    expect(answer.errors).toEqual([]);
    return (answer.data?.resorts.edges ?? []).map(({ node }) => node.name).sort();
  };

  it('narrows by destination, brand, amenities and new availability', async () => {
    expect(await filtered({ destination: 'Aruba' })).toEqual(
      namesWhere((resort) => resort.destination === 'Aruba'),
    );
    expect(await filtered({ brand: 'Divi Resorts' })).toEqual(['Divi Aruba Phoenix Beach Resort']);
    expect(await filtered({ amenities: ['Golf', 'Spa'] })).toEqual(
      namesWhere((resort) => resort.amenities.includes('Golf') && resort.amenities.includes('Spa')),
    );
    expect(await filtered({ isNewAvailability: true })).toEqual(
      namesWhere((resort) => resort.isNewAvailability),
    );
    expect(await filtered({ isNewAvailability: false })).toEqual(
      namesWhere((resort) => !resort.isNewAvailability),
    );
    expect(await filtered({ destination: "'; DROP TABLE resorts; --" })).toEqual([]);
    expect(await filtered({ destination: null, amenities: [] })).toHaveLength(all.length);
  });

  it('applies together with a text', async () => {
    const answer = await server.graphql(resortsQuery, {
      query: 'marriott',
      filter: { destination: 'Aruba', amenities: ['Kids Club'] },
      first: 10,
      sort: 'HIGHEST_RATED',
    });
    expect(answer.data?.resorts.edges.map(({ node }) => node.name)).toEqual([
      "Marriott's Aruba Surf Club",
    ]);
  });

  it.each([
    ['amenities', { amenities: Array.from({ length: 21 }, (_, index) => `A${index}`) }],
    ['amenities', { amenities: ['x'.repeat(201)] }],
    ['brand', { brand: 'x'.repeat(201) }],
    ['destination', { destination: 'a\u0000b' }],
  ])('names %s if it is invalid', async (field, filter) => {
    const answer = await server.graphql(resortsQuery, { filter, sort: 'HIGHEST_RATED' });
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field }],
    });
  });
});

describe('prices', () => {
  it('fall into three tiers, which include their lower limit and exclude the upper one', async () => {
    const own = await startTestServer();
    try {
      await own.prisma.resort.createMany({
        data: [0, 99, 100, 299, 300, 5000].map((priceMin) =>
          resortData({ name: `Tier ${priceMin}`, priceMin, priceMax: 6000 }),
        ),
      });
      const tier = async (
        priceTier: 'UNDER_100' | 'FROM_100_TO_300' | 'FROM_300',
        query?: string,
      ) =>
        (
          await own.graphql(resortsQuery, {
            query: query ?? null,
            filter: { priceTier },
            sort: 'PRICE_LOW_TO_HIGH',
          })
        ).data?.resorts.edges.map(({ node }) => node.priceMin.amount / 100);
      for (const query of [undefined, 'tier']) {
        expect(await tier('UNDER_100', query)).toEqual([0, 99]);
        expect(await tier('FROM_100_TO_300', query)).toEqual([100, 299]);
        expect(await tier('FROM_300', query)).toEqual([300, 5000]);
      }
    } finally {
      await own.close();
    }
  });
});

describe('an order', () => {
  const keys = {
    PRICE_LOW_TO_HIGH: (resort: { priceMin: { amount: number } }) => [resort.priceMin.amount],
    PRICE_HIGH_TO_LOW: (resort: { priceMin: { amount: number } }) => [-resort.priceMin.amount],
    HIGHEST_RATED: (resort: { rating: number; reviewCount: number }) => [
      -resort.rating,
      -resort.reviewCount,
    ],
    MOST_REVIEWS: (resort: { reviewCount: number }) => [-resort.reviewCount],
  };

  it.each(resortSorts)('%s sorts all resorts', async (sort) => {
    for (const query of [null, 'marriott']) {
      const answer = await server.graphql(resortsQuery, { query, first: 100, sort });
      const found = (answer.data?.resorts.edges ?? []).map(({ node }) => keys[sort](node));
      expect(found.length).toBeGreaterThan(15);
      const sorted = [...found].sort(
        (a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0),
      );
      expect(found).toEqual(sorted);
    }
  });
});

describe('a count', () => {
  it('is exact up to 1,000 and capped above', async () => {
    const own = await startTestServer();
    try {
      await own.prisma.resort.createMany({
        data: Array.from({ length: 1000 }, (_, index) =>
          resortData({ name: `Palm ${index}`, isNewAvailability: index < 7 }),
        ),
      });
      const count = async (variables: object) => {
        await own.emptyCaches();
        return (await own.graphql(countQuery, variables)).data?.resorts.totalCount;
      };
      expect(await count({ query: 'palm' })).toEqual({ value: 1000, isCapped: false });
      expect(await count({})).toEqual({ value: 1000, isCapped: false });
      expect(await count({ filter: { isNewAvailability: true } })).toEqual({
        value: 7,
        isCapped: false,
      });
      await createResort(own, { name: 'Palm of them all' });
      expect(await count({ query: 'palm' })).toEqual({ value: 1000, isCapped: true });
      expect(await count({})).toEqual({ value: 1000, isCapped: true });
      expect(await count({ query: 'palm', filter: { isNewAvailability: true } })).toEqual({
        value: 7,
        isCapped: false,
      });
    } finally {
      await own.close();
    }
  });
});

describe('a holiday in a search', () => {
  const { oneOfNights } = meaningOf(readPhrases('thanksgiving', utcToday()).phrases);
  const night = new Date(oneOfNights?.[1] ?? '');
  const week = {
    availableFrom: new Date(night.getTime() - 3 * dayMs),
    availableTo: new Date(night.getTime() + 4 * dayMs),
  };

  async function resortWithWeek(
    name: string,
    change: Partial<Prisma.ListingUncheckedCreateInput> = {},
  ): Promise<void> {
    const owner = await createUser(server);
    const resort = await createResort(server, { name, destination: 'Holidayland' });
    await server.prisma.listing.create({
      data: {
        resortId: resort.id,
        ownerId: owner.id,
        title: 'A week',
        description: 'A week over the holiday',
        pricePerNightCents: 10_000,
        contractVerificationStatus: 'verified',
        ...week,
        ...change,
      },
    });
  }

  it('finds resorts with a week on offer over it, alone or with other words', async () => {
    await resortWithWeek('Turkey Sands');
    await resortWithWeek('Unproved Sands', { contractVerificationStatus: 'pending' });
    await resortWithWeek('Withdrawn Sands', { isActive: false });
    // Departure is on the day itself, so its night is not included.
    await resortWithWeek('Early Sands', { availableTo: night });
    expect(await namesFor('thanksgiving Holidayland')).toEqual(['Turkey Sands']);
    expect(await namesFor('Thanksgiving')).toContain('Turkey Sands');
    expect(await namesFor('Thanksgiving')).not.toContain('Early Sands');
    const counted = await server.graphql(countQuery, { query: 'thanksgiving holidayland' });
    expect(counted.data?.resorts.totalCount).toEqual({ value: 1, isCapped: false });
  });

  it("follows a change of a listing's dates", async () => {
    await resortWithWeek('Moving Sands');
    expect(await namesFor('thanksgiving moving')).toEqual(['Moving Sands']);
    await server.prisma.listing.updateMany({
      where: { resort: { name: 'Moving Sands' } },
      data: { availableTo: night },
    });
    await expect.poll(() => namesFor('thanksgiving moving')).toEqual([]);
  });
});
