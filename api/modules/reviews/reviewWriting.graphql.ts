import type { Deps, RequestContext } from '#api/context/context.ts';
import { exposed, maybe } from '#api/graphql/exposed.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder, type Types } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import type { Review } from '#api/generated/prisma/client.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { answerReview } from './reviewAnswers.ts';
import { createReview, updateReview, withdrawReview } from './reviewWriting.ts';
import { ReviewType } from './reviews.graphql.ts';

interface ReviewChange {
  review: Review;
  viewer: Viewer | null;
}

type Builder = PothosSchemaTypes.ObjectFieldBuilder<Types, ReviewChange>;

const resortAndViewer = (t: Builder, you: string) => ({
  resort: t.prismaField({
    type: ResortType,
    nullable: true,
    description: 'The resort with its updated rating.',
    resolve: (query, { review }, _args, { deps }) =>
      deps.database.prisma.resort.findUnique(joined(query, { id: review.resortId })),
  }),
  ...exposed(t, { viewer: [maybe(UserType), you] }),
});

const reviewPayload = (description: string) => (name: string) =>
  builder.objectRef<ReviewChange>(name).implement({
    description,
    fields: (t) => ({
      review: t.prismaField({
        type: ReviewType,
        nullable: true,
        description: 'The review as it is now.',
        resolve: (query, { review }, _args, { deps }) =>
          deps.database.prisma.review.findUnique(joined(query, { id: review.id })),
      }),
      ...resortAndViewer(t, 'You, for example with your review of this resort.'),
    }),
  });

const WithdrawReviewPayload = builder.objectRef<ReviewChange>('WithdrawReviewPayload').implement({
  description: 'The review was deleted, and its stars no longer count.',
  fields: (t) => ({
    withdrawnReviewId: t.id({
      ...globalIdOf('review', 'Global id of the deleted review.'),
      resolve: ({ review }) => encodeGlobalId('Review', review.id),
    }),
    ...resortAndViewer(t, 'You, without a review of this resort.'),
  }),
});

const changedBy =
  <Input>(rule: (deps: Deps, viewer: Viewer | null, input: Input) => Promise<Review>) =>
  async (input: Input, context: RequestContext): Promise<ReviewChange> => {
    const viewer = await context.viewer();
    return { viewer, review: await rule(context.deps, viewer, input) };
  };

command('createReview', {
  type: reviewPayload('The review is published.'),
  description:
    'Publishes your review of a resort, once, or of a stay there that you booked here, once each. The owner of the week that you stayed in is told by mail.',
  input: ['The new review.', 'A review to publish.'],
  fields: {
    resortId: idOf('resort'),
    rating: ['Int', '1 (poor) to 5 (excellent) stars.'],
    title: ['String', 'A headline, 120 characters at most.'],
    content: ['String', 'Plain text of 10 to 5,000 characters; may contain line breaks.'],
    bookingId: [
      'ID?',
      idOf('booking', 'The stay that the review is about: yours, at this resort, and over.'),
    ],
    idempotencyKey: idempotencyKeyOf('create one review'),
  },
  resolve: changedBy(createReview),
});

command('answerReview', {
  type: reviewPayload('The answer is published, and was mailed to the author of the review.'),
  description:
    'Answers the review of a stay in your week in public, once: an answer can’t be changed. Its author is told by mail.',
  input: ['The review, and what you answer.', 'An answer to publish below the review of a stay.'],
  fields: {
    reviewId: idOf('review', 'It must be about a booked stay in your week.'),
    content: ['String', 'Plain text of 1 to 2,000 characters; may contain line breaks.'],
    idempotencyKey: idempotencyKeyOf('answer once'),
  },
  resolve: changedBy(answerReview),
});

command('updateReview', {
  type: reviewPayload('The review was changed.'),
  description: 'Changes your own review and updates the rating of the resort.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  input: ['The review with its new content.', 'The new content of your review.'],
  fields: {
    reviewId: idOf('review', 'It must be yours.'),
    rating: ['Int', '1 (poor) to 5 (excellent) stars.'],
    title: ['String', 'A headline, 120 characters at most.'],
    content: ['String', 'Plain text of 10 to 5,000 characters; may contain line breaks.'],
  },
  resolve: changedBy(updateReview),
});

command('withdrawReview', {
  type: WithdrawReviewPayload,
  description: 'Deletes your own review permanently. You can write another one afterwards.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  input: ['The review to withdraw.', 'The review to withdraw.'],
  fields: { reviewId: idOf('review', 'It must be yours.') },
  resolve: changedBy((deps, viewer, { reviewId }) => withdrawReview(deps, viewer, reviewId)),
});
