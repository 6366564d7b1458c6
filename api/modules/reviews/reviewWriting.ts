import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { type Review } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import { earlierResult, keepResult } from '#api/platform/database/keyedCalls.ts';
import {
  idempotencyKey,
  parseInput,
  publicText,
  filled,
  filledLine,
} from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { isMissingRow, violates } from '#api/platform/database/violations.ts';
import { requireStay, tellOwner } from './reviewedStays.ts';
import { requireVerified } from '../access/requireVerified.ts';
import { signedIn } from '../access/signedIn.ts';

type ReviewDeps = Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl'>;

const words = {
  rating: z
    .number({ error: 'Choose from 1 to 5 stars' })
    .int('Choose from 1 to 5 stars')
    .min(1, 'Choose from 1 to 5 stars')
    .max(5, 'Choose from 1 to 5 stars'),
  title: publicText(filledLine('Title', 120)),
  content: publicText(
    filled('Review is required')
      .min(10, 'Review must have at least 10 characters')
      .max(5000, 'Review may have at most 5,000 characters'),
  ),
};

const createReviewInput = z.object({
  ...words,
  resortId: z.string(),
  bookingId: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  idempotencyKey,
});

const updateReviewInput = z.object({ ...words, reviewId: z.string() });

type NewReview = z.infer<typeof createReviewInput>;

/**
 * Publishes the viewer's review of a resort, or of a stay there; the owner of the week is notified
 * by mail. Triggers update the resort's rating and count. A repeated call with the same idempotency
 * key returns the first review.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the booking is another person's, or the viewer's address is not
 *   verified
 * @throws {ConflictError} if the stay is not over, the viewer has already reviewed it, or the
 *   resort without a stay, or used the key otherwise
 */
export async function createReview(
  deps: ReviewDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Review> {
  const { id: userId } = requireVerified(viewer);
  const wanted = parseInput(createReviewInput, input);
  await deps.rateLimits.spend('reviewByAccount', userId);
  if (!z.uuid().safeParse(wanted.resortId).success) {
    throw new NotFoundError('Resort not found');
  }
  const { idempotencyKey: key, ...data } = wanted;
  const operation = `createReview ${userId}`;
  try {
    return await deps.database.prisma.$transaction(async (transaction) => {
      const stay =
        data.bookingId === null
          ? null
          : await requireStay(transaction, userId, data.resortId, data.bookingId);
      const review = await transaction.review.create({ data: { ...data, userId } });
      await keepResult(transaction, operation, key, review.id);
      if (stay) {
        await tellOwner(deps, transaction, stay, review);
      }
      return review;
    });
  } catch (error) {
    if (violates(error, 'reviews_resort_id_fkey')) {
      throw new NotFoundError('Resort not found');
    }
    const refusal = refusalOf(error);
    if (!refusal) {
      throw error;
    }
    return answerAgain(deps, userId, operation, wanted, refusal);
  }
}

/** The refusal for a database error of `createReview`; undefined for other errors. */
function refusalOf(error: unknown): ConflictError | undefined {
  if (error instanceof ConflictError) {
    return error;
  }
  if (violates(error, 'reviews_booking_id_key')) {
    return new ConflictError(
      'bookingId',
      'You have already reviewed this stay. You can edit your review instead',
    );
  }
  if (violates(error, 'reviews_one_per_resort')) {
    return new ConflictError(
      'resortId',
      'You have already reviewed this resort. You can edit your review instead',
    );
  }
  return violates(error, 'idempotency_keys_pkey') ? keyUsed() : undefined;
}

const keyUsed = () =>
  new ConflictError('idempotencyKey', 'This idempotency key was used for another review');

/** The review of an earlier call with the same key. @throws {ConflictError} without such a call */
async function answerAgain(
  { database: { prisma } }: ReviewDeps,
  userId: string,
  operation: string,
  { idempotencyKey: key, resortId, bookingId, rating, title, content }: NewReview,
  refusal: ConflictError,
): Promise<Review> {
  const id = await earlierResult(prisma, operation, key);
  if (id) {
    const made = await prisma.review.findUnique({ where: { id, userId } });
    const same =
      made?.resortId === resortId &&
      made.bookingId === bookingId &&
      made.rating === rating &&
      made.title === title &&
      made.content === content;
    if (made && same) {
      return made;
    }
    throw keyUsed();
  }
  throw refusal;
}

/**
 * Changes the viewer's own review.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is someone else's
 */
export async function updateReview(
  deps: ReviewDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Review> {
  const { id: userId } = requireVerified(viewer);
  const { reviewId, ...data } = parseInput(updateReviewInput, input);
  await deps.rateLimits.spend('reviewByAccount', userId);
  try {
    return await deps.database.prisma.review.update({ where: { id: reviewId, userId }, data });
  } catch (error) {
    if (isMissingRow(error)) {
      throw await whyNot(deps, reviewId);
    }
    throw error;
  }
}

/**
 * Deletes the viewer's own review.
 * @returns the deleted review
 * @throws {SignInRequiredError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is someone else's
 */
export async function withdrawReview(
  deps: ReviewDeps,
  viewer: Viewer | null,
  reviewId: string,
): Promise<Review> {
  const { id: userId } = signedIn(viewer);
  await deps.rateLimits.spend('reviewByAccount', userId);
  try {
    return await deps.database.prisma.review.delete({ where: { id: reviewId, userId } });
  } catch (error) {
    if (isMissingRow(error)) {
      throw await whyNot(deps, reviewId);
    }
    throw error;
  }
}

async function whyNot(
  { database }: ReviewDeps,
  reviewId: string,
): Promise<NotFoundError | ForbiddenError> {
  const count = await database.prisma.review.count({ where: { id: reviewId } });
  return count > 0
    ? new ForbiddenError('Only its author can change a review')
    : new NotFoundError('Review not found');
}
