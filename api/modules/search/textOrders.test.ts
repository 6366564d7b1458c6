import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { ResortSort, SaleSort, WeekSort } from '#api/generated/operations/graphql.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

const query = graphql(`
  query OrdersOfTexts($q: String, $sort: ResortSort, $weekSort: WeekSort, $saleSort: SaleSort) {
    resorts(query: $q, sort: $sort, first: 20) {
      edges {
        cursor
      }
    }
    weeks(query: $q, sort: $weekSort, first: 20) {
      edges {
        cursor
      }
    }
    saleListings(query: $q, sort: $saleSort, first: 20) {
      edges {
        cursor
      }
    }
  }
`);

interface Sorts {
  sort?: ResortSort;
  weekSort?: WeekSort;
  saleSort?: SaleSort;
}

async function listed(q: string, { sort, weekSort, saleSort }: Sorts = {}) {
  const sorts = { sort: sort ?? null, weekSort: weekSort ?? null, saleSort: saleSort ?? null };
  const { data, errors } = await server.graphql(query, { q, ...sorts });
  expect(errors).toEqual([]);
  const lists = [data?.resorts, data?.weeks, data?.saleListings].map((list) => list?.edges ?? []);
  expect(lists.every((edges) => edges.length > 0)).toBe(true);
  return lists;
}

describe('a text', () => {
  it.each<[string, Required<Sorts>]>([
    ['hawaii', { sort: 'HIGHEST_RATED', weekSort: 'EARLIEST', saleSort: 'NEWEST' }],
    [
      'cheap hawaii',
      { sort: 'PRICE_LOW_TO_HIGH', weekSort: 'LOWEST_TOTAL', saleSort: 'LOWEST_PRICE' },
    ],
    [
      'luxury hawaii',
      { sort: 'PRICE_HIGH_TO_LOW', weekSort: 'HIGHEST_TOTAL', saleSort: 'HIGHEST_PRICE' },
    ],
    ['best rated hawaii', { sort: 'HIGHEST_RATED', weekSort: 'EARLIEST', saleSort: 'NEWEST' }],
    ['most popular hawaii', { sort: 'MOST_REVIEWS', weekSort: 'EARLIEST', saleSort: 'NEWEST' }],
    ['hawaii soonest', { sort: 'EARLIEST', weekSort: 'EARLIEST', saleSort: 'NEWEST' }],
  ])('%j orders resorts, weeks and sales as it says', async (q, sorts) => {
    expect(await listed(q)).toEqual(await listed(q, sorts));
  });

  it('gives way to the order that somebody chose', async () => {
    const sorts = { sort: 'MOST_REVIEWS', weekSort: 'EARLIEST', saleSort: 'NEWEST' } as const;
    expect(await listed('cheap hawaii', sorts)).toEqual(await listed('hawaii', sorts));
  });
});
