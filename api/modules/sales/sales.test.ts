import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundSalesQueryVariables, SaleSort } from '#api/generated/operations/graphql.ts';
import { addDays, utcToday } from '#common/days.ts';
import {
  createListing,
  createResort,
  dayAhead,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { weekNumber } from '../listings/weekNumbers.ts';
import { comparedQuery, saleFacetsQuery, saleQuery, salesQuery } from './testing/operations.ts';

let server: TestServer;
let palmBay: string;
const ids = new Map<string, string>();

const thisYear = Number(utcToday().slice(0, 4));

/** The number of the week of a coming Christmas. */
const christmas = weekNumber(`${thisYear + 1}-12-25`, 'saturday').week;

type Given = Partial<Parameters<typeof createListing>[1]>;

beforeAll(async () => {
  server = await startTestServer();
  const resort = await createResort(server, {
    name: 'Palm Bay',
    brand: 'Palm Clubs',
    destination: 'Aruba',
    latitude: 12,
  });
  palmBay = resort.id;
  const south = await createResort(server, {
    name: 'Cape Sands',
    destination: 'Africa',
    latitude: -34,
  });
  const sale = async (title: string, dollars: number, more: Given = {}) => {
    const listing = await createListing(server, {
      resortId: palmBay,
      title,
      isForSale: true,
      salePriceCents: dollars * 100,
      ...more,
    });
    ids.set(title, listing.id);
  };
  await sale('Fixed', 12_000, {
    ownership: 'fixed',
    use: 'annual',
    tenure: 'deeded',
    season: 'Platinum',
    weekNumber: 26,
    bedrooms: 2,
    maintenanceFeeCents: 110_000,
    nextFeePaidBy: 'buyer',
    firstUseYear: thisYear + 1,
    createdAt: new Date('2026-01-03'),
  });
  await sale('Points', 4_000, {
    ownership: 'points',
    use: 'annual',
    tenure: 'right_to_use',
    bedrooms: 0,
    maintenanceFeeCents: 70_000,
    nextFeePaidBy: 'owner',
    createdAt: new Date('2026-01-05'),
  });
  await sale('Cape week', 9_000, {
    resortId: south.id,
    ownership: 'fixed',
    use: 'odd',
    season: 'platinum',
    weekNumber: christmas,
    bedrooms: 3,
    maintenanceFeeCents: 95_000,
    createdAt: new Date('2026-01-01'),
  });
  await sale('Bare', 500, { createdAt: new Date('2026-01-04'), bedrooms: null });
  await sale('Euro', 3_000, {
    currency: 'EUR',
    maintenanceFeeCents: 60_000,
    createdAt: new Date('2026-01-02'),
  });
  await sale('Over', 2_000, {
    availableFrom: '2025-06-07',
    weekNumber: 23,
    createdAt: new Date('2025-01-01'),
  });
  await sale('Unverified', 1_000, { contractVerificationStatus: 'pending' });
  await sale('Withdrawn', 1_000, { isActive: false });
  await createListing(server, { resortId: palmBay, title: 'To rent' });
});

afterAll(() => server.close());

type Asked = Partial<FoundSalesQueryVariables>;

async function sales(asked: Asked = {}) {
  const { data, errors } = await server.graphql(salesQuery, asked);
  expect(errors).toEqual([]);
  const page = data?.saleListings;
  const found = (page?.edges ?? []).map(({ node }) => node);
  return { found, titles: found.map(({ title }) => title), page };
}

describe('saleListings', () => {
  it('are active, verified and for sale, with nights ahead or not', async () => {
    const { titles, page, found } = await sales();
    expect(titles).toEqual(['Euro', 'Bare', 'Over', 'Points', 'Cape week', 'Fixed']);
    expect(page?.totalCount).toEqual({ value: 6, isCapped: false });
    expect(found.find(({ title }) => title === 'Over')?.isOnOffer).toBe(false);
    expect(found.at(-1)).toMatchObject({
      isOnOffer: true,
      salePrice: { amount: 1_200_000, currency: 'USD' },
      isEscrowOpen: false,
      facts: { firstUseYear: thisYear + 1, maintenanceFee: { amount: 110_000 } },
      resort: { name: 'Palm Bay' },
    });
  });

  it('have the total of the first year: the price, and the fee unless the owner pays it', async () => {
    const { found } = await sales();
    const totals = Object.fromEntries(found.map((sale) => [sale.title, sale.firstYearTotal]));
    expect(totals).toEqual({
      Fixed: { amount: 1_310_000, currency: 'USD' },
      Points: { amount: 400_000, currency: 'USD' },
      'Cape week': { amount: 995_000, currency: 'USD' },
      Euro: { amount: 360_000, currency: 'EUR' },
      // Without a fee the total is unknown.
      Bare: null,
      Over: null,
    });
  });

  it.each<[string, Asked, string[]]>([
    ['a place', { query: 'africa' }, ['Cape week']],
    ['a name', { query: 'palm bay' }, ['Euro', 'Bare', 'Over', 'Points', 'Fixed']],
    ['a mistyped name', { query: 'cape sandz' }, ['Cape week']],
    ['a brand', { filter: { brands: ['Palm Clubs'], bedrooms: 2 } }, ['Fixed']],
    ['a destination', { filter: { destinations: ['Africa'] } }, ['Cape week']],
    [
      'a range of prices',
      { filter: { minPriceCents: 400_000, maxPriceCents: 900_000 } },
      ['Points', 'Cape week'],
    ],
    ['prices in euros', { filter: { maxPriceCents: 900_000, currency: 'EUR' } }, ['Euro']],
    ['a range of fees', { filter: { minFeeCents: 80_000, maxFeeCents: 100_000 } }, ['Cape week']],
    [
      'a range of totals',
      { filter: { minFirstYearCents: 400_000, maxFirstYearCents: 1_000_000 } },
      ['Points', 'Cape week'],
    ],
    ['use', { filter: { uses: ['ODD', 'EVEN'] } }, ['Cape week']],
    ['tenure', { filter: { tenures: ['RIGHT_TO_USE'] } }, ['Points']],
    ['kind', { filter: { ownerships: ['FIXED'] } }, ['Cape week', 'Fixed']],
    ['season in any case', { filter: { seasons: ['PLATINUM'] } }, ['Cape week', 'Fixed']],
    ['week numbers', { filter: { weekFrom: 24, weekTo: 53 } }, ['Cape week', 'Fixed']],
    ['an open range of weeks', { filter: { weekTo: 25 } }, ['Over']],
    ['bedrooms', { filter: { bedrooms: 2 } }, ['Cape week', 'Fixed']],
    ['first use', { filter: { firstUseBy: thisYear + 1 } }, ['Fixed']],
    ['a price in words', { query: 'under $5,000' }, ['Bare', 'Over', 'Points']],
    ['a week in words', { query: 'week 26' }, ['Fixed']],
    ['a month in words', { query: 'aruba june' }, ['Over', 'Fixed']],
    ['a holiday', { query: 'christmas' }, ['Cape week']],
    ['a season of the south', { query: 'cape summer' }, ['Cape week']],
    ['rooms and words of buying', { query: 'buy 3 bedrooms' }, ['Cape week']],
    ['nothing that is for sale', { query: 'atlantis' }, []],
  ])('are found by %s', async (_what, asked, expected) => {
    const { titles, page } = await sales(asked);
    expect(titles).toEqual(expected);
    expect(page?.totalCount.value).toBe(expected.length);
  });

  it('say how a mistyped text was read', async () => {
    expect((await sales({ query: 'cape sandz' })).page?.readAs).toBe('cape sands');
    expect((await sales({ query: 'cape sands' })).page?.readAs).toBeNull();
  });

  it.each<[SaleSort, string[]]>([
    ['NEWEST', ['Points', 'Bare', 'Fixed', 'Euro', 'Cape week', 'Over']],
    ['LOWEST_PRICE', ['Euro', 'Bare', 'Over', 'Points', 'Cape week', 'Fixed']],
    ['HIGHEST_PRICE', ['Fixed', 'Cape week', 'Points', 'Over', 'Bare', 'Euro']],
    ['LOWEST_FEE', ['Euro', 'Points', 'Cape week', 'Fixed', 'Bare', 'Over']],
    ['LOWEST_FIRST_YEAR', ['Euro', 'Points', 'Cape week', 'Fixed', 'Bare', 'Over']],
  ])('by %s are the same in pages, forward and back', async (sort, expected) => {
    expect((await sales({ sort })).titles).toEqual(expected);
    const forward: string[] = [];
    let after: string | undefined;
    do {
      const { titles, page } = await sales({ sort, first: 1, ...(after && { after }) });
      expect(page?.totalCount.value).toBe(6);
      forward.push(...titles);
      after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
    } while (after);
    expect(forward).toEqual(expected);
    const back: string[] = [];
    let before: string | undefined;
    do {
      const { titles, page } = await sales({ sort, last: 4, ...(before && { before }) });
      back.unshift(...titles);
      before = page?.pageInfo.hasPreviousPage
        ? (page.pageInfo.startCursor ?? undefined)
        : undefined;
    } while (before);
    expect(back).toEqual(expected);
  });

  it.each<[Asked, string, string]>([
    [
      { filter: { minPriceCents: 2, maxPriceCents: 1 } },
      'maxPriceCents',
      'maxPriceCents must not be less than minPriceCents',
    ],
    [
      { filter: { minFeeCents: 2, maxFeeCents: 1 } },
      'maxFeeCents',
      'maxFeeCents must not be less than minFeeCents',
    ],
    [
      { filter: { minFirstYearCents: 2, maxFirstYearCents: 1 } },
      'maxFirstYearCents',
      'maxFirstYearCents must not be less than minFirstYearCents',
    ],
    [{ filter: { weekFrom: 30, weekTo: 20 } }, 'weekTo', 'weekTo must not be less than weekFrom'],
    [{ filter: { weekFrom: 0 } }, 'weekFrom', 'weekFrom must be 1 to 53'],
    [{ filter: { weekTo: 54 } }, 'weekTo', 'weekTo must be 1 to 53'],
    [{ filter: { maxPriceCents: -1 } }, 'maxPriceCents', 'maxPriceCents must be 0 to 1000000000'],
    [{ filter: { bedrooms: 13 } }, 'bedrooms', 'bedrooms must be 0 to 12'],
    [{ filter: { firstUseBy: 1999 } }, 'firstUseBy', 'firstUseBy must be 2000 to 2200'],
    [{ filter: { currency: 'dollars' } }, 'currency', 'currency must be a code like USD'],
    [
      { filter: { seasons: Array.from({ length: 21 }, (_, index) => `${index}`) } },
      'seasons',
      'The filter seasons takes at most 20 values',
    ],
    [{ filter: { brands: ['x'.repeat(201)] } }, 'brands', 'The filter brands is not valid'],
    [
      { filter: { uses: ['ODD', 'ODD', 'ODD', 'ODD'] } },
      'uses',
      'The filter uses takes at most 3 values',
    ],
    [{ query: 'x'.repeat(201) }, 'query', 'The search text may have at most 200 characters'],
    [{ after: 'nonsense' }, 'after', 'The cursor in after does not belong to this list'],
  ])('are refused for %j', async (asked, field, message) => {
    const { after, ...search } = asked;
    const answers = [
      await server.graphql(salesQuery, asked),
      ...(after ? [] : [await server.graphql(saleFacetsQuery, search)]),
    ];
    for (const { errors } of answers) {
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fieldErrors: [{ field, message }],
      });
    }
  });

  it.each(['USD 99', 'LOWEST_PRICE US 99', 'LOWEST_PRICE USD 9999999999'])(
    'refuse a cursor made of %s',
    async (made) => {
      const [order, currency, amount] = made.split(' ');
      const after = Buffer.from(
        JSON.stringify([order, currency, amount, ids.get('Fixed')]),
      ).toString('base64url');
      const { errors } = await server.graphql(salesQuery, { after });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );
});

