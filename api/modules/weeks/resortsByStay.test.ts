import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type {
  ResortsByStayQueryVariables,
  StaysToCompareQueryVariables,
} from '#api/generated/operations/graphql.ts';
import { addDays, yearsAhead } from '#common/days.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const resortsQuery = graphql(`
  query ResortsByStay(
    $query: String
    $filter: ResortFilter
    $sort: ResortSort!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    resorts(
      query: $query
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      readAs
      totalCount {
        value
      }
      edges {
        node {
          name
        }
        week {
          ...StayToCompare
        }
      }
      pageInfo {
        hasNextPage
        endCursor
        hasPreviousPage
        startCursor
      }
    }
  }

  fragment StayToCompare on Week {
    checkIn
    nights
    total {
      amount
      currency
    }
    listing {
      databaseId
      resort {
        name
      }
    }
  }
`);

const weeksQuery = graphql(`
  query StaysToCompare($query: String, $filter: ResortFilter, $sort: WeekSort!) {
    weeks(query: $query, filter: $filter, sort: $sort, first: 100) {
      edges {
        node {
          ...StayToCompare
        }
      }
    }
  }
`);

const facetsQuery = graphql(`
  query FacetsWithStay($filter: ResortFilter) {
    resortFacets(filter: $filter) {
      totalCount {
        value
      }
      guests {
        value
        count {
          value
        }
      }
      bedrooms {
        value
        count {
          value
        }
      }
    }
  }
`);

const year = Number(yearsAhead(1).slice(0, 4));
const summer = `${year}-06-01`;

const filters = [
  {},
  { guests: 4 },
  { arrivalFrom: `${year}-06-20`, arrivalTo: `${year}-07-20` },
  { arrivalFrom: `${year}-07-01`, arrivalTo: `${year}-07-01`, flexibleDays: 7 },
  { season: { name: 'SUMMER' as const, year } },
  { minNights: 3, maxNights: 3 },
  { minNights: 9 },
  { maxTotalCents: 45_000 },
  { arrivalWeekday: 'SATURDAY' as const },
];

type Wanted = Pick<ResortsByStayQueryVariables, 'query' | 'filter'> & {
  sort: 'EARLIEST' | 'LOWEST_TOTAL';
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  for (let place = 0; place < 12; place += 1) {
    const { id: resortId } = await createResort(server, {
      name: `${place % 3 === 0 ? 'Palm' : 'Lagoon'} ${place}`,
      latitude: place % 4 === 0 ? -20 : 20,
    });
    // Resorts 5 and 11 have none.
    for (let unit = 0; unit < (11 - place) % 6; unit += 1) {
      const mixed = (place * 31 + unit * 17) % 23;
      const from = addDays(summer, mixed * 5);
      await createListing(server, {
        resortId,
        availableFrom: new Date(from),
        availableTo: new Date(addDays(from, 3 + (mixed % 4) * 9)),
        // Some totals are equal.
        pricePerNightCents: 5_000 + (mixed % 5) * 1_000,
        currency: mixed % 7 === 0 ? 'EUR' : 'USD',
        maxGuests: 2 + (mixed % 3) * 2,
        minNights: [1, null, 3, 1][mixed % 4],
      });
    }
  }
});

afterAll(() => server.close());

async function read(variables: ResortsByStayQueryVariables) {
  const { data, errors } = await server.graphql(resortsQuery, variables);
  expect(errors).toEqual([]);
  return data?.resorts ?? expect.fail('no answer');
}

async function allPages(wanted: Wanted, size: number, direction: 'forward' | 'backward') {
  const found = [];
  let place: Omit<ResortsByStayQueryVariables, 'sort'> =
    direction === 'forward' ? { first: size } : { last: size };
  for (;;) {
    const { edges, pageInfo, totalCount } = await read({ ...wanted, ...place });
    if (direction === 'forward') {
      found.push(...edges);
      place = { first: size, after: pageInfo.endCursor };
    } else {
      found.unshift(...edges);
      place = { last: size, before: pageInfo.startCursor };
    }
    if (!(direction === 'forward' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) {
      return { found, totalCount: totalCount.value };
    }
  }
}

/** The first stay of each resort in the list of all stays. */
async function firstStays(wanted: Wanted & StaysToCompareQueryVariables) {
  const { data } = await server.graphql(weeksQuery, wanted);
  const stays = data?.weeks.edges.map(({ node }) => node) ?? [];
  return stays.filter(
    ({ listing: { resort } }, index) =>
      stays.findIndex((other) => other.listing.resort.name === resort.name) === index,
  );
}

describe('resorts with a stay', () => {
  it.each([
    [true, 10],
    [false, 12],
    [null, 12],
  ])('are %s as a condition: %i resorts', async (hasStay, count) => {
    const { data } = await server.graphql(facetsQuery, { filter: { hasStay } });
    expect(data?.resortFacets.totalCount.value).toBe(count);
  });

  it.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(
    'are as many as the facets say for each number of guests and bedrooms: %s',
    async (_, filter) => {
      const facetsOf = async (wanted: object) => {
        const { data, errors } = await server.graphql(facetsQuery, { filter: wanted });
        if (!data) throw new Error(JSON.stringify(errors));
        return data.resortFacets;
      };
      const facets = await facetsOf(filter);
      for (const name of ['guests', 'bedrooms'] as const) {
        for (const { value, count } of facets[name]) {
          const { totalCount } = await facetsOf({ ...filter, [name]: Number(value) });
          expect([name, value, count]).toEqual([name, value, totalCount]);
        }
      }
    },
  );
});

describe('resorts in the order of their stays', () => {
  it('are those of the list of stays, each with the first of its own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sort: fc.constantFrom('EARLIEST' as const, 'LOWEST_TOTAL' as const),
          query: fc.constantFrom(null, 'palm', 'lagoon', 'weekend', '7 nights'),
          filter: fc.constantFrom(...filters),
        }),
        fc.integer({ min: 1, max: 13 }),
        fc.constantFrom('forward' as const, 'backward' as const),
        async (wanted, size, direction) => {
          const { found, totalCount } = await allPages(wanted, size, direction);
          expect(found.map(({ week }) => week)).toEqual(await firstStays(wanted));
          expect(found.map(({ node }) => node.name)).toEqual(
            found.map(({ week }) => week?.listing.resort.name),
          );
          expect(totalCount).toBe(found.length);
        },
      ),
      { numRuns: inDepth(15, 1_000) },
    );
  });

  it('say how a word was read', async () => {
    const { edges, readAs } = await read({ query: 'lagon', sort: 'LOWEST_TOTAL' });
    expect(readAs).toBe('lagoon');
    expect(edges).not.toEqual([]);
  });

  it('are none if none has a stay', async () => {
    expect(await read({ query: 'Lagoon 11', sort: 'EARLIEST' })).toMatchObject({
      edges: [],
      totalCount: { value: 0 },
    });
  });
});
