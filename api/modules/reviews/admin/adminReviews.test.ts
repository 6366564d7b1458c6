import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Review } from '#api/generated/prisma/client.ts';
import {
  createListing,
  createResort,
  createReview,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { reportReviewMutation } from '../testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const reportedReviewsQuery = graphql(`
  query ReportedReviews($few: Int, $after: String) {
    reportedReviews(first: $few, after: $after) {
      edges {
        node {
          reviewId
          title
          openReportCount
          author {
            email
          }
          resort {
            name
          }
          openReports {
            reason
            reporter {
              email
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const dismissReviewReportsMutation = graphql(`
  mutation DismissReviewReports($input: DismissReviewReportsInput!) {
    dismissReviewReports(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

const removeReportedReviewMutation = graphql(`
  mutation RemoveReportedReview($input: RemoveReportedReviewInput!) {
    removeReportedReview(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

const heldListingsQuery = graphql(`
  query HeldListings($few: Int, $after: String) {
    heldListings(first: $few, after: $after) {
      edges {
        node {
          ...OwnListingRow
          owner {
            email
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    verificationCounts {
      waiting
      asked
      rejected
      expired
    }
  }
`);

let server: TestServer;
let cookie: string;
let adminId: string;

beforeAll(async () => {
  server = await startTestServer();
  const admin = await signedInUser(server, { role: 'admin', username: 'desk' });
  cookie = admin.cookie;
  adminId = admin.user.id;
});

afterAll(() => server.close());

async function reported(reports: number, given: Partial<Review> = {}): Promise<Review> {
  const resortId = given.resortId ?? (await createResort(server)).id;
  const review = await createReview(server, { ...given, resortId });
  for (let count = 0; count < reports; count += 1) {
    await server.prisma.reviewReport.create({
      data: {
        reviewId: review.id,
        reason: 'SPAM',
        details: `Report ${count}`,
        reporterId: (await createUser(server)).id,
      },
    });
  }
  return review;
}

const target = (review: Review, openReports: number) => ({
  reviewId: globalId('Review', review.id),
  openReports,
});

const remove = (review: Review, openReports: number, reason = 'It is advertising.') =>
  server.graphql(
    removeReportedReviewMutation,
    { input: { ...target(review, openReports), reason } },
    { cookie },
  );

const dismiss = (review: Review, openReports: number, note?: string) =>
  server.graphql(
    dismissReviewReportsMutation,
    { input: { ...target(review, openReports), note } },
    { cookie },
  );

const reportsOf = (reviewId: string) =>
  server.prisma.reviewReport.findMany({ where: { reviewId }, select: { status: true } });

const auditOf = (subjectId: string) => server.prisma.auditEntry.findMany({ where: { subjectId } });

describe('a reported review', () => {
  it('is removed with its reports; its author gets the reason by mail, and the rating is updated', async () => {
    const resort = await createResort(server);
    await createReview(server, { resortId: resort.id, rating: 5 });
    const author = await createUser(server);
    const review = await reported(2, {
      resortId: resort.id,
      userId: author.id,
      rating: 1,
      title: 'Buy my boat',
    });
    expect(await server.prisma.resort.findUnique({ where: { id: resort.id } })).toMatchObject({
      reviewCount: 2,
      ratingSum: 6,
    });
    const answer = await remove(review, 2);
    expect(answer.data?.removeReportedReview?.__typename).toBe('RemoveReportedReviewPayload');
    const after = await server.prisma.resort.findUniqueOrThrow({ where: { id: resort.id } });
    expect([after.reviewCount, after.ratingSum, Number(after.rating)]).toEqual([1, 5, 5]);
    expect(await server.prisma.review.count({ where: { id: review.id } })).toBe(0);
    expect(await reportsOf(review.id)).toEqual([]);
    const mails = await server.prisma.outgoingMail.findMany({ where: { toAddress: author.email } });
    expect(mails).toMatchObject([
      { template: 'reviewRemoved', subject: `Your review was removed: ${resort.name}` },
    ]);
    expect(mails[0]?.text).toContain('It is advertising.');
    expect(mails[0]?.text).toContain('Buy my boat');
    expect(await auditOf(review.id)).toMatchObject([
      {
        actorName: 'desk',
        action: 'review.remove',
        note: 'It is advertising.',
        before: {
          title: 'Buy my boat',
          author: author.username,
          rating: 1,
          reports: [{ details: 'Report 0' }, { details: 'Report 1' }],
        },
      },
    ]);
  });

  it('can be kept: its open reports are dismissed together, and no mail is sent', async () => {
    const author = await createUser(server);
    const review = await reported(3, { userId: author.id });
    const answer = await dismiss(review, 3, 'A matter of taste');
    expect(answer.data?.dismissReviewReports?.__typename).toBe('DismissReviewReportsPayload');
    expect(await reportsOf(review.id)).toEqual(Array(3).fill({ status: 'dismissed' }));
    expect(await server.prisma.outgoingMail.count({ where: { toAddress: author.email } })).toBe(0);
    expect(await auditOf(review.id)).toMatchObject([
      { action: 'review.dismissReports', note: 'A matter of taste', before: { openReports: 3 } },
    ]);
  });

  it('is decided once: of 6 concurrent decisions, 5 are refused', async () => {
    const review = await reported(1);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        index % 2 === 0
          ? (await remove(review, 1)).data?.removeReportedReview
          : (await dismiss(review, 1)).data?.dismissReviewReports,
      ),
    );
    const won = answers.filter((answer) => answer?.__typename.endsWith('Payload'));
    expect(won).toHaveLength(1);
    expect(await auditOf(review.id)).toHaveLength(1);
    for (const answer of answers.filter((candidate) => !won.includes(candidate))) {
      expect(answer).toMatchObject({
        message: expect.stringMatching(
          /^(This review is gone: it was removed or withdrawn|Someone else has already decided about this review)$/,
        ) as string,
      });
    }
  });

  it('is not decided if another report has come in', async () => {
    const review = await reported(1);
    const reporter = await signedInUser(server);
    await server.graphql(
      reportReviewMutation,
      { input: { reviewId: globalId('Review', review.id), reason: 'OFFENSIVE' } },
      { cookie: reporter.cookie },
    );
    const message = 'The reports of this review have changed since you opened it. Load it again';
    const expected = { __typename: 'ConflictError', message };
    expect((await dismiss(review, 1)).data?.dismissReviewReports).toEqual(expected);
    expect((await remove(review, 1)).data?.removeReportedReview).toEqual(expected);
    expect(await reportsOf(review.id)).toEqual(Array(2).fill({ status: 'open' }));
  });

  it('by an administrator must be decided by another administrator', async () => {
    const review = await reported(1, { userId: adminId });
    const expected = {
      __typename: 'ForbiddenError',
      message: 'Another administrator must decide about your own review',
    };
    expect((await dismiss(review, 1)).data?.dismissReviewReports).toEqual(expected);
    expect((await remove(review, 1)).data?.removeReportedReview).toEqual(expected);
  });

  it.each([
    ['', 'Reason is required'],
    ['x'.repeat(2_001), 'Reason may have at most 2,000 characters'],
  ])('is not removed with the reason "%.5s"', async (reason, message) => {
    const review = await reported(1);
    expect((await remove(review, 1, reason)).data?.removeReportedReview).toEqual({
      __typename: 'InvalidInputError',
      message,
    });
    expect(await reportsOf(review.id)).toEqual([{ status: 'open' }]);
  });

  it('is kept if the mail to its author cannot be queued', async () => {
    const own = await startTestServer();
    try {
      const admin = await signedInUser(own, { role: 'admin' });
      const resort = await createResort(own);
      const review = await createReview(own, { resortId: resort.id });
      await own.prisma.reviewReport.create({
        data: { reviewId: review.id, reporterId: admin.user.id, reason: 'SPAM' },
      });
      await own.pool.query('ALTER TABLE outgoing_mails ADD CHECK (template <> $$reviewRemoved$$)');
      const answer = await own.graphql(
        removeReportedReviewMutation,
        { input: { ...target(review, 1), reason: 'Spam' } },
        { cookie: admin.cookie },
      );
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(await own.prisma.reviewReport.findMany()).toMatchObject([{ status: 'open' }]);
      expect(await own.prisma.resort.findFirst()).toMatchObject({ reviewCount: 1, ratingSum: 4 });
      expect(await own.prisma.auditEntry.count()).toBe(0);
    } finally {
      await own.close();
    }
  });
});

it('lists reviews with open reports in pages, each once', async () => {
  const own = await startTestServer();
  try {
    const admin = await signedInUser(own, { role: 'admin' });
    const resort = await createResort(own);
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const review = await createReview(own, { resortId: resort.id, title: `Review ${count}` });
      for (const status of ['open', 'open', 'dismissed'] as const) {
        const reporterId = (await createUser(own)).id;
        await own.prisma.reviewReport.create({
          data: { reviewId: review.id, reporterId, reason: 'SPAM', status },
        });
      }
      made.push(review.title);
    }
    const settled = await createReview(own, { resortId: resort.id, title: 'Settled' });
    await own.prisma.reviewReport.create({
      data: {
        reviewId: settled.id,
        reporterId: admin.user.id,
        reason: 'SPAM',
        status: 'dismissed',
      },
    });
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const { data } = await own.graphql(
        reportedReviewsQuery,
        { few: 2, after },
        { cookie: admin.cookie },
      );
      for (const { node } of data?.reportedReviews?.edges ?? []) {
        seen.push(node.title);
        expect(node.openReportCount).toBe(2);
        expect(node.openReports).toHaveLength(2);
        expect(node.author?.email).toContain('@example.com');
      }
      const info = data?.reportedReviews?.pageInfo;
      after = info?.hasNextPage ? info.endCursor : undefined;
    } while (after);
    expect(seen).toEqual(made);
  } finally {
    await own.close();
  }
});

it('lists and counts the listings that wait for their owners', async () => {
  const own = await startTestServer();
  try {
    const admin = await signedInUser(own, { role: 'admin' });
    const resortId = (await createResort(own)).id;
    for (const status of [
      'pending',
      'verified',
      'more_information',
      'rejected',
      'rejected',
      'expired',
    ] as const) {
      await createListing(own, { resortId, title: status, contractVerificationStatus: status });
    }
    await createListing(own, {
      resortId,
      contractVerificationStatus: 'rejected',
      isActive: false,
    });
    await createListing(own, {
      resortId,
      contractVerificationStatus: 'pending',
      contractDocumentUrl: 'https://documents.test/deed.pdf',
    });
    const { data } = await own.graphql(heldListingsQuery, {}, { cookie: admin.cookie });
    expect(data?.verificationCounts).toEqual({ waiting: 1, asked: 2, rejected: 2, expired: 1 });
    expect(data?.heldListings?.edges.map(({ node }) => node.title)).toEqual([
      'pending',
      'more_information',
      'rejected',
      'rejected',
      'expired',
    ]);
  } finally {
    await own.close();
  }
});
