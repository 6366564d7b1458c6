import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResort, createReview } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { reviewsQuery } from './testing/operations.ts';

let server: TestServer;
let resortId: string;
let rows: { id: string; rating: number; createdAt: Date }[];

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
  for (const [index, rating] of [5, 1, 4, 4, 2, 5, 1, 5, 4].entries()) {
    // Pairs share an instant.
    const createdAt = new Date(Date.UTC(2026, 0, 1 + (index >> 1)));
    await createReview(server, { resortId, rating, createdAt });
  }
  const other = await createResort(server);
  await createReview(server, { resortId: other.id });
  rows = await server.prisma.review.findMany({ where: { resortId } });
});

afterAll(() => server.close());

const newest = (a: (typeof rows)[number], b: (typeof rows)[number]): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

const orders = {
  NEWEST: newest,
  HIGHEST: (a, b) => b.rating - a.rating || newest(a, b),
  LOWEST: (a, b) => a.rating - b.rating || newest(a, b),
} satisfies Record<string, typeof newest>;

describe.each(['NEWEST', 'HIGHEST', 'LOWEST'] as const)('reviews, %s first', (sort) => {
  const expected = () =>
    [...rows].sort(orders[sort]).map(({ id }) => Buffer.from(`Review:${id}`).toString('base64'));

  it('are paged forwards, each once', async () => {
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const { data } = await server.graphql(reviewsQuery, { id: resortId, sort, first: 2, after });
      const page = data?.resort?.reviews;
      seen.push(...(page?.edges.map(({ node }) => node.id) ?? []));
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    } while (after);
    expect(seen).toEqual(expected());
  });

  it('are paged backwards, each once', async () => {
    const seen: string[] = [];
    let before: string | null | undefined;
    do {
      const { data } = await server.graphql(reviewsQuery, { id: resortId, sort, last: 4, before });
      const page = data?.resort?.reviews;
      seen.unshift(...(page?.edges.map(({ node }) => node.id) ?? []));
      before = page?.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : undefined;
    } while (before);
    expect(seen).toEqual(expected());
  });

  it('reject a cursor of another order', async () => {
    const other = sort === 'NEWEST' ? 'HIGHEST' : 'NEWEST';
    const { data } = await server.graphql(reviewsQuery, { id: resortId, sort: other, first: 1 });
    const after = data?.resort?.reviews.pageInfo.endCursor;
    const answer = await server.graphql(reviewsQuery, { id: resortId, sort, after });
    expect(answer.errors[0]?.message).toBe('The cursor in after does not belong to this list');
  });
});

it('the summary counts each number of stars', async () => {
  const { data } = await server.graphql(reviewsQuery, { id: resortId });
  expect(data?.resort?.reviewSummary).toEqual([
    { stars: 5, count: 3 },
    { stars: 4, count: 3 },
    { stars: 3, count: 0 },
    { stars: 2, count: 1 },
    { stars: 1, count: 2 },
  ]);
});
