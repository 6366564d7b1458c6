import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#api/platform/errors.ts';
import { optionalWords, parseInput, words } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import {
  auditedReports,
  openReports,
  reportedList,
  requireSeenReports,
} from '#api/modules/moderation/reports.ts';
import { reviewRemoved, answerRemoved } from '../mails.ts';

export const { cursorOf: reportedCursor, argsFor: reportedPage } = reportedList('REPORTED');

const target = {
  reviewId: z.string(),
  openReports,
};

const dismissInput = z.object({
  ...target,
  note: optionalWords('Note'),
});

const removeInput = z.object({
  ...target,
  reason: words('Reason'),
});

type ModerationDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

/**
 * Keeps a reported review and dismisses all its open reports.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, or the number of open reports has changed
 */
export async function dismissReports(
  deps: ModerationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ reviewId: string }> {
  const admin = requireAdmin(viewer);
  const { note, ...seen } = parseInput(dismissInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const { id: reviewId, reports } = await lockReported(transaction, admin, seen);
    await transaction.reviewReport.updateMany({
      where: { reviewId, status: 'open' },
      data: { status: 'dismissed' },
    });
    await recordAudit(transaction, admin, 'review.dismissReports', reviewId, {
      before: { openReports: reports.length, reports: auditedReports(reports) },
      after: { openReports: 0 },
      ...(note !== null && { note }),
    });
    return { reviewId };
  });
}

/**
 * Upholds the reports of a review: deletes it and mails the reason to its author. Its text and its
 * reports are kept in the audit log. Triggers update the rating of the resort.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, or the number of open reports has changed
 */
export async function removeReportedReview(
  deps: ModerationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ reviewId: string }> {
  const admin = requireAdmin(viewer);
  const { reason, ...seen } = parseInput(removeInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const review = await lockReported(transaction, admin, seen);
    await transaction.review.delete({ where: { id: review.id } });
    if (!review.user.closedAt) {
      const mail = reviewRemoved(deps, recipientOf(review.user), {
        resortName: review.resort.name,
        reason,
        review: `${review.title}\n\n${review.content}`,
      });
      await queueMail(transaction, mail);
    }
    await recordAudit(transaction, admin, 'review.remove', review.id, {
      before: {
        resort: review.resort.name,
        author: review.user.username,
        rating: review.rating,
        title: review.title,
        content: review.content,
        ...(review.answer !== null && { answer: review.answer }),
        reports: auditedReports(review.reports),
      },
      note: reason,
    });
    return { reviewId: review.id };
  });
}

/**
 * Upholds the reports of a review's answer: removes the answer for good and mails the reason to the
 * owner. The review stays.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, the number of open reports has changed, or
 *   there is no answer
 */
export async function removeReviewAnswer(
  deps: ModerationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ reviewId: string }> {
  const admin = requireAdmin(viewer);
  const { reason, ...seen } = parseInput(removeInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    const review = await lockReported(transaction, admin, seen);
    const { id: reviewId, answer, booking, reports } = review;
    if (answer === null) {
      throw new ConflictError('reviewId', 'This review has no answer');
    }
    await transaction.review.update({ where: { id: reviewId }, data: { answer: null } });
    await transaction.reviewReport.updateMany({
      where: { reviewId, status: 'open' },
      data: { status: 'upheld' },
    });
    const owner = booking?.owner;
    if (owner && !owner.closedAt) {
      const mail = answerRemoved(deps, recipientOf(owner), {
        resortName: review.resort.name,
        reason,
        answer,
      });
      await queueMail(transaction, mail);
    }
    await recordAudit(transaction, admin, 'review.removeAnswer', reviewId, {
      before: {
        owner: owner?.username ?? null,
        answer,
        openReports: reports.length,
        reports: auditedReports(reports),
      },
      after: { answer: null, openReports: 0 },
      note: reason,
    });
    return { reviewId };
  });
}

const reported = {
  booking: { select: { owner: true } },
  resort: { select: { name: true } },
  user: true,
  reports: {
    where: { status: 'open' },
    include: { reporter: { select: { username: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  },
} satisfies Prisma.ReviewInclude;

type Reported = Prisma.ReviewGetPayload<{ include: typeof reported }>;

/** Locks the review and its reports: new reports wait until the transaction ends. */
async function lockReported(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  { reviewId, openReports: seen }: { reviewId: string; openReports: number },
): Promise<Reported> {
  await transaction.$queryRaw`SELECT FROM reviews WHERE id = ${reviewId}::uuid FOR UPDATE`;
  const review = await transaction.review.findUnique({
    where: { id: reviewId },
    include: reported,
  });
  if (!review) {
    throw new NotFoundError('This review is gone: it was removed or withdrawn');
  }
  if (review.userId === admin.id) {
    throw new ForbiddenError('Another administrator must decide about your own review');
  }
  if (review.booking?.owner?.id === admin.id) {
    throw new ForbiddenError('Another administrator must decide about a review of your own week');
  }
  requireSeenReports('review', { open: review.reports.length, seen });
  return review;
}
