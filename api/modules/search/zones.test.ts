import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'graphql';
import { compileSqlAnswer } from '#api/graphql/sql/sqlAnswers.ts';
import { schema } from '#api/schema.ts';
import { inDepth } from '#api/testing/depth.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { visitorContext } from '#api/testing/visitorContext.ts';
import { countQuery, resortsQuery } from '../resorts/testing/operations.ts';
import { encodeCursor } from '#api/platform/database/cursors.ts';
import { resortOrders, resortSorts, type ResortSort } from './resortOrder.ts';

// A search reads its hits zone by zone, or walks the order, by how many there seem to be and where
// they are. Whatever it does, it finds what a plain statement finds.
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  // 26,000 resorts. Palm: all. Reef: 4 %, the cheapest. Dune: 8 %, the dearest. Lagoon Cliff: 6 %, two
  // words that always stand together. Cheap <b: a brand of 6 %. Lazy > River: 1 %. Bluff: 8 %, the worst rated. Cove: 13 % of equal keys, except
  // for the id.
  // No partner is told of them.
  await server.prisma.$executeRaw`ALTER TABLE resorts DISABLE TRIGGER resort_event`;
  for (let from = 1; from < 26_000; from += 5_200) {
    await server.prisma.$executeRaw`
    INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url, amenities,
                         price_min, price_max, rating, review_count)
    SELECT gen_random_uuid(), 'palm-' || i,
           concat_ws(' ', 'Palm', CASE WHEN i <= 1000 THEN 'Reef' WHEN i > 24000 THEN 'Dune' END,
             CASE WHEN i % 17 = 0 THEN 'Lagoon Cliff' END, CASE WHEN rating < 0.4 THEN 'Bluff' END,
             CASE WHEN i % 15 < 2 THEN 'Cove' END),
           CASE WHEN i <= 1500 THEN 'Cheap <b' ELSE 'Brand' END, 'Town, Region', 'The', 'Text', '/picture.svg',
           array_remove(ARRAY['Pool', CASE WHEN i % 90 = 0 THEN 'Lazy > River' END], NULL),
           CASE WHEN i % 15 < 2 THEN 5000 ELSE i / 7 END, 9000,
           CASE WHEN i % 15 < 2 THEN 5 ELSE rating END, CASE WHEN i % 15 < 2 THEN 90 ELSE i * 31 % 400 END
      FROM (SELECT i, (i * 7919 % 500) / 100.0 AS rating FROM generate_series(${from}::int, ${from + 5_199}::int) AS i) AS numbers`;
  }
  await server.prisma
    .$executeRaw`INSERT INTO brand_aliases (alias, brand) VALUES ('pc', 'Palm Cove')`;
  await server.prisma.$executeRaw`ANALYZE resorts`;
});

afterAll(() => server.close());

const whole = ['palm', 'reef', 'dune', 'lagoon', 'cliff', 'bluff', 'cove'];
const others = ['reaf', 'pal', 'pc', 'nothing'];
/** What words are read as: corrected, or a brand of two words that stand together. */
const found: Record<string, string> = { reaf: 'reef', pal: 'palm', pc: 'palm cove' };

interface Wanted {
  text: readonly string[];
  sort: ResortSort;
  tier: 'UNDER_100' | 'FROM_100_TO_300' | 'FROM_300' | undefined;
  names: { amenities?: string[]; brand?: string; destination?: string };
  backward: boolean;
  size: number;
  /** Where the page begins: a share of the hits. */
  depth: number;
}

/** The words that resorts must have: all, or the quoted ones if no resort has all. */
async function required(text: readonly string[]): Promise<string[]> {
  const all = text.map((word) => found[word] ?? word.replaceAll('"', ''));
  const { rowCount } = await server.deps.database.pool.query(
    `SELECT FROM resorts WHERE ${hasWords} LIMIT 1`,
    [all],
  );
  return rowCount === 0 && text.length > 1
    ? all.filter((_, index) => text[index]?.startsWith('"'))
    : all;
}

const hasWords =
  "NOT EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE lower(name) !~ ('\\m' || word))";

