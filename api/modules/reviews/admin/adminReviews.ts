import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError, ForbiddenError, requireFound } from '#api/platform/errors.ts';
import { optionalWords, parseInput, words } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit, type AuditAction, type AuditRecord } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import {
  auditedReports,
  openReports,
  reportedList,
  requireSeenReports,
} from '#api/modules/moderation/reports.ts';
import { reviewRemoved, answerRemoved } from '../mails.ts';

export const { cursorOf: reportedCursor, argsFor: reportedPage } = reportedList('REPORTED');

const target = { reviewId: z.string(), openReports };

const dismissInput = z.object({ ...target, note: optionalWords('Note') });

const removeInput = z.object({ ...target, reason: words('Reason') });

type ModerationDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

interface Seen {
  reviewId: string;
  openReports: number;
}

type Decide<Given> = (
  deps: ModerationDeps,
  transaction: Prisma.TransactionClient,
  review: Reported,
  given: Given,
) => Promise<AuditRecord>;

/**
 * An administrator's decision about the open reports of a review, which it locks.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, or the number of open reports has changed
 */
const deciding =
  <Given extends Seen>(action: AuditAction, schema: z.ZodType<Given>, decide: Decide<Given>) =>
  async (
    deps: ModerationDeps,
    viewer: Viewer | null,
    input: unknown,
  ): Promise<{ reviewId: string }> => {
    const admin = requireAdmin(viewer);
    const given = parseInput(schema, input);
    return deps.database.prisma.$transaction(async (transaction) => {
      const review = await lockReported(transaction, admin, given);
      const entry = await decide(deps, transaction, review, given);
      await recordAudit(transaction, admin, action, review.id, entry);
      return { reviewId: review.id };
    });
  };

const closeReports = (
  transaction: Prisma.TransactionClient,
  { id: reviewId }: Reported,
  status: 'dismissed' | 'upheld',
) => transaction.reviewReport.updateMany({ where: { reviewId, status: 'open' }, data: { status } });

/** Keeps a reported review and dismisses all its open reports. */
export const dismissReports = deciding(
  'review.dismissReports',
  dismissInput,
  async (_deps, transaction, review, { note }) => {
    await closeReports(transaction, review, 'dismissed');
    const { reports } = review;
    return {
      before: { openReports: reports.length, reports: auditedReports(reports) },
      after: { openReports: 0 },
      ...(note !== null && { note }),
    };
  },
);

/**
 * Upholds the reports of a review: deletes it and mails the reason to its author. Its text and its
 * reports are kept in the audit log. Triggers update the rating of the resort.
 */
export const removeReportedReview = deciding(
  'review.remove',
  removeInput,
  async (deps, transaction, review, { reason }) => {
    const { id, resort, user, rating, title, content, answer } = review;
    await transaction.review.delete({ where: { id } });
    if (!user.closedAt) {
      const mail = reviewRemoved(deps, recipientOf(user), {
        resortName: resort.name,
        reason,
        review: `${title}\n\n${content}`,
      });
      await queueMail(transaction, mail);
    }
    return {
      before: {
        resort: resort.name,
        author: user.username,
        rating,
        title,
        content,
        ...(answer !== null && { answer }),
        reports: auditedReports(review.reports),
      },
      note: reason,
    };
  },
);

/**
 * Upholds the reports of a review's answer: removes the answer for good and mails the reason to the
 * owner. The review stays.
 * @throws {ConflictError} also if there is no answer
 */
export const removeReviewAnswer = deciding(
  'review.removeAnswer',
  removeInput,
  async (deps, transaction, review, { reason }) => {
    const { id, answer, booking, reports, resort } = review;
    if (answer === null) {
      throw new ConflictError('reviewId', 'This review has no answer');
    }
    await transaction.review.update({ where: { id }, data: { answer: null } });
    await closeReports(transaction, review, 'upheld');
    const owner = booking?.owner;
    if (owner && !owner.closedAt) {
      const about = { resortName: resort.name, reason, answer };
      await queueMail(transaction, answerRemoved(deps, recipientOf(owner), about));
    }
    return {
      before: {
        owner: owner?.username ?? null,
        answer,
        openReports: reports.length,
        reports: auditedReports(reports),
      },
      after: { answer: null, openReports: 0 },
      note: reason,
    };
  },
);

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
  { reviewId, openReports: seen }: Seen,
): Promise<Reported> {
  await transaction.$queryRaw`SELECT FROM reviews WHERE id = ${reviewId}::uuid FOR UPDATE`;
  const review = await transaction.review.findUnique({
    where: { id: reviewId },
    include: reported,
  });
  requireFound(review, 'This review is gone: it was removed or withdrawn');
  if (review.userId === admin.id) {
    throw new ForbiddenError('Another administrator must decide about your own review');
  }
  if (review.booking?.owner?.id === admin.id) {
    throw new ForbiddenError('Another administrator must decide about a review of your own week');
  }
  requireSeenReports('review', { open: review.reports.length, seen });
  return review;
}