describe('saleFacets', () => {
  it('count what each choice would find, and what each condition excludes', async () => {
    const { data, errors } = await server.graphql(saleFacetsQuery, {
      query: 'palm',
      filter: { ownerships: ['FIXED'], maxPriceCents: 1_000_000 },
    });
    expect(errors).toEqual([]);
    const counts = (values: readonly { value: string; count: { value: number } }[] = []) =>
      values.map(({ value, count }) => `${value} ${count.value}`);
    const facets = data?.saleFacets;
    expect(facets?.totalCount).toEqual({ value: 0, isCapped: false });
    expect(counts(facets?.ownerships)).toEqual(['FIXED 0', 'FLOATING 0', 'ROTATING 0', 'POINTS 1']);
    expect(counts(facets?.prices)).toEqual([
      '250000 0',
      '500000 0',
      '1000000 0',
      '2000000 1',
      '4000000 1',
    ]);
    expect(
      facets?.without.map(({ condition, count }) => `${condition} ${count.value}`).sort(),
    ).toEqual(['OWNERSHIPS 3', 'PRICES 1', 'TEXT 1']);
    expect(facets?.without[0]?.condition).toBe('OWNERSHIPS');
  });

  it('say what leaving out each part of the text would find', async () => {
    const waysOf = async (query: string) => {
      const { data } = await server.graphql(saleFacetsQuery, { query });
      return data?.saleFacets.without.map(
        ({ condition, phrase, query: rest, count }) =>
          [condition, phrase?.label, rest, count.value] as const,
      );
    };
    expect(await waysOf('palm under $1 for 2')).toEqual([
      ['PHRASE', 'Up to $1 asking price', 'palm for 2', 5],
      ['TEXT', undefined, 'under $1 for 2', 0],
      ['PHRASE', '2 guests', 'palm under $1', 0],
    ]);
    // The same search, asked in other words.
    expect((await waysOf('for 2 palm under $1'))?.[0]).toEqual([
      'PHRASE',
      'Up to $1 asking price',
      'for 2 palm',
      5,
    ]);
  });
});

