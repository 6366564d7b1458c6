import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { inDepth } from '#api/testing/depth.ts';
import {
  createResort,
  createReview,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import * as rules from './reviewWriting.ts';
import { createReviewMutation } from './testing/operations.ts';

const updateReviewMutation = graphql(`
  mutation UpdateReview($input: UpdateReviewInput!) {
    updateReview(input: $input) {
      __typename
      ... on UpdateReviewPayload {
        review {
          id
          rating
          title
          content
        }
        resort {
          rating
          reviewCount
          reviewSummary {
            stars
            count
          }
        }
      }
      ...Refusal
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

const withdrawReviewMutation = graphql(`
  mutation WithdrawReview($input: WithdrawReviewInput!) {
    withdrawReview(input: $input) {
      __typename
      ... on WithdrawReviewPayload {
        withdrawnReviewId
        resort {
          rating
          reviewCount
          reviewSummary {
            stars
            count
          }
        }
      }
      ...Refusal
      ... on RateLimitedError {
        retryAfter
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const words = { rating: 4, title: 'A good week', content: 'We would come again, all of us.' };

const create = async (cookie: string | undefined, input: object) => {
  const answer = await server.graphql(
    createReviewMutation,
    { input: { ...words, resortId: '', ...input } },
    { cookie },
  );
  return answer.data?.createReview;
};

const update = async (cookie: string | undefined, reviewId: string, input: object = {}) => {
  const answer = await server.graphql(
    updateReviewMutation,
    { input: { ...words, reviewId, ...input } },
    { cookie },
  );
  return answer.data?.updateReview;
};

const withdraw = async (cookie: string | undefined, reviewId: string) => {
  const answer = await server.graphql(withdrawReviewMutation, { input: { reviewId } }, { cookie });
  return answer.data?.withdrawReview;
};

/** The counters of a resort, and the same figures computed from its reviews. */
async function figures(resortId: string) {
  const { rows } = await server.pool.query<Record<string, string>>(
    `SELECT review_count::int AS "count", rating::text AS rating, rating_sum::int AS sum,
       (SELECT count(*)::int FROM reviews WHERE resort_id = resorts.id) AS "realCount",
       (SELECT coalesce(sum(rating), 0)::int FROM reviews WHERE resort_id = resorts.id) AS "realSum",
       (SELECT coalesce(round(avg(rating), 2), 0)::numeric(3, 2)::text FROM reviews WHERE resort_id = resorts.id) AS "realRating"
     FROM resorts WHERE id = $1`,
    [resortId],
  );
  const [row] = rows;
  return {
    said: [row?.['count'], row?.['sum'], row?.['rating']],
    real: [row?.['realCount'], row?.['realSum'], row?.['realRating']],
  };
}

describe('createReview', () => {
  it('publishes a review and updates rating and count', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    await createReview(server, { resortId: id, rating: 1 });
    const result = await create(cookie, { resortId: id, title: '  A good week ' });
    expect(result).toMatchObject({
      __typename: 'CreateReviewPayload',
      review: words,
      resort: {
        rating: 2.5,
        reviewCount: 2,
        reviewSummary: [
          { stars: 5, count: 0 },
          { stars: 4, count: 1 },
          { stars: 3, count: 0 },
          { stars: 2, count: 0 },
          { stars: 1, count: 1 },
        ],
      },
    });
    expect(
      await server.prisma.review.findFirst({ where: { resortId: id, userId: user.id } }),
    ).toMatchObject(words);
    const own = await server.graphqlText(
      'query ($id: ID!) { viewer { reviewOf(resortId: $id) { title rating } } }',
      { id },
      { cookie },
    );
    expect(own.data).toEqual({ viewer: { reviewOf: { title: 'A good week', rating: 4 } } });
  });

  it('accepts one review per member and resort', async () => {
    const { cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    await create(cookie, { resortId: id });
    const message = 'You have already reviewed this resort. You can edit your review instead';
    expect(await create(cookie, { resortId: id, rating: 1 })).toEqual({
      __typename: 'ConflictError',
      message,
      fieldErrors: [{ field: 'resortId', message }],
    });
    const other = await createResort(server);
    expect(await create(cookie, { resortId: other.id })).toMatchObject({
      __typename: 'CreateReviewPayload',
    });
    const { said, real } = await figures(id);
    expect(said).toEqual([1, 4, '4.00']);
    expect(said).toEqual(real);
  });

  it('stores one review if a member sends ten at once', async () => {
    const { cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        create(cookie, { resortId: id, rating: (index % 5) + 1 }),
      ),
    );
    const kinds = answers.map((answer) => answer?.__typename).sort();
    expect(kinds).toEqual([...Array<string>(9).fill('ConflictError'), 'CreateReviewPayload']);
    const { said, real } = await figures(id);
    expect(said[0]).toBe(1);
    expect(said).toEqual(real);
  });

  it('keeps count and average exact if twenty members review at once', async () => {
    const { id } = await createResort(server);
    const people = await Promise.all(Array.from({ length: 20 }, () => signedInUser(server)));
    const stars = people.map((_, index) => [5, 4, 1, 3, 5, 2, 4][index % 7] ?? 5);
    const answers = await Promise.all(
      people.map(({ cookie }, index) => create(cookie, { resortId: id, rating: stars[index] })),
    );
    expect(answers.map((answer) => answer?.__typename)).toEqual(
      Array<string>(20).fill('CreateReviewPayload'),
    );
    const sum = stars.reduce((total, star) => total + star, 0);
    const { said, real } = await figures(id);
    expect(said).toEqual([20, sum, (sum / 20).toFixed(2)]);
    expect(said).toEqual(real);
  });

  it.each([
    [{ rating: 0 }, 'rating', 'Choose from 1 to 5 stars'],
    [{ rating: 6 }, 'rating', 'Choose from 1 to 5 stars'],
    [{ title: '  ' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(121) }, 'title', 'Title may have at most 120 characters'],
    [
      { title: 'Text 202-555-0173' },
      'title',
      'Take out "202-555-0173". Contact details stay private until a booking is confirmed',
    ],
    [
      { content: 'Great. Write to jo@example.com' },
      'content',
      'Take out "jo@example.com". Contact details stay private until a booking is confirmed',
    ],
    [{ title: 'two\nlines' }, 'title', 'Title has a character that is not allowed'],
    [{ content: ' \n ' }, 'content', 'Review is required'],
    [{ content: 'Too short' }, 'content', 'Review must have at least 10 characters'],
    [{ content: 'x'.repeat(5001) }, 'content', 'Review may have at most 5,000 characters'],
    [{ content: 'a nul \u0000 inside' }, 'content', 'content has a character that is not allowed'],
    [
      { idempotencyKey: 'short' },
      'idempotencyKey',
      'The idempotency key must have 8 to 100 visible characters',
    ],
  ])('refuses %j', async (wrong, field, message) => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    expect(await create(cookie, { resortId: id, ...wrong })).toEqual({
      __typename: 'InvalidInputError',
      message,
      fieldErrors: [{ field, message }],
    });
    expect(await server.prisma.review.count({ where: { userId: user.id } })).toBe(0);
  });

  it('accepts the longest title and text', async () => {
    const { cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    const longest = { title: 'x'.repeat(120), content: 'y'.repeat(5000) };
    expect(await create(cookie, { resortId: id, ...longest })).toMatchObject({ review: longest });
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'no-such-resort'])(
    'does not find the resort %s',
    async (resortId) => {
      const { cookie } = await signedInUser(server);
      expect(await create(cookie, { resortId })).toEqual({
        __typename: 'NotFoundError',
        message: 'Resort not found',
      });
    },
  );

  it('returns the same review for repeated and concurrent calls with one key', async () => {
    const { cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    const input = { resortId: id, idempotencyKey: 'review-key-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(cookie, input)));
    const first = answers[0];
    expect(first?.__typename).toBe('CreateReviewPayload');
    for (const answer of [...answers, await create(cookie, input)]) {
      expect(answer).toMatchObject({
        review: first?.__typename === 'CreateReviewPayload' ? first.review : 'no review',
      });
    }
    expect((await figures(id)).said[0]).toBe(1);
    expect(await create(cookie, { ...input, title: 'Another title' })).toMatchObject({
      __typename: 'ConflictError',
      message: 'This idempotency key was used for another review',
    });
  });

  it('keeps the idempotency keys of members apart', async () => {
    const { id } = await createResort(server);
    const input = { resortId: id, idempotencyKey: 'everyones-key' };
    for (const { cookie } of [await signedInUser(server), await signedInUser(server)]) {
      expect(await create(cookie, input)).toMatchObject({ __typename: 'CreateReviewPayload' });
    }
    expect((await figures(id)).said[0]).toBe(2);
  });

  it('is rate-limited per account', async () => {
    const limited = await startTestServer({
      database: { url: server.databaseUrl },
      rateLimits: true,
    });
    try {
      const { user } = await signedInUser(limited);
      const { id } = await createResort(limited);
      const viewer = { ...user, role: 'user' as const };
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      for (let spent = 0; spent < 30; spent += 1) {
        await limited.deps.rateLimits.spend('reviewByAccount', user.id);
      }
      await expect(
        rules.createReview(limited.deps, viewer, { ...words, resortId: id }),
      ).rejects.toThrow('Too many tries. Please wait 60 minutes and try again');
      await expect(rules.withdrawReview(limited.deps, viewer, id)).rejects.toThrow(
        'Too many tries',
      );
      expect((await figures(id)).said[0]).toBe(0);
    } finally {
      vi.useRealTimers();
      await limited.close();
    }
  });
});

describe('updateReview and withdrawReview', () => {
  it('change a review and the rating of its resort', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    await createReview(server, { resortId: id, rating: 5 });
    const review = await createReview(server, { resortId: id, userId: user.id, rating: 4 });
    const reviewId = globalId('Review', review.id);
    expect(await update(cookie, reviewId, { rating: 2, title: 'On second thought' })).toMatchObject(
      {
        __typename: 'UpdateReviewPayload',
        review: { id: reviewId, rating: 2, title: 'On second thought' },
        resort: { rating: 3.5, reviewCount: 2 },
      },
    );
    expect(await server.prisma.review.findUnique({ where: { id: review.id } })).toMatchObject({
      rating: 2,
      title: 'On second thought',
      content: words.content,
      createdAt: review.createdAt,
    });
    expect(await withdraw(cookie, reviewId)).toMatchObject({
      __typename: 'WithdrawReviewPayload',
      withdrawnReviewId: reviewId,
      resort: { rating: 5, reviewCount: 1 },
    });
    expect(await server.prisma.review.findUnique({ where: { id: review.id } })).toBeNull();
    expect(await withdraw(cookie, reviewId)).toEqual({
      __typename: 'NotFoundError',
      message: 'Review not found',
    });
    expect(await update(cookie, reviewId)).toEqual({
      __typename: 'NotFoundError',
      message: 'Review not found',
    });
    expect(await create(cookie, { resortId: id })).toMatchObject({
      __typename: 'CreateReviewPayload',
    });
  });

  it('leave the rating at 0 when the last review is withdrawn', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    const review = await createReview(server, { resortId: id, userId: user.id });
    await withdraw(cookie, globalId('Review', review.id));
    expect((await figures(id)).said).toEqual([0, 0, '0.00']);
  });

  it('are refused to everyone but the author, even to administrators', async () => {
    const { id } = await createResort(server);
    const author = await createUser(server);
    const review = await createReview(server, { resortId: id, userId: author.id });
    const reviewId = globalId('Review', review.id);
    const refusal = {
      __typename: 'ForbiddenError',
      message: 'Only its author can change a review',
    };
    for (const role of ['user', 'admin'] as const) {
      const { cookie } = await signedInUser(server, { role });
      expect(await update(cookie, reviewId, { rating: 1 })).toEqual(refusal);
      expect(await withdraw(cookie, reviewId)).toEqual(refusal);
    }
    const signedOut = await server.graphql(withdrawReviewMutation, { input: { reviewId } });
    expect(signedOut.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    expect(await server.prisma.review.findUnique({ where: { id: review.id } })).toEqual(review);
  });

  it('refuse an id of another type, and invalid content', async () => {
    const { user, cookie } = await signedInUser(server);
    const { id } = await createResort(server);
    const review = await createReview(server, { resortId: id, userId: user.id });
    for (const [wrong, message] of [
      [globalId('Resort', id), 'This is the id of a resort, not of a review'],
      ['nothing', 'This is not the id of a review. Use one that an answer gave'],
      ['', 'This is not the id of a review. Use one that an answer gave'],
    ] as const) {
      const refusal = {
        __typename: 'InvalidInputError',
        message,
        fieldErrors: [{ field: 'reviewId', message }],
      };
      expect(await update(cookie, wrong)).toEqual(refusal);
      expect(await withdraw(cookie, wrong)).toEqual(refusal);
    }
    expect(await update(cookie, globalId('Review', review.id), { rating: 9 })).toMatchObject({
      fieldErrors: [{ field: 'rating', message: 'Choose from 1 to 5 stars' }],
    });
    expect(await server.prisma.review.findUnique({ where: { id: review.id } })).toEqual(review);
  });
});

describe('concurrent changes by members', () => {
  it('leave count, sum and average exact', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => ({
        ...(await createUser(server)),
        role: 'user' as const,
      })),
    );
    const step = fc.record({
      person: fc.nat({ max: people.length - 1 }),
      does: fc.constantFrom('create', 'update', 'withdraw'),
      rating: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { id } = await createResort(server);
        await Promise.allSettled(
          steps.map(async ({ person, does, rating }) => {
            const viewer = people[person] ?? null;
            if (does === 'create') {
              return rules.createReview(server.deps, viewer, { ...words, rating, resortId: id });
            }
            const own = await server.prisma.review.findFirstOrThrow({
              where: { resortId: id, userId: viewer?.id ?? '' },
            });
            return does === 'update'
              ? rules.updateReview(server.deps, viewer, { ...words, rating, reviewId: own.id })
              : rules.withdrawReview(server.deps, viewer, own.id);
          }),
        );
        const { said, real } = await figures(id);
        expect(said).toEqual(real);
      }),
      { numRuns: inDepth(8, 500) },
    );
  });
});
