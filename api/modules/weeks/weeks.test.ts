import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type {
  FoundWeeksQueryVariables,
  WeekFacetsOfSearchQueryVariables,
  WeekSort,
} from '#api/generated/operations/graphql.ts';
import { createBooking, createListing, createResort, createUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { yearsAhead } from '#common/days.ts';

const weeksQuery = graphql(`
  query FoundWeeks(
    $query: String
    $filter: ResortFilter
    $sort: WeekSort! = EARLIEST
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    weeks(
      query: $query
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        cursor
        node {
          checkIn
          checkOut
          nights
          total {
            amount
            currency
          }
          listing {
            title
            resort {
              name
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

const weekFacetsQuery = graphql(`
  query WeekFacetsOfSearch($query: String, $filter: ResortFilter) {
    weeks(query: $query, filter: $filter, first: 1) {
      totalCount {
        value
      }
      facets {
        totalCount {
          value
        }
        destinations {
          ...CountedValue
        }
        brands {
          ...CountedValue
        }
        amenities {
          ...CountedValue
        }
        ratings {
          ...CountedValue
        }
        priceTiers {
          ...CountedValue
        }
        guests {
          ...CountedValue
        }
        bedrooms {
          ...CountedValue
        }
      }
    }
  }

  fragment CountedValue on ResortFacetValue {
    value
    count {
      value
    }
  }
`);

let server: TestServer;

/** The year after next, so that its summer is ahead. */
const year = Number(yearsAhead(2).slice(0, 4));

beforeAll(async () => {
  server = await startTestServer();
  const resort = await createResort(server, {
    name: 'Palm Bay',
    destination: 'Aruba',
    latitude: 12,
  });
  const south = await createResort(server, {
    name: 'Cape Sands',
    destination: 'Africa',
    latitude: -34,
  });
  const week = (
    title: string,
    from: string,
    to: string,
    more: Partial<Parameters<typeof createListing>[1]> = {},
  ) =>
    createListing(server, {
      resortId: resort.id,
      title,
      availableFrom: new Date(`${year}-${from}`),
      availableTo: new Date(`${year}-${to}`),
      pricePerNightCents: 10_000,
      ...more,
    });
  await week('June', '06-05', '06-12', { maxGuests: 6, bedrooms: 2 });
  await week('Cheap June', '06-19', '06-26', { pricePerNightCents: 9_000 });
  await week('Euro June', '06-12', '06-19', { currency: 'EUR', pricePerNightCents: 8_000 });
  await week('January', '01-09', '01-16', { resortId: south.id });
  const long = await week('Long July', '07-01', '07-29');
  await createBooking(server, {
    resortId: resort.id,
    listingId: long.id,
    userId: (await createUser(server)).id,
    checkIn: new Date(`${year}-07-05`),
    checkOut: new Date(`${year}-07-12`),
    status: 'confirmed',
  });
  await week('Unverified', '06-05', '06-12', { contractVerificationStatus: 'pending' });
});

afterAll(() => server.close());

type Asked = Partial<FoundWeeksQueryVariables>;

async function weeks(asked: Asked = {}) {
  const { data, errors } = await server.graphql(weeksQuery, asked);
  expect(errors).toEqual([]);
  const page = data?.weeks;
  return {
    found: (page?.edges ?? []).map(({ node }) => node),
    titles: (page?.edges ?? []).map(({ node }) => node.listing.title),
    page,
  };
}

/** Month and day of the first night, and the nights. */
const stayOf = ({ checkIn, nights }: { checkIn: string; nights: number }) =>
  `${checkIn.slice(5)} ${nights}`;

describe('weeks', () => {
  it('are the free stays of listings on offer, earliest first, with their totals', async () => {
    const { found, titles, page } = await weeks();
    expect(titles).toEqual([
      'January',
      'June',
      'Euro June',
      'Cheap June',
      'Long July',
      'Long July',
    ]);
    // Of 28 nights the second week is taken: 4 nights before it, and a week after it.
    expect(found.slice(4).map(stayOf)).toEqual(['07-01 4', '07-12 7']);
    expect(found[1]).toMatchObject({
      checkIn: `${year}-06-05`,
      checkOut: `${year}-06-12`,
      nights: 7,
      total: { amount: 75_600, currency: 'USD' },
      listing: { resort: { name: 'Palm Bay' } },
    });
    expect(page?.totalCount).toEqual({ value: 6, isCapped: false });
  });

  it.each<[string, Asked, string[]]>([
    ['a month in words', { query: `june ${year}` }, ['06-05 7', '06-12 7', '06-19 7']],
    ['a place and a season', { query: `aruba summer ${year} for 5` }, ['06-05 7']],
    ['a season of the south', { query: `cape summer ${year - 1}` }, ['01-09 7']],
    [
      'a season as a filter',
      { filter: { season: { name: 'SUMMER', year: year - 1 }, destination: 'Africa' } },
      ['01-09 7'],
    ],
    ['exact dates', { query: `june 6-10 ${year}` }, ['06-06 4']],
    ['ten nights', { query: `10 nights july ${year}` }, ['07-12 10']],
    [
      'days around a date',
      {
        filter: {
          availableFrom: `${year}-06-08`,
          availableTo: `${year}-06-15`,
          flexibleDays: 3,
        },
      },
      ['06-05 7'],
    ],
    [
      'days around that overlap two weeks',
      {
        filter: {
          availableFrom: `${year}-06-09`,
          availableTo: `${year}-06-16`,
          flexibleDays: 7,
        },
      },
      ['06-05 7', '06-12 7'],
    ],
    [
      'the nearest day',
      {
        filter: {
          availableFrom: `${year}-07-16`,
          availableTo: `${year}-07-20`,
          flexibleDays: 7,
        },
      },
      ['07-16 4'],
    ],
    [
      'a highest total',
      {
        filter: { maxTotalCents: 68_040, arrivalFrom: `${year}-06-01`, arrivalTo: `${year}-06-30` },
      },
      ['06-19 7'],
    ],
    ['a highest price in euros', { query: 'under €610' }, ['06-12 7']],
    ['bedrooms and guests', { filter: { bedrooms: 2, guests: 6 } }, ['06-05 7']],
    ['nothing that is offered', { query: 'aruba for 20' }, []],
  ])('are found by %s', async (_what, asked, expected) => {
    const { found, page } = await weeks(asked);
    expect(found.map(stayOf)).toEqual(expected);
    expect(page?.totalCount.value).toBe(expected.length);
  });

  it.each<[WeekSort, string[]]>([
    ['EARLIEST', ['01-09 7', '06-05 7', '06-12 7', '06-19 7', '07-01 4', '07-12 7']],
    ['LOWEST_TOTAL', ['06-12 7', '07-01 4', '06-19 7']],
    ['HIGHEST_TOTAL', ['06-19 7', '07-01 4', '06-12 7']],
  ])('in pages of one, by %s, forward and back, are the whole list', async (sort, order) => {
    const whole = await weeks({ sort });
    const stays = whole.found.map(stayOf);
    expect(stays.filter((stay) => order.includes(stay))).toEqual(order);
    const forward: string[] = [];
    let after: string | undefined;
    do {
      const { found, page } = await weeks({ sort, first: 1, ...(after && { after }) });
      forward.push(...found.map(stayOf));
      after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
    } while (after);
    expect(forward).toEqual(stays);
    const back: string[] = [];
    let before: string | undefined;
    do {
      const { found, page } = await weeks({ sort, last: 2, ...(before && { before }) });
      back.unshift(...found.map(stayOf));
      before = page?.pageInfo.hasPreviousPage
        ? (page.pageInfo.startCursor ?? undefined)
        : undefined;
    } while (before);
    expect(back).toEqual(stays);
  });

  it.each<[Asked, string, string]>([
    [
      { filter: { arrivalFrom: '2027-06-01' } },
      'arrivalTo',
      'arrivalFrom and arrivalTo go together',
    ],
    [
      { filter: { arrivalFrom: '2027-06-02', arrivalTo: '2027-06-01' } },
      'arrivalTo',
      'arrivalTo must not be before arrivalFrom',
    ],
    [
      { filter: { arrivalFrom: '2027-06-02', arrivalTo: '2029-06-01' } },
      'arrivalTo',
      'arrivalTo may be at most 366 days later',
    ],
    [
      { filter: { minNights: 5, maxNights: 4 } },
      'maxNights',
      'maxNights must not be less than minNights',
    ],
    [{ filter: { minNights: 61 } }, 'minNights', 'minNights must be 1 to 60'],
    [
      { filter: { flexibleDays: 3 } },
      'flexibleDays',
      'flexibleDays needs availableFrom or arrivalFrom',
    ],
    [{ filter: { maxTotalCents: 0 } }, 'maxTotalCents', 'maxTotalCents must be 1 to 1000000000'],
    [{ filter: { currency: 'dollars' } }, 'currency', 'currency must be a code like USD'],
    [
      {
        filter: {
          season: { name: 'WINTER', year: 2027 },
          arrivalFrom: '2027-06-01',
          arrivalTo: '2027-06-02',
        },
      },
      'season',
      'Either season or arrivalFrom, not both',
    ],
    [{ after: 'nonsense' }, 'after', 'The cursor in after does not belong to this list'],
  ])('are refused for %j', async (asked, field, message) => {
    const { errors } = await server.graphql(weeksQuery, asked);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field, message }],
    });
  });

  it('by total, are in the order of amounts and not of their digits', async () => {
    const resort = await createResort(server, { name: 'Amber House' });
    for (const [title, pricePerNightCents] of [
      ['Dear', 20_000],
      ['Cheap', 9_000],
    ] as const) {
      await createListing(server, {
        resortId: resort.id,
        title,
        pricePerNightCents,
        availableFrom: new Date(`${year}-10-02`),
        availableTo: new Date(`${year}-10-09`),
      });
    }
    const titles = async (sort: WeekSort) => (await weeks({ query: 'amber house', sort })).titles;
    expect(await titles('LOWEST_TOTAL')).toEqual(['Cheap', 'Dear']);
    expect(await titles('HIGHEST_TOTAL')).toEqual(['Dear', 'Cheap']);
  });

  it.each<[string, object, string[]]>([
    ['any nights', {}, ['D 7 680.4', 'A 7 756', 'B 14 907.2', 'C 12 1036.8']],
    ['three nights', { minNights: 3, maxNights: 3 }, ['D 3 291.6', 'A 3 324']],
    ['a week', { minNights: 7, maxNights: 7 }, ['D 7 680.4', 'A 7 756']],
    [
      'ten nights or more',
      { minNights: 10 },
      ['B 14 907.2', 'D 10 972', 'C 12 1036.8', 'A 10 1080'],
    ],
    ['10 to 12 nights', { minNights: 10, maxNights: 12 }, ['D 10 972', 'C 12 1036.8', 'A 10 1080']],
    ['thirteen nights', { minNights: 13, maxNights: 13 }, ['D 13 1263.6', 'A 13 1404']],
  ])(
    'have as many nights as owners ask for, in pages by total: %s',
    async (destination, nights, expected) => {
      const resort = await createResort(server, { destination });
      for (const [title, price, offered, minNights] of [
        ['A', 100, 21, 1],
        ['B', 60, 21, 14],
        ['C', 80, 12, null],
        ['D', 90, 21, 1],
      ] as const) {
        await createListing(server, {
          resortId: resort.id,
          title,
          minNights,
          pricePerNightCents: price * 100,
          availableFrom: new Date(`${year}-11-01`),
          availableTo: new Date(`${year}-11-${offered + 1}`),
        });
      }
      await server.emptyCaches();
      const filter = { ...nights, destination };
      const inPages = async (sort: WeekSort) => {
        const stays: string[] = [];
        let after: string | null | undefined;
        do {
          const { found, page } = await weeks({
            filter,
            sort,
            first: 1,
            ...(after && { after }),
          });
          for (const { listing, total, ...stay } of found) {
            stays.push(`${listing.title} ${stay.nights} ${total.amount / 100}`);
          }
          after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
        } while (after);
        return stays;
      };
      expect(await inPages('LOWEST_TOTAL')).toEqual(expected);
      expect(await inPages('HIGHEST_TOTAL')).toEqual(expected.toReversed());
      expect((await weeks({ filter })).page?.totalCount.value).toBe(expected.length);
    },
  );

  it('follow a change of the listing, and of what takes its nights, at once', async () => {
    const resort = await createResort(server, { name: 'Coral House' });
    const listing = await createListing(server, {
      resortId: resort.id,
      availableFrom: new Date(`${year}-09-04`),
      availableTo: new Date(`${year}-09-11`),
    });
    const stays = async () => (await weeks({ query: 'coral house' })).found.map(stayOf);
    expect(await stays()).toEqual(['09-04 7']);
    const booking = await createBooking(server, {
      resortId: resort.id,
      listingId: listing.id,
      userId: (await createUser(server)).id,
      checkIn: new Date(`${year}-09-04`),
      checkOut: new Date(`${year}-09-09`),
      status: 'confirmed',
    });
    await server.emptyCaches();
    expect(await stays()).toEqual(['09-09 2']);
    await server.prisma.booking.update({
      where: { id: booking.id },
      data: { status: 'cancelled' },
    });
    await server.emptyCaches();
    expect(await stays()).toEqual(['09-04 7']);
    await server.prisma.listing.update({ where: { id: listing.id }, data: { isActive: false } });
    await server.emptyCaches();
    expect(await stays()).toEqual([]);
  });
});

describe('facets of weeks', () => {
  type Filter = NonNullable<WeekFacetsOfSearchQueryVariables['filter']>;

  async function facetsOf(filter: Filter, query?: string) {
    const { data, errors } = await server.graphql(weekFacetsQuery, { filter, query });
    expect(errors).toEqual([]);
    if (!data) throw new Error('no answer');
    return { ...data.weeks.facets, found: data.weeks.totalCount.value };
  }

  it.each<[string, Filter, string?]>([
    ['all weeks', {}],
    ['a place and guests', { destinations: ['Aruba'], guests: 4 }],
    ['a month', { arrivalFrom: `${year}-06-01`, arrivalTo: `${year}-06-30`, bedrooms: 1 }],
    ['a text', { amenities: ['Pool'] }, `summer ${year} palm`],
  ])('count the weeks that each choice finds: %s', async (_what, filter, query) => {
    const { found, totalCount, ...facets } = await facetsOf(filter, query);
    expect(totalCount.value).toBe(found);
    const choices: Record<keyof typeof facets, (value: string) => Filter> = {
      destinations: (value) => ({ destinations: [value] }),
      brands: (value) => ({ brands: [value] }),
      amenities: (value) => ({ amenities: [...(filter.amenities ?? []), value] }),
      ratings: (value) => ({ minRating: Number(value) }),
      priceTiers: (value) => ({ priceTier: value as NonNullable<Filter['priceTier']> }),
      guests: (value) => ({ guests: Number(value) }),
      bedrooms: (value) => ({ bedrooms: Number(value) }),
    };
    for (const [name, choose] of Object.entries(choices)) {
      const facet = facets[name as keyof typeof facets];
      expect(facet.length).toBeGreaterThan(0);
      for (const { value, count } of facet) {
        const chosen = await facetsOf({ ...filter, ...choose(value) }, query);
        expect([name, value, count.value]).toEqual([name, value, chosen.found]);
      }
    }
  });
});