describe('a sale', () => {
  const one = async (id: string | undefined) =>
    (await server.graphql(saleQuery, { saleId: id ?? '' })).data?.saleListing;

  it('is found by its id until it is taken off, and so is its public listing', async () => {
    expect(await one(ids.get('Over'))).toEqual({ title: 'Over', isOnOffer: false });
    expect(await one(globalId('Listing', ids.get('Over') ?? ''))).toMatchObject({ title: 'Over' });
    for (const title of ['Unverified', 'Withdrawn']) {
      expect(await one(ids.get(title))).toBeNull();
    }
    expect(await one('palm')).toBeNull();
    const listing = await createListing(server, {
      resortId: palmBay,
      title: 'Soon gone',
      isForSale: true,
      salePriceCents: 100_000,
      availableFrom: '2025-06-07',
    });
    const shown = async () => {
      await server.emptyCaches();
      const { data } = await server.graphqlText<{ node: object | null }>(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id: globalId('Listing', listing.id) },
      );
      return [(await one(listing.id)) !== null, data?.node !== null];
    };
    expect(await shown()).toEqual([true, true]);
    const change = (data: object) =>
      server.prisma.listing.update({ where: { id: listing.id }, data });
    await change({ isForSale: false });
    expect(await shown()).toEqual([false, false]);
    await change({ isForSale: true });
    expect(await shown()).toEqual([true, true]);
    await change({ contractVerificationStatus: 'expired' });
    expect(await shown()).toEqual([false, false]);
    await server.prisma.listing.delete({ where: { id: listing.id } });
  });

  it('keeps its columns whatever is written to them, and counts no edit', async () => {
    const id = ids.get('Fixed') ?? '';
    const { version } = await server.prisma.listing.findUniqueOrThrow({ where: { id } });
    await server.prisma.listing.update({
      where: { id },
      data: { onSale: false, firstYearCents: 1 },
    });
    const stored = await server.prisma.listing.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ onSale: true, firstYearCents: 1_310_000, version });
  });

  it('can be put back by its owner though its nights are over', async () => {
    const { cookie, user } = await signedInUser(server);
    const past = { availableFrom: addDays(dayAhead(0), -60), isActive: false };
    const given = { resortId: palmBay, ownerId: user.id, ...past };
    const rental = await createListing(server, given);
    const sale = await createListing(server, {
      ...given,
      isForSale: true,
      salePriceCents: 100_000,
    });
    const relist = async (listingId: string) => {
      const { data } = await server.graphqlText<{ relistListing: { __typename: string } }>(
        'mutation ($id: ID!) { relistListing(input: { listingId: $id }) { __typename } }',
        { id: listingId },
        { cookie },
      );
      return data?.relistListing.__typename;
    };
    expect(await relist(rental.id)).toBe('InvalidInputError');
    expect(await relist(sale.id)).toBe('RelistListingPayload');
    expect(await one(sale.id)).not.toBeNull();
    await server.prisma.listing.update({ where: { id: sale.id }, data: { isActive: false } });
  });
});

describe('comparedListings', () => {
  const compared = (...listingIds: (string | undefined)[]) =>
    server.graphql(comparedQuery, { listingIds: listingIds.map((id) => id ?? '') });

  it('are those on offer or for sale, each once, in the order of the ids', async () => {
    const rental = await server.prisma.listing.findFirst({ where: { title: 'To rent' } });
    const { data, errors } = await compared(
      ids.get('Points'),
      rental?.id,
      ids.get('Points'),
      ids.get('Withdrawn'),
    );
    expect(errors).toEqual([]);
    expect(data?.comparedListings.map((listing) => listing?.title)).toEqual(['Points', 'To rent']);
    const unknown = await compared('palm');
    expect(unknown.data?.comparedListings).toEqual([]);
  });

  it('are four at most', async () => {
    const { errors } = await compared(...Array.from({ length: 5 }, () => ids.get('Points')));
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'ids', message: 'At most 4 listings can be compared' }],
    });
  });
});
