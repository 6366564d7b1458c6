import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { resortOrders, resortSorts, type ResortSort } from './resortOrder.ts';
import { countQuery, resortsQuery } from '../resorts/testing/operations.ts';

// A search with thousands of hits walks the order instead of sorting the hits. The other tests have
// too few rows for that.
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  // 12,000 resorts named Palm; the 4,000 cheapest are named Lagoon too.
  // No partner is told of them.
  await server.prisma.$executeRaw`ALTER TABLE resorts DISABLE TRIGGER resort_event`;
  for (let from = 1; from < 12_000; from += 3_000) {
    await server.prisma.$executeRaw`
    INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
                         price_min, price_max, rating, review_count)
    SELECT gen_random_uuid(), 'palm-' || i, 'Palm ' || CASE WHEN i <= 4000 THEN 'Lagoon' ELSE 'Bay' END,
           'Brand', 'Town, Region', 'Region', 'Text', '/picture.svg',
           i / 7, i, (i * 7919 % 500) / 100.0, i * 31 % 40
      FROM generate_series(${from}::int, ${from + 2_999}::int) AS i`;
  }
  await server.prisma.$executeRaw`ANALYZE resorts`;
});

afterAll(() => server.close());

/** The expected ids in order, from a plain statement. */
async function expected(word: string, sort: ResortSort): Promise<string[]> {
  const { direction, columns } = resortOrders[sort];
  const order = columns.map((column) => `${column.sql.sql} ${direction}`).join(', ');
  const { rows } = await server.deps.database.pool.query<{ id: string }>(
    `SELECT id FROM resorts WHERE name LIKE '%' || $1 || '%' ORDER BY ${order}`,
    [word],
  );
  return rows.map((row) => row.id);
}

const search = async (variables: object) => {
  const { data, errors } = await server.graphql(resortsQuery, { first: 12, ...variables });
  expect(errors).toEqual([]);
  return data?.resorts;
};

describe('a search with thousands of hits', () => {
  it.each(resortSorts)('is paged in order in both directions (%s)', async (sort) => {
    for (const word of ['Palm', 'Lagoon']) {
      const ids = await expected(word, sort);
      let after: string | null | undefined;
      for (let page = 0; page < 3; page += 1) {
        const found = await search({ query: word, sort, after });
        expect(found?.edges.map(({ node }) => node.databaseId)).toEqual(
          ids.slice(page * 12, page * 12 + 12),
        );
        expect(found?.pageInfo.hasNextPage).toBe(true);
        after = found?.pageInfo.endCursor;
      }
      const last = await search({ query: word, sort, first: null, last: 12 });
      expect(last?.edges.map(({ node }) => node.databaseId)).toEqual(ids.slice(-12));
      const before = await search({
        query: word,
        sort,
        first: null,
        last: 12,
        before: last?.pageInfo.startCursor,
      });
      expect(before?.edges.map(({ node }) => node.databaseId)).toEqual(ids.slice(-24, -12));
    }
  });

  it('ends at the last hit', async () => {
    const sort = 'PRICE_LOW_TO_HIGH';
    const ids = await expected('Lagoon', sort);
    const nearlyLast = await search({ query: 'lagoon', sort, first: null, last: 5 });
    const rest = await search({ query: 'lagoon', sort, after: nearlyLast?.edges[0]?.cursor });
    expect(rest?.edges.map(({ node }) => node.databaseId)).toEqual(ids.slice(-4));
    expect(rest?.pageInfo.hasNextPage).toBe(false);
  });

  it('applies a filter and counts up to the cap', async () => {
    const found = await search({
      query: 'palm',
      sort: 'PRICE_LOW_TO_HIGH',
      filter: { priceTier: 'FROM_300' },
    });
    expect(found?.edges.map(({ node }) => node.priceMin.amount)).toEqual(
      Array(12).fill(30_000).fill(30_100, 7),
    );
    const count = async (query: string) =>
      (await server.graphql(countQuery, { query, filter: { priceTier: 'FROM_300' } })).data?.resorts
        .totalCount;
    expect(await count('palm')).toEqual({ value: 1000, isCapped: true });
    expect(await count('lagoon')).toEqual({ value: 1000, isCapped: true });
    expect(await count('"lagoon" "bay"')).toEqual({ value: 0, isCapped: false });
  });
});
