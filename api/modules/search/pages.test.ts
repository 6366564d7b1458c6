import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResortsQuery, ResortsQueryVariables } from '#api/generated/operations/graphql.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createReview, createUser, resortData } from '#api/testing/factories.ts';
import { reviewsQuery } from '../reviews/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { resortSorts, type ResortSort } from './resortOrder.ts';
import { resortsQuery } from '../resorts/testing/operations.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

interface Row {
  id: string;
  priceMin: number;
  rating: number;
  reviewCount: number;
}

const descending = (key: (row: Row) => (number | string)[]) => (a: Row, b: Row) =>
  compare(key(b), key(a));

const orders: Record<ResortSort, (a: Row, b: Row) => number> = {
  PRICE_LOW_TO_HIGH: (a, b) => compare([a.priceMin, a.id], [b.priceMin, b.id]),
  PRICE_HIGH_TO_LOW: descending((row) => [row.priceMin, row.id]),
  HIGHEST_RATED: descending((row) => [row.rating, row.reviewCount, row.id]),
  MOST_REVIEWS: descending((row) => [row.reviewCount, row.id]),
};

function compare(a: (number | string)[], b: (number | string)[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  const [left, right] = [a[index] ?? 0, b[index] ?? 0];
  return left < right ? -1 : left > right ? 1 : 0;
}

type Asked = Omit<ResortsQueryVariables, 'first' | 'after' | 'last' | 'before'>;

/** Ids of all pages, in the order they were read. Page sizes cycle through `sizes`. */
async function walk(asked: Asked, direction: 'forward' | 'backward', sizes: number[]) {
  const ids: string[] = [];
  let from: string | null = null;
  for (let page = 0; ; page += 1) {
    const size = sizes[page % sizes.length] ?? 1;
    const place: Partial<ResortsQueryVariables> =
      direction === 'forward' ? { first: size, after: from } : { last: size, before: from };
    const resorts: ResortsQuery['resorts'] = await resortsPage({ ...asked, ...place });
    const found = resorts.edges.map(({ node }) => node.databaseId);
    expect(found.length).toBeLessThanOrEqual(size);
    ids.push(...(direction === 'forward' ? found : found.reverse()));
    const more =
      direction === 'forward' ? resorts.pageInfo.hasNextPage : resorts.pageInfo.hasPreviousPage;
    from =
      (direction === 'forward' ? resorts.pageInfo.endCursor : resorts.pageInfo.startCursor) ?? null;
    if (!more) {
      return ids;
    }
    expect(found).toHaveLength(size);
    expect(ids.length).toBeLessThan(1000);
  }
}

describe('pages', () => {
  it('show each resort once, in order, in both directions, with any page sizes', async () => {
    const row = fc.record({
      priceMin: fc.integer({ min: 98, max: 101 }),
      rating: fc.constantFrom(0, 4.5, 4.52, 5),
      reviewCount: fc.integer({ min: 0, max: 2 }),
      name: fc.constantFrom('Palm Bay', 'Palm Court', 'Pine Lodge'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        async (rows, sizes) => {
          await server.pool.query('TRUNCATE resorts CASCADE');
          const stored = await server.prisma.resort.createManyAndReturn({
            data: rows.map((given) => resortData(given)),
          });
          await server.emptyCaches();
          for (const sort of resortSorts) {
            for (const query of [null, 'palm']) {
              const expected = stored
                .filter((resort) => query === null || resort.name.startsWith('Palm'))
                .map((resort) => ({ ...resort, rating: Number(resort.rating) }))
                .sort(orders[sort])
                .map((resort) => resort.id);
              expect(await walk({ query, sort }, 'forward', sizes)).toEqual(expected);
              expect(await walk({ query, sort }, 'backward', sizes)).toEqual(expected.reverse());
            }
          }
        },
      ),
      { numRuns: inDepth(2, 200) },
    );
  });

  it('continue at the cursor when resorts are added and deleted meanwhile', async () => {
    await server.pool.query('TRUNCATE resorts CASCADE');
    await server.prisma.resort.createMany({
      data: [100, 110, 120, 130].map((priceMin) => resortData({ priceMin })),
    });
    await server.emptyCaches();
    const asked = { sort: 'PRICE_LOW_TO_HIGH' as const, first: 2 };
    const first = await server.graphql(resortsQuery, asked);
    await server.prisma.resort.deleteMany({ where: { priceMin: 110 } });
    await server.prisma.resort.create({ data: resortData({ priceMin: 90 }) });
    await server.prisma.resort.create({ data: resortData({ priceMin: 125 }) });
    await server.emptyCaches();
    const second = await server.graphql(resortsQuery, {
      ...asked,
      first: 3,
      after: first.data?.resorts.pageInfo.endCursor ?? null,
    });
    expect(second.data?.resorts.edges.map(({ node }) => node.priceMin.amount)).toEqual([
      12_000, 12_500, 13_000,
    ]);
  });

  it('are empty with first 0, which tells only whether there are results', async () => {
    const answer = await server.graphql(resortsQuery, { sort: 'HIGHEST_RATED', first: 0 });
    expect(answer.data?.resorts).toMatchObject({ edges: [], pageInfo: { hasNextPage: true } });
  });
});

describe('a cursor', () => {
  const tampered = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each([
    ['another order', tampered(['MOST_REVIEWS', 3, id])],
    ['a price in words', tampered(['PRICE_LOW_TO_HIGH', 'cheap', id])],
    ['a price out of range', tampered(['PRICE_LOW_TO_HIGH', 2 ** 31, id])],
    ['a price with a fraction', tampered(['PRICE_LOW_TO_HIGH', 1.5, id])],
    ['SQL for an id', tampered(['PRICE_LOW_TO_HIGH', 100, "' OR 1=1 --"])],
    ['too few values', tampered(['PRICE_LOW_TO_HIGH', 100])],
    ['too many values', tampered(['PRICE_LOW_TO_HIGH', 100, 1, id])],
    ['an object', tampered({ price: 100 })],
    ['null', tampered(null)],
    ['no JSON', 'bm90IGpzb24'],
    ['an empty text', ''],
    ['emoji', '\u{1F3D6}\u{FE0F}'],
  ])('of %s is refused, naming after or before', async (_name, cursor) => {
    for (const field of ['after', 'before'] as const) {
      for (const query of [null, 'palm']) {
        const answer = await server.graphql(resortsQuery, {
          query,
          sort: 'PRICE_LOW_TO_HIGH',
          [field]: cursor,
        });
        expect(answer.errors.map((error) => error.extensions)).toEqual([
          {
            code: 'BAD_USER_INPUT',
            fieldErrors: [
              { field, message: `The cursor in ${field} does not belong to this list` },
            ],
          },
        ]);
      }
    }
    const rest = await server.rest(
      'GET',
      `/api/resorts?sort=PRICE_LOW_TO_HIGH&after=${encodeURIComponent(cursor)}`,
    );
    expect([rest.status, rest.text]).toEqual([
      400,
      'The cursor in after does not belong to this list',
    ]);
  });
});

describe('reviews of a resort', () => {
  it('are paged in both directions, newest first, each once, also with equal instants', async () => {
    const resort = await server.prisma.resort.create({ data: resortData() });
    const days = [1, 1, 1, 2, 3, 3, 4, 4, 4, 5, 6];
    for (const day of days) {
      await createReview(server, {
        resortId: resort.id,
        userId: (await createUser(server)).id,
        createdAt: new Date(Date.UTC(2026, 0, day)),
      });
    }
    await server.emptyCaches();
    const rows = await server.prisma.review.findMany({ where: { resortId: resort.id } });
    const expected = rows
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map((row) => Buffer.from(`Review:${row.id}`).toString('base64'));
    for (const size of [1, 2, 3, 4, 100]) {
      for (const direction of ['forward', 'backward'] as const) {
        const ids: string[] = [];
        let from: string | null = null;
        for (let more = true; more;) {
          const page: Awaited<ReturnType<typeof reviewsPage>> = await reviewsPage(
            resort.id,
            direction === 'forward' ? { first: size, after: from } : { last: size, before: from },
          );
          const found = page.edges.map(({ node }) => node.id);
          if (direction === 'forward') {
            ids.push(...found);
            ({ hasNextPage: more } = page.pageInfo);
            from = page.pageInfo.endCursor ?? null;
          } else {
            ids.unshift(...found);
            ({ hasPreviousPage: more } = page.pageInfo);
            from = page.pageInfo.startCursor ?? null;
          }
        }
        expect(ids).toEqual(expected);
      }
    }
  });

  it.each([
    ['garbage', 'x'],
    [
      'an order of resorts',
      Buffer.from('["MOST_REVIEWS",1,"01890a5d-ac96-774b-bcce-b302099a8057"]'),
    ],
    [
      'a year that the database does not know',
      Buffer.from('["NEWEST","0000-01-01T00:00:00Z","01890a5d-ac96-774b-bcce-b302099a8057"]'),
    ],
  ])('refuse a cursor of %s', async (_name, cursor) => {
    const resort = await server.prisma.resort.create({ data: resortData() });
    const after = typeof cursor === 'string' ? cursor : cursor.toString('base64url');
    const answer = await server.graphql(reviewsQuery, { id: resort.id, after });
    expect(answer.errors.map((error) => error.extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fieldErrors: [{ field: 'after' }] },
    ]);
    const rest = await server.rest('GET', `/api/resorts/${resort.id}/reviews?after=${after}`);
    expect(rest.status).toBe(400);
  });
});

async function resortsPage(asked: ResortsQueryVariables): Promise<ResortsQuery['resorts']> {
  const answer = await server.graphql(resortsQuery, asked);
  if (!answer.data) {
    throw new Error(answer.text);
  }
  return answer.data.resorts;
}

async function reviewsPage(id: string, args: object) {
  const answer = await server.graphql(reviewsQuery, { id, ...args });
  expect(answer.errors).toEqual([]);
  const reviews = answer.data?.resort?.reviews;
  if (!reviews) {
    throw new Error(answer.text);
  }
  return reviews;
}
