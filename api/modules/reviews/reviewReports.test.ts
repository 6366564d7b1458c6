import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setContactEmail } from '#api/testing/mail.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import {
  createResort,
  createReview,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { reportReviewMutation } from './testing/operations.ts';

const reviewReportsQuery = graphql(`
  query ReviewReports($first: Int, $after: String, $last: Int, $before: String) {
    reviewReports(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          id
          reason
          details
          status
          review {
            id
            title
            resort {
              name
            }
          }
          reporter {
            email
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

let server: TestServer;
let reviewId: string;
let plainReviewId: string;

beforeAll(async () => {
  server = await startTestServer();
  await setContactEmail(server);
  const { id } = await createResort(server, { name: 'Palm Bay' });
  const review = await createReview(server, { resortId: id, title: 'Buy my watches' });
  plainReviewId = review.id;
  reviewId = globalId('Review', review.id);
});

afterAll(() => server.close());

const report = async (cookie: string | undefined, input: object = {}) => {
  const answer = await server.graphql(
    reportReviewMutation,
    { input: { reviewId, reason: 'SPAM', ...input } },
    { cookie },
  );
  return answer;
};

const mails = () => server.prisma.outgoingMail.findMany({ where: { template: 'reviewReported' } });

describe('reportReview', () => {
  it('stores an open report and mails it to the team', async () => {
    const { user, cookie } = await signedInUser(server);
    const before = (await mails()).length;
    const answer = await report(cookie, { details: '  Advertising, twice  ' });
    expect(answer.data?.reportReview).toEqual({ __typename: 'ReportReviewPayload', reviewId });
    expect(
      await server.prisma.reviewReport.findMany({ where: { reporterId: user.id } }),
    ).toMatchObject([
      { reviewId: plainReviewId, reason: 'SPAM', details: 'Advertising, twice', status: 'open' },
    ]);
    const sent = await mails();
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)).toMatchObject({
      toAddress: 'hello@tideweek.example',
      text: expect.stringContaining('Buy my watches') as string,
    });
    expect(sent.at(-1)?.text).toContain('Spam or advertising');
    expect(sent.at(-1)?.text).toContain('Advertising, twice');
    expect(sent.at(-1)?.text).toContain('Palm Bay');
  });

  it('accepts one report per person and review, even when sent concurrently', async () => {
    const { user, cookie } = await signedInUser(server);
    const before = (await mails()).length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(cookie)));
    const kinds = answers.map(({ data }) => data?.reportReview?.__typename).sort();
    expect(kinds).toEqual([...Array<string>(4).fill('ConflictError'), 'ReportReviewPayload']);
    const message = 'You have already reported this review';
    expect((await report(cookie)).data?.reportReview).toEqual({
      __typename: 'ConflictError',
      message,
      fieldErrors: [{ field: 'reviewId', message }],
    });
    expect(await server.prisma.reviewReport.count({ where: { reporterId: user.id } })).toBe(1);
    expect(await mails()).toHaveLength(before + 1);
  });

  it('refuses own reviews, unknown reviews and visitors', async () => {
    const { user, cookie } = await signedInUser(server);
    const own = await createReview(server, {
      resortId: (await createResort(server)).id,
      userId: user.id,
    });
    expect(
      (await report(cookie, { reviewId: globalId('Review', own.id) })).data?.reportReview,
    ).toEqual({
      __typename: 'ForbiddenError',
      message: 'You cannot report your own review. You can edit or withdraw it',
    });
    const none = globalId('Review', '00000000-0000-7000-8000-000000000000');
    expect((await report(cookie, { reviewId: none })).data?.reportReview).toEqual({
      __typename: 'NotFoundError',
      message: 'Review not found',
    });
    expect((await report(undefined)).errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it.each([
    [{ details: 'x'.repeat(2001) }, 'details', 'Details may have at most 2,000 characters'],
    [{ reason: 'OTHER' }, 'details', 'Tell us what is wrong'],
    [
      { reviewId: 'nothing' },
      'reviewId',
      'This is not the id of a review. Use one that an answer gave',
    ],
  ])('refuses %j', async (wrong, field, message) => {
    const { user, cookie } = await signedInUser(server);
    expect((await report(cookie, wrong)).data?.reportReview).toEqual({
      __typename: 'InvalidInputError',
      message,
      fieldErrors: [{ field, message }],
    });
    expect(await server.prisma.reviewReport.count({ where: { reporterId: user.id } })).toBe(0);
  });

  it('stores nothing if its mail cannot be queued', async () => {
    const { user, cookie } = await signedInUser(server);
    const before = (await mails()).length;
    await server.pool.query(`
      CREATE FUNCTION no_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE TRIGGER no_mail BEFORE INSERT ON outgoing_mails FOR EACH ROW EXECUTE FUNCTION no_mail()`);
    try {
      const answer = await report(cookie);
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(answer.text).not.toContain('disk');
      expect(await server.prisma.reviewReport.count({ where: { reporterId: user.id } })).toBe(0);
      expect(await mails()).toHaveLength(before);
    } finally {
      await server.pool.query('DROP FUNCTION no_mail() CASCADE');
    }
    expect((await report(cookie)).data?.reportReview?.__typename).toBe('ReportReviewPayload');
  });
});

describe('reviewReports', () => {
  it('lists open reports first and then the newest, page by page', async () => {
    await server.prisma.reviewReport.deleteMany();
    const { cookie } = await signedInUser(server, { role: 'admin' });
    const statuses = ['upheld', 'open', 'dismissed', 'open', 'open'] as const;
    const made: { id: string; status: string; at: number }[] = [];
    for (const [index, status] of statuses.entries()) {
      const { id } = await server.prisma.reviewReport.create({
        data: {
          reviewId: plainReviewId,
          reporterId: (await createUser(server)).id,
          reason: 'OTHER',
          details: `Report ${index}`,
          status,
          createdAt: new Date(Date.UTC(2026, 0, 1 + (index >> 1))),
        },
      });
      made.push({ id: globalId('ReviewReport', id), status, at: index });
    }
    const all = await server.graphql(reviewReportsQuery, {}, { cookie });
    const order = all.data?.reviewReports?.edges.map(({ node }) => node.id) ?? [];
    const statusOf = (id: string) => made.find((report) => report.id === id)?.status;
    expect(order.map(statusOf)).toEqual(['open', 'open', 'open', 'dismissed', 'upheld']);
    expect(all.data?.reviewReports?.edges[0]?.node).toMatchObject({
      reason: 'OTHER',
      details: 'Report 4',
      status: 'OPEN',
      review: { id: reviewId, title: 'Buy my watches', resort: { name: 'Palm Bay' } },
      reporter: { email: expect.stringContaining('@example.com') as string },
    });

    const forward: string[] = [];
    let after: string | null | undefined;
    do {
      const { data } = await server.graphql(reviewReportsQuery, { first: 2, after }, { cookie });
      forward.push(...(data?.reviewReports?.edges.map(({ node }) => node.id) ?? []));
      const info = data?.reviewReports?.pageInfo;
      after = info?.hasNextPage ? info.endCursor : undefined;
    } while (after);
    expect(forward).toEqual(order);

    const backward: string[] = [];
    let before: string | null | undefined;
    do {
      const { data } = await server.graphql(reviewReportsQuery, { last: 2, before }, { cookie });
      backward.unshift(...(data?.reviewReports?.edges.map(({ node }) => node.id) ?? []));
      const info = data?.reviewReports?.pageInfo;
      before = info?.hasPreviousPage ? info.startCursor : undefined;
    } while (before);
    expect(backward).toEqual(order);
  });

  it('is for administrators only', async () => {
    const member = await signedInUser(server);
    for (const cookie of [undefined, member.cookie]) {
      const answer = await server.graphql(reviewReportsQuery, {}, { cookie });
      expect(answer.data?.reviewReports).toBeNull();
      expect(answer.errors[0]?.extensions?.code).toBe(cookie ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    }
  });
});
