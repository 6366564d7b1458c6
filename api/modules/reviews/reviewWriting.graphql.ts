import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import type { Review } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { answerReview } from './reviewAnswers.ts';
import { createReview, updateReview, withdrawReview } from './reviewWriting.ts';
import { ReviewType } from './reviews.graphql.ts';

const CreateReviewInput = builder.inputType('CreateReviewInput', {
  description: 'A review to publish.',
  fields: (t) => ({
    resortId: t.id({ required: true, ...idOf('resort') }),
    rating: t.int({ required: true, description: '1 (poor) to 5 (excellent) stars.' }),
    title: t.string({ required: true, description: 'A headline, 120 characters at most.' }),
    content: t.string({
      required: true,
      description: 'Plain text of 10 to 5,000 characters; may contain line breaks.',
    }),
    bookingId: t.id({
      ...idOf('booking', 'The stay that the review is about: yours, at this resort, and over.'),
    }),
    idempotencyKey: t.string(idempotencyKeyOf('create one review')),
  }),
});

const AnswerReviewInput = builder.inputType('AnswerReviewInput', {
  description: 'An answer to publish below the review of a stay.',
  fields: (t) => ({
    reviewId: t.id({
      required: true,
      ...idOf('review', 'It must be about a booked stay in your week.'),
    }),
    content: t.string({
      required: true,
      description: 'Plain text of 1 to 2,000 characters; may contain line breaks.',
    }),
    idempotencyKey: t.string(idempotencyKeyOf('answer once')),
  }),
});

const UpdateReviewInput = builder.inputType('UpdateReviewInput', {
  description: 'The new content of your review.',
  fields: (t) => ({
    reviewId: t.id({ required: true, ...idOf('review', 'It must be yours.') }),
    rating: t.int({ required: true, description: '1 (poor) to 5 (excellent) stars.' }),
    title: t.string({ required: true, description: 'A headline, 120 characters at most.' }),
    content: t.string({
      required: true,
      description: 'Plain text of 10 to 5,000 characters; may contain line breaks.',
    }),
  }),
});

const WithdrawReviewInput = builder.inputType('WithdrawReviewInput', {
  description: 'The review to withdraw.',
  fields: (t) => ({
    reviewId: t.id({ required: true, ...idOf('review', 'It must be yours.') }),
  }),
});

interface ReviewChange {
  review: Review;
  viewer: Viewer | null;
}

const reviewPayload = (name: string, description: string) =>
  builder.objectRef<ReviewChange>(name).implement({
    description,
    fields: (t) => ({
      review: t.prismaField({
        type: ReviewType,
        nullable: true,
        description: 'The review as it is now.',
        resolve: (query, { review }, _args, { deps }) =>
          deps.database.prisma.review.findUnique({
            ...query,
            where: { id: review.id },
            relationLoadStrategy: 'join',
          }),
      }),
      resort: t.prismaField({
        type: ResortType,
        nullable: true,
        description: 'The resort with its updated rating.',
        resolve: (query, { review }, _args, { deps }) =>
          deps.database.prisma.resort.findUnique({
            ...query,
            where: { id: review.resortId },
            relationLoadStrategy: 'join',
          }),
      }),
      viewer: t.expose('viewer', {
        type: UserType,
        nullable: true,
        description: 'You, for example with your review of this resort.',
      }),
    }),
  });

const CreateReviewPayload = reviewPayload('CreateReviewPayload', 'The review is published.');
const AnswerReviewPayload = reviewPayload(
  'AnswerReviewPayload',
  'The answer is published, and was mailed to the author of the review.',
);
const UpdateReviewPayload = reviewPayload('UpdateReviewPayload', 'The review was changed.');

const WithdrawReviewPayload = builder.objectRef<ReviewChange>('WithdrawReviewPayload').implement({
  description: 'The review was deleted, and its stars no longer count.',
  fields: (t) => ({
    withdrawnReviewId: t.id({
      ...globalIdOf('review', 'Global id of the deleted review.'),
      resolve: ({ review }) => encodeGlobalId('Review', review.id),
    }),
    resort: t.prismaField({
      type: ResortType,
      nullable: true,
      description: 'The resort with its updated rating.',
      resolve: (query, { review }, _args, { deps }) =>
        deps.database.prisma.resort.findUnique({
          ...query,
          where: { id: review.resortId },
          relationLoadStrategy: 'join',
        }),
    }),
    viewer: t.expose('viewer', {
      type: UserType,
      nullable: true,
      description: 'You, without a review of this resort.',
    }),
  }),
});

command('createReview', {
  type: CreateReviewPayload,
  description:
    'Publishes your review of a resort, once, or of a stay there that you booked here, once each. The owner of the week that you stayed in is told by mail.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
  input: [CreateReviewInput, 'The new review.'],
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    return { viewer, review: await createReview(context.deps, viewer, input) };
  },
});

command('answerReview', {
  type: AnswerReviewPayload,
  description:
    'Answers the review of a stay in your week in public, once: an answer can’t be changed. Its author is told by mail.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
  input: [AnswerReviewInput, 'The review, and what you answer.'],
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    return { viewer, review: await answerReview(context.deps, viewer, input) };
  },
});

command('updateReview', {
  type: UpdateReviewPayload,
  description: 'Changes your own review and updates the rating of the resort.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError] },
  input: [UpdateReviewInput, 'The review with its new content.'],
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    return { viewer, review: await updateReview(context.deps, viewer, input) };
  },
});

command('withdrawReview', {
  type: WithdrawReviewPayload,
  description: 'Deletes your own review permanently. You can write another one afterwards.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError] },
  input: [WithdrawReviewInput, 'The review to withdraw.'],
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    return { viewer, review: await withdrawReview(context.deps, viewer, input.reviewId) };
  },
});
