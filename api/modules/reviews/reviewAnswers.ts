import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, Review } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, requireFound } from '#api/platform/errors.ts';
import { earlierResult, keepResult } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput, publicText, words } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { requireVerified } from '../access/requireVerified.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail } from '../mail/outbox.ts';
import { reviewAnswered } from './mails.ts';

type AnswerDeps = Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl' | 'clock'>;

const answerInput = z.object({
  reviewId: z.string(),
  content: publicText(words('Answer')),
  idempotencyKey,
});

type NewAnswer = z.infer<typeof answerInput>;

/**
 * Publishes the owner's answer below the review of a stay in their week, once, and mails it to the
 * author. A repeated call with the same idempotency key returns the answered review.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer does not own the week, the review is of no booked stay,
 *   or the viewer's address is not verified
 * @throws {ConflictError} if it is answered, or the key was used otherwise
 */
export async function answerReview(
  deps: AnswerDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Review> {
  const owner = requireVerified(viewer);
  const wanted = parseInput(answerInput, input);
  await deps.rateLimits.spend('reviewByAccount', owner.id);
  const operation = `answerReview ${owner.id}`;
  try {
    return await deps.database.prisma.$transaction((transaction) =>
      publish(deps, transaction, owner, operation, wanted),
    );
  } catch (error) {
    if (error instanceof ConflictError || violates(error, 'idempotency_keys_pkey')) {
      return answerAgain(deps, operation, wanted, error);
    }
    throw error;
  }
}

async function publish(
  deps: AnswerDeps,
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  operation: string,
  { reviewId, content, idempotencyKey: key }: NewAnswer,
): Promise<Review> {
  const { count } = await transaction.review.updateMany({
    where: { id: reviewId, answeredAt: null, booking: { ownerId: viewer.id } },
    data: { answer: content, answeredAt: deps.clock() },
  });
  const review = await transaction.review.findUnique({
    where: { id: reviewId },
    include: { user: true, resort: true, booking: true },
  });
  requireFound(review, 'This review is gone: it was removed or withdrawn');
  const { user, resort, booking, ...answered } = review;
  if (booking?.ownerId !== viewer.id) {
    throw new ForbiddenError('Only the owner of the booked week can answer the review of a stay');
  }
  if (count === 0) {
    throw new ConflictError('reviewId', 'You have already answered this review');
  }
  await keepResult(transaction, operation, key, reviewId);
  if (!user.closedAt) {
    const mail = reviewAnswered(deps, recipientOf(user), {
      resortName: resort.name,
      review: answered.title,
      answer: content,
      link: `${deps.publicUrl}/resort/${resort.id}?reviews=all`,
    });
    await queueMail(transaction, mail);
  }
  return answered;
}

/**
 * The review that an earlier call with the same key answered. @throws the given error if there was
 * no such call
 */
async function answerAgain(
  { database: { prisma } }: AnswerDeps,
  operation: string,
  { reviewId, content, idempotencyKey: key }: NewAnswer,
  error: unknown,
): Promise<Review> {
  const id = await earlierResult(prisma, operation, key);
  if (!id) {
    throw error;
  }
  const review = await prisma.review.findUnique({ where: { id } });
  if (review?.id === reviewId && review.answer === content) {
    return review;
  }
  throw new ConflictError('idempotencyKey', 'This idempotency key was used for another answer');
}
