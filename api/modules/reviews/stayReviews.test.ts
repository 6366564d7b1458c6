import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { BookingStatus, type Booking, type Prisma } from '#api/generated/prisma/client.ts';
import { addDays } from '#common/days.ts';
import {
  createBooking,
  createListing,
  createResort,
  createReview,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { keepDeadlines } from '../bookings/deadlines.ts';
import { booked, certify, makeScene, movableClock } from '../bookings/testing/flow.ts';
import { createReviewMutation, reportReviewMutation } from './testing/operations.ts';

const answerReviewMutation = graphql(`
  mutation AnswerReview($input: AnswerReviewInput!) {
    answerReview(input: $input) {
      __typename
      ... on AnswerReviewPayload {
        review {
          id
          hasStayed
          answer {
            content
          }
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

const removeReviewAnswerMutation = graphql(`
  mutation RemoveReviewAnswer($input: RemoveReviewAnswerInput!) {
    removeReviewAnswer(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

const stayQuery = graphql(`
  query StayToReview($id: ID!, $resortId: ID!) {
    booking(id: $id) {
      canReview
      canAnswerReview
      review {
        id
        title
        hasStayed
        answer {
          content
        }
      }
    }
    viewer {
      reviewOf(resortId: $resortId) {
        title
      }
      reviewsOf(resortId: $resortId) {
        title
      }
    }
  }
`);

const time = movableClock();
let server: TestServer;
let admin: SignedIn;

type SignedIn = Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  admin = await signedInUser(server, { role: 'admin' });
});

afterAll(() => server.close());

interface Stay {
  booking: Booking;
  resortId: string;
  owner: SignedIn;
  traveler: SignedIn;
}

/** A stay in a member's week that is over. */
async function makeStay(
  given: Partial<Prisma.BookingUncheckedCreateInput> = {},
  on: TestServer = server,
): Promise<Stay> {
  const [owner, traveler] = [await signedInUser(on), await signedInUser(on)];
  const { id: resortId } = await createResort(on);
  const listing = await createListing(on, { resortId, ownerId: owner.user.id });
  const booking = await createBooking(on, {
    resortId,
    listingId: listing.id,
    userId: traveler.user.id,
    checkIn: listing.availableFrom,
    checkOut: listing.availableTo,
    ...given,
  });
  return { booking, resortId, owner, traveler };
}

const words = { rating: 5, title: 'A calm week', content: 'Everything was clean and quiet.' };

async function write(
  { booking, resortId, traveler }: Stay,
  input: object = {},
  { cookie = traveler.cookie as string | null, on = server } = {},
) {
  const answer = await on.graphql(
    createReviewMutation,
    { input: { ...words, resortId, bookingId: booking.id, ...input } },
    cookie === null ? {} : { cookie },
  );
  return answer.data?.createReview;
}

const thanks = 'Thank you. Please come again.';

async function answer(
  reviewId: string,
  cookie: string | undefined,
  input: object = {},
  on: TestServer = server,
) {
  const { data } = await on.graphql(
    answerReviewMutation,
    { input: { reviewId: globalId('Review', reviewId), content: thanks, ...input } },
    { cookie },
  );
  return data?.answerReview;
}

/** A stay with its review. */
async function reviewedStay(on: TestServer = server) {
  const stay = await makeStay({}, on);
  await write(stay, {}, { on });
  const review = await on.prisma.review.findUniqueOrThrow({
    where: { bookingId: stay.booking.id },
  });
  return { ...stay, review };
}

const mailsTo = async ({ user }: SignedIn, on: TestServer = server) =>
  on.prisma.outgoingMail.findMany({
    where: { toAddress: user.email },
    orderBy: { createdAt: 'asc' },
    select: { template: true, subject: true, text: true },
  });

const templatesTo = async (person: SignedIn, on: TestServer = server) =>
  (await mailsTo(person, on)).map(({ template }) => template);

const countOf = (bookingId: string) => server.prisma.review.count({ where: { bookingId } });

describe('A stay that was booked', () => {
  it('is reviewed from the mail after it, and its owner answers', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const id = await booked(server, scene);
    await certify(server, scene.owner.cookie, id);
    for (const day of [scene.checkIn, addDays(scene.checkIn, 2), scene.checkOut]) {
      await time.moveTo(server, new Date(`${day}T18:00:00Z`));
      await keepDeadlines(server.deps);
    }
    const { resortId } = scene.listing;
    const asked = (await mailsTo(scene.traveler)).filter(({ subject }) =>
      subject.startsWith('How was your stay?'),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain(`${server.deps.publicUrl}/resort/${resortId}?review=${id}`);

    const see = async ({ cookie }: SignedIn) =>
      (await server.graphql(stayQuery, { id, resortId }, { cookie })).data?.booking;
    expect(await see(scene.traveler)).toMatchObject({ canReview: true, review: null });
    expect(await see(scene.owner)).toMatchObject({ canReview: false, canAnswerReview: false });

    const sent = await server.graphql(
      createReviewMutation,
      { input: { ...words, resortId, bookingId: id } },
      { cookie: scene.traveler.cookie },
    );
    expect(sent.data?.createReview).toMatchObject({
      __typename: 'CreateReviewPayload',
      resort: { rating: 5, reviewCount: 1 },
    });
    expect(await see(scene.traveler)).toMatchObject({
      canReview: false,
      canAnswerReview: false,
      review: { title: 'A calm week', hasStayed: true, answer: null },
    });
    expect(await see(scene.owner)).toMatchObject({ canReview: false, canAnswerReview: true });
    const told = (await mailsTo(scene.owner)).filter(({ template }) => template === 'stayReviewed');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Everything was clean and quiet.');
    expect(told[0]?.text).toContain(`/resort/${resortId}?answer=${id}`);

    const review = await server.prisma.review.findUniqueOrThrow({ where: { bookingId: id } });
    expect(await answer(review.id, scene.owner.cookie, { content: `  ${thanks}\n` })).toEqual({
      __typename: 'AnswerReviewPayload',
      review: {
        id: globalId('Review', review.id),
        hasStayed: true,
        answer: { content: thanks },
      },
    });
    expect(await see(scene.owner)).toMatchObject({ canAnswerReview: false });
    const read = await server.rest<object[]>('GET', `/api/resorts/${resortId}/reviews`);
    expect(read.body).toEqual([
      {
        id: review.id,
        resortId,
        userId: scene.traveler.user.id,
        ...words,
        createdAt: review.createdAt.toISOString(),
        author: 'Mina Ortega',
        memberSince: new Date().getUTCFullYear(),
        hasStayed: true,
        answer: { content: thanks, createdAt: time.clock().toISOString() },
      },
    ]);
    const heard = (await mailsTo(scene.traveler)).filter(
      ({ template }) => template === 'reviewAnswered',
    );
    expect(heard).toHaveLength(1);
    expect(heard[0]?.text).toContain(thanks);
  });

  it.each(Object.values(BookingStatus))('is reviewed only when it is over: %s', async (status) => {
    const stay = await makeStay({ status });
    const result = await write(stay);
    if (status === 'completed' || status === 'resolved') {
      expect(result?.__typename).toBe('CreateReviewPayload');
      return;
    }
    const message = ['declined', 'expired', 'cancelled'].includes(status)
      ? 'This stay did not take place, so there is nothing to review'
      : status === 'disputed'
        ? 'You can review your stay once the problem that you reported is settled'
        : 'You can review your stay once it is over';
    expect(result).toEqual({
      __typename: 'ConflictError',
      message,
      fieldErrors: [{ field: 'bookingId', message }],
    });
    expect(await countOf(stay.booking.id)).toBe(0);
    expect(await mailsTo(stay.owner)).toEqual([]);
  });

  it('is reviewed by nobody else', async () => {
    const stay = await makeStay();
    const missing = { __typename: 'NotFoundError', message: 'Booking not found' };
    for (const [cookie, refusal] of [
      [
        stay.owner.cookie,
        { __typename: 'ForbiddenError', message: 'Only the traveler can review a stay' },
      ],
      [(await signedInUser(server)).cookie, missing],
      [admin.cookie, missing],
      [null, null],
    ] as const) {
      expect(await write(stay, {}, { cookie })).toEqual(refusal);
    }
    for (const bookingId of ['00000000-0000-7000-8000-000000000000', 'no-such-booking']) {
      expect(await write(stay, { bookingId })).toEqual(missing);
    }
    const message = 'This stay was at another resort';
    expect(await write(stay, { resortId: (await createResort(server)).id })).toEqual({
      __typename: 'ConflictError',
      message,
      fieldErrors: [{ field: 'bookingId', message }],
    });
    expect(await countOf(stay.booking.id)).toBe(0);
  });

  it('is reviewed once, though ten reviews come at once, and its owner gets one mail', async () => {
    const stay = await makeStay();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => write(stay, { title: `Week ${index}` })),
    );
    const made = answers.filter((each) => each?.__typename === 'CreateReviewPayload');
    expect(made).toHaveLength(1);
    const message = 'You have already reviewed this stay. You can edit your review instead';
    for (const refused of answers.filter((each) => each !== made[0])) {
      expect(refused).toEqual({
        __typename: 'ConflictError',
        message,
        fieldErrors: [{ field: 'bookingId', message }],
      });
    }
    expect(await countOf(stay.booking.id)).toBe(1);
    expect(await templatesTo(stay.owner)).toEqual(['stayReviewed']);
  });

  it('is reviewed beside the resort itself and other stays there, and all count', async () => {
    const stay = await makeStay();
    const { resortId, traveler } = stay;
    const later = await createBooking(server, { resortId, userId: traveler.user.id });
    expect(
      (await write(stay, { bookingId: null, title: 'The place', rating: 1 }))?.__typename,
    ).toBe('CreateReviewPayload');
    await write(stay, { title: 'First stay', rating: 5 });
    expect(
      await write(stay, { bookingId: later.id, title: 'Second stay', rating: 3 }),
    ).toMatchObject({ resort: { reviewCount: 3, rating: 3 } });
    expect(await write(stay, { bookingId: null })).toMatchObject({
      message: 'You have already reviewed this resort. You can edit your review instead',
    });
    const { data } = await server.graphql(
      stayQuery,
      { id: later.id, resortId },
      { cookie: traveler.cookie },
    );
    expect(data?.booking?.review?.title).toBe('Second stay');
    expect(data?.viewer).toEqual({
      reviewOf: { title: 'Second stay' },
      reviewsOf: [{ title: 'Second stay' }, { title: 'First stay' }, { title: 'The place' }],
    });
    const read = await server.rest<{ title: string; hasStayed: boolean }[]>(
      'GET',
      `/api/resorts/${resortId}/reviews`,
    );
    expect(read.body.map(({ title, hasStayed }) => [title, hasStayed])).toEqual([
      ['Second stay', true],
      ['First stay', true],
      ['The place', false],
    ]);
  });

  it('gives the same answer to the same key, also when the stay is disputed meanwhile', async () => {
    const stay = await makeStay();
    const input = { idempotencyKey: 'stay-review-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => write(stay, input)));
    await server.prisma.booking.update({
      where: { id: stay.booking.id },
      data: { status: 'disputed' },
    });
    const [first] = answers;
    expect(first?.__typename).toBe('CreateReviewPayload');
    for (const each of [...answers, await write(stay, input)]) {
      expect(each).toEqual(first);
    }
    expect(await write(stay, { ...input, bookingId: null })).toMatchObject({
      __typename: 'ConflictError',
      message: 'This idempotency key was used for another review',
    });
    expect(await templatesTo(stay.owner)).toEqual(['stayReviewed']);
  });

  it('can be reviewed again after the review was withdrawn, without another mail', async () => {
    const { review, ...stay } = await reviewedStay();
    await server.graphqlText(
      'mutation ($id: ID!) { withdrawReview(input: { reviewId: $id }) { __typename } }',
      { id: globalId('Review', review.id) },
      { cookie: stay.traveler.cookie },
    );
    expect((await write(stay))?.__typename).toBe('CreateReviewPayload');
    expect(await templatesTo(stay.owner)).toEqual(['stayReviewed']);
  });

  it('in a week without an owner, or of a closed account, is reviewed without mail', async () => {
    const agreed = await makeStay({ listingId: null });
    expect((await write(agreed))?.__typename).toBe('CreateReviewPayload');
    const left = await makeStay();
    await server.prisma.user.update({
      where: { id: left.owner.user.id },
      data: { closedAt: new Date() },
    });
    expect((await write(left))?.__typename).toBe('CreateReviewPayload');
    expect(await mailsTo(left.owner)).toEqual([]);
  });
});

describe('The answer of the owner', () => {
  it('is refused to everybody else, and to reviews without a stay', async () => {
    const { review, ...stay } = await reviewedStay();
    const plain = await createReview(server, { resortId: stay.resortId });
    const refusal = {
      __typename: 'ForbiddenError',
      message: 'Only the owner of the booked week can answer the review of a stay',
    };
    for (const { cookie } of [stay.traveler, await signedInUser(server), admin]) {
      expect(await answer(review.id, cookie)).toEqual(refusal);
    }
    expect(await answer(review.id, undefined)).toBeNull();
    expect(await answer(plain.id, stay.owner.cookie)).toEqual(refusal);
    expect(await answer('00000000-0000-7000-8000-000000000000', stay.owner.cookie)).toEqual({
      __typename: 'NotFoundError',
      message: 'This review is gone: it was removed or withdrawn',
    });
    expect(await server.prisma.review.findUnique({ where: { id: review.id } })).toEqual(review);
  });

  it.each([
    ['content', 'Answer is required', { content: ' \n ' }],
    ['content', 'Answer may have at most 2,000 characters', { content: 'x'.repeat(2_001) }],
    [
      'content',
      'Take out "@jo_beach". Contact details stay private until a booking is confirmed',
      { content: 'Thank you! We are @jo_beach' },
    ],
    ['content', 'content has a character that is not allowed', { content: 'a nul \u0000 inside' }],
    [
      'idempotencyKey',
      'The idempotency key must have 8 to 100 visible characters',
      { idempotencyKey: 'short' },
    ],
  ])('is refused with an error about %s: %s', async (field, message, wrong) => {
    const { review, owner } = await reviewedStay();
    expect(await answer(review.id, owner.cookie, wrong)).toEqual({
      __typename: 'InvalidInputError',
      message,
      fieldErrors: [{ field, message }],
    });
  });

  it('is given once, though ten come at once, and mailed once', async () => {
    const { review, owner, traveler } = await reviewedStay();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        answer(review.id, owner.cookie, { content: `Answer ${index}`.padEnd(2_000, '.') }),
      ),
    );
    const made = answers.filter((each) => each?.__typename === 'AnswerReviewPayload');
    expect(made).toHaveLength(1);
    const message = 'You have already answered this review';
    for (const refused of answers.filter((each) => each !== made[0])) {
      expect(refused).toEqual({
        __typename: 'ConflictError',
        message,
        fieldErrors: [{ field: 'reviewId', message }],
      });
    }
    expect(await templatesTo(traveler)).toEqual(['reviewAnswered']);
  });

  it('gives the same answer to the same key', async () => {
    const { review, owner, traveler } = await reviewedStay();
    const input = { idempotencyKey: 'owner-answer-1' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => answer(review.id, owner.cookie, input)),
    );
    for (const each of [...answers, await answer(review.id, owner.cookie, input)]) {
      expect(each).toMatchObject({ review: { answer: { content: thanks } } });
    }
    expect(
      await answer(review.id, owner.cookie, { ...input, content: 'Something else' }),
    ).toMatchObject({
      __typename: 'ConflictError',
      message: 'This idempotency key was used for another answer',
    });
    expect(await templatesTo(traveler)).toEqual(['reviewAnswered']);
  });

  it('is reported by the author of the review and taken down by the team, for good', async () => {
    const { review, owner, traveler } = await reviewedStay();
    const reviewId = globalId('Review', review.id);
    const report = async () =>
      (
        await server.graphql(
          reportReviewMutation,
          { input: { reviewId, reason: 'OFFENSIVE' } },
          { cookie: traveler.cookie },
        )
      ).data?.reportReview?.__typename;
    const remove = async ({ cookie }: { cookie: string }, reason = 'It insults the guest.') =>
      (
        await server.graphql(
          removeReviewAnswerMutation,
          { input: { reviewId, openReports: 1, reason } },
          { cookie },
        )
      ).data?.removeReviewAnswer;
    expect(await report()).toBe('ForbiddenError');
    await server.prisma.reviewReport.create({
      data: { reviewId: review.id, reporterId: admin.user.id, reason: 'SPAM' },
    });
    expect(await remove(admin)).toEqual({
      __typename: 'ConflictError',
      message: 'This review has no answer',
    });
    await server.prisma.reviewReport.deleteMany({ where: { reviewId: review.id } });

    await answer(review.id, owner.cookie, { content: 'You are a liar.' });
    expect(await report()).toBe('ReportReviewPayload');
    const told = await server.prisma.outgoingMail.findFirst({
      where: { template: 'reviewReported', text: { contains: 'You are a liar.' } },
    });
    expect(told).not.toBeNull();
    expect(await remove(admin, ' ')).toMatchObject({ message: 'Reason is required' });
    const answers = await Promise.all([remove(admin), remove(admin)]);
    expect(answers.map((each) => each?.__typename).sort()).toEqual([
      'ConflictError',
      'RemoveReviewAnswerPayload',
    ]);
    expect(
      await server.prisma.review.findUnique({
        where: { id: review.id },
        include: { reports: true },
      }),
    ).toMatchObject({ title: 'A calm week', answer: null, reports: [{ status: 'upheld' }] });
    expect(
      await server.prisma.auditEntry.findMany({ where: { subjectId: review.id } }),
    ).toMatchObject([
      {
        action: 'review.removeAnswer',
        note: 'It insults the guest.',
        before: { answer: 'You are a liar.', owner: owner.user.username },
      },
    ]);
    expect(await templatesTo(owner)).toEqual(['stayReviewed', 'answerRemoved']);
    expect(await answer(review.id, owner.cookie)).toMatchObject({
      message: 'You have already answered this review',
    });
  });

  it('of an administrator is judged by another administrator', async () => {
    const stay = await makeStay();
    await server.prisma.listing.update({
      where: { id: stay.booking.listingId ?? '' },
      data: { ownerId: admin.user.id },
    });
    await server.prisma.booking.update({
      where: { id: stay.booking.id },
      data: { ownerId: admin.user.id },
    });
    await write(stay);
    const review = await server.prisma.review.findUniqueOrThrow({
      where: { bookingId: stay.booking.id },
    });
    await answer(review.id, admin.cookie);
    await server.prisma.reviewReport.create({
      data: { reviewId: review.id, reporterId: stay.owner.user.id, reason: 'SPAM' },
    });
    const { data } = await server.graphql(
      removeReviewAnswerMutation,
      { input: { reviewId: globalId('Review', review.id), openReports: 1, reason: 'No' } },
      { cookie: admin.cookie },
    );
    expect(data?.removeReviewAnswer).toEqual({
      __typename: 'ForbiddenError',
      message: 'Another administrator must decide about a review of your own week',
    });
  });
});

it('Nothing is stored if a mail cannot be queued', async () => {
  const own = await startTestServer();
  try {
    const { review, owner } = await reviewedStay(own);
    const stay = await makeStay({}, own);
    await own.pool.query('ALTER TABLE outgoing_mails ADD CONSTRAINT fault CHECK (false) NOT VALID');
    const input = { idempotencyKey: 'fault-key-1' };
    expect(await write(stay, input, { on: own })).toBeNull();
    expect(await answer(review.id, owner.cookie, input, own)).toBeNull();
    expect(await own.prisma.review.findMany()).toEqual([review]);
    expect(await own.prisma.resort.findUnique({ where: { id: stay.resortId } })).toMatchObject({
      reviewCount: 0,
    });
    await own.pool.query('ALTER TABLE outgoing_mails DROP CONSTRAINT fault');
    expect((await write(stay, input, { on: own }))?.__typename).toBe('CreateReviewPayload');
    expect((await answer(review.id, owner.cookie, input, own))?.__typename).toBe(
      'AnswerReviewPayload',
    );
  } finally {
    await own.close();
  }
});