/** The ids and the number of hits, from a plain statement. */
async function reckoned({ text, sort, tier, names }: Wanted): Promise<string[]> {
  const { direction, columns } = resortOrders[sort];
  const order = columns.map((column) => `${column.sql.sql} ${direction}`).join(', ');
  const prices = { UNDER_100: [0, 100], FROM_100_TO_300: [100, 300], FROM_300: [300, 1e6] };
  const { rows } = await server.deps.database.pool.query<{ id: string }>(
    `SELECT id FROM resorts
      WHERE ${hasWords} AND price_min >= $2 AND price_min < $3
        AND amenities @> $4 AND brand = coalesce($5, brand) AND destination = coalesce($6, destination)
      ORDER BY ${order}`,
    [
      await required(text),
      ...(tier ? prices[tier] : [0, 1e6]),
      names.amenities ?? [],
      names.brand ?? null,
      names.destination ?? null,
    ],
  );
  return rows.map(({ id }) => id);
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  // Of several words the quoted ones are required.
  text: fc.oneof(
    fc.constantFrom(...whole, ...others).map((word) => [word]),
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...whole), { maxLength: 3 }),
        fc.uniqueArray(fc.constantFrom(...others), { maxLength: 1 }),
      )
      .map(([required, other]) => [...required.map((word) => `"${word}"`), ...other]),
  ),
  sort: fc.constantFrom(...resortSorts),
  tier: fc.constantFrom(undefined, undefined, 'UNDER_100', 'FROM_100_TO_300', 'FROM_300'),
  names: fc.constantFrom(
    {},
    {},
    { amenities: ['Pool'] },
    { amenities: ['Lazy > River', 'Pool'] },
    { amenities: ['Nowhere'] },
    { amenities: ['The'] },
    { brand: 'Cheap <b', destination: 'The' },
    { brand: 'Brand' },
  ),
  backward: fc.boolean(),
  size: fc.constantFrom(1, 12, 50),
  depth: fc.constantFrom(0, 0, 0.01, 0.5, 0.99),
});

const inSql = compileSqlAnswer(
  schema,
  parse(`query ($query: String, $filter: ResortFilter, $sort: ResortSort!, $first: Int,
                $after: String, $last: Int, $before: String) {
    resorts(query: $query, filter: $filter, sort: $sort, first: $first, after: $after,
            last: $last, before: $before) {
      totalCount { value isCapped }
      edges { node { databaseId } }
    }
  }`),
);

interface Answer {
  totalCount: { value: number; isCapped: boolean };
  edges: { node: { databaseId: string } }[];
}

describe('a search for words and names', () => {
  it('has the hits of a plain statement, wherever in the order they are', async () => {
    const check = async (one: Wanted): Promise<void> => {
      const query = one.text.join(' ');
      const filter = { ...one.names, ...(one.tier && { priceTier: one.tier }) };
      const all = await reckoned(one);
      const ids = one.backward ? all.toReversed() : all;
      const before = Math.floor(ids.length * one.depth);
      const cursor = before > 0 ? await cursorOf(one, ids[before - 1]) : null;
      const paged = one.backward
        ? { first: null, last: one.size, before: cursor }
        : { first: one.size, after: cursor };
      const asked = { query, filter, sort: one.sort, ...paged };
      const page = ids.slice(before, before + one.size);
      const shown = one.backward ? page.toReversed() : page;
      const totalCount = { value: Math.min(ids.length, 1000), isCapped: ids.length > 1000 };
      const { data, errors } = await server.graphql(resortsQuery, asked);
      expect(errors).toEqual([]);
      expect(data?.resorts.edges.map(({ node }) => node.databaseId)).toEqual(shown);
      const counted = await server.graphql(countQuery, { query, filter });
      expect(counted.data?.resorts.totalCount).toEqual(totalCount);
      await server.emptyCaches();
      const texts = await inSql?.(asked, visitorContext(server.deps));
      const answer = JSON.parse(texts?.['resorts'] ?? '{}') as Answer;
      expect(answer.edges.map(({ node }) => node.databaseId)).toEqual(shown);
      expect(answer.totalCount).toEqual(totalCount);
      await server.emptyCaches();
    };
    await fc.assert(fc.asyncProperty(wanted, check), { numRuns: inDepth(25, 5_000) });
  });
});

describe('a zone of whole numbers', () => {
  it('has those from its lowest to the lowest of the next', async () => {
    const { rows } = await server.deps.database.pool.query<{ outside: number[] | null }>(
      `SELECT array_agg(value) FILTER (
                WHERE value < resort_zone_start(resort_zone(value))
                   OR value >= resort_zone_start(resort_zone(value) + 1)
                   OR value < resort_fine_zone_start(resort_fine_zone(value))
                   OR value >= resort_fine_zone_start(resort_fine_zone(value) + 1)) AS outside
         FROM (SELECT generate_series(0, 5000) AS value
               UNION ALL
               SELECT ((64 + part) << (doublings - 6)) - before
                 FROM generate_series(12, 30) AS doublings, generate_series(0, 63) AS part,
                      generate_series(0, 1) AS before
               UNION ALL
               SELECT 2147483647) AS numbers`,
    );
    expect(rows).toEqual([{ outside: null }]);
  });
});

/** The cursor of a hit. */
async function cursorOf({ sort }: Wanted, id: string | undefined): Promise<string> {
  const [row] = await server.prisma.resort.findMany({ where: { id: id ?? '' } });
  if (!row) throw new Error('there is no such resort');
  return encodeCursor(sort, resortOrders[sort].key(row));
}
