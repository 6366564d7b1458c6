import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  type Prisma,
  ReviewReportStatus,
  type ReviewReport,
} from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  requireFound,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import { requireVerified } from '../access/requireVerified.ts';
import { reportDetails, saysWhatIsWrong } from '../moderation/reports.ts';
import { reviewReported } from './mails.ts';

const reportReasons = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  PRIVATE_DATA: "Someone's private details",
  NOT_GENUINE: 'Not a genuine stay',
  OTHER: 'Something else',
} as const;

export type ReportReason = keyof typeof reportReasons;

const reportInput = z
  .object({
    reviewId: z.string(),
    reason: z.enum(['SPAM', 'OFFENSIVE', 'PRIVATE_DATA', 'NOT_GENUINE', 'OTHER'], {
      error: 'Choose a reason',
    }),
    details: reportDetails,
  })
  .refine(...saysWhatIsWrong);

/**
 * Reports a review or its answer as abusive: stores a report for administrators and queues mail to
 * the contact address, in one transaction.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is the viewer's own review and has no answer, or their address
 *   is not verified
 * @throws {ConflictError} if the viewer has already reported it
 */
export async function reportReview(
  deps: Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<ReviewReport> {
  const reporter = requireVerified(viewer);
  const { reviewId, reason, details } = parseInput(reportInput, input);
  await deps.rateLimits.spend('reportByAccount', reporter.id);
  const { prisma } = deps.database;
  const review = await prisma.review.findUnique({
    where: { id: reviewId },
    select: {
      userId: true,
      title: true,
      content: true,
      answer: true,
      resort: { select: { name: true } },
    },
  });
  requireFound(review, 'Review not found');
  // The author may report the owner's answer.
  if (review.userId === reporter.id && review.answer === null) {
    throw new ForbiddenError('You cannot report your own review. You can edit or withdraw it');
  }
  const mail = reviewReported(deps, teamOf(deps), {
    resortName: review.resort.name,
    reason: reportReasons[reason],
    details,
    review: `${review.title}\n\n${review.content}`,
    answer: review.answer,
  });
  try {
    return await prisma.$transaction(async (transaction) => {
      const report = await transaction.reviewReport.create({
        data: { reviewId, reporterId: reporter.id, reason, details },
      });
      await queueMail(transaction, mail);
      return report;
    });
  } catch (error) {
    if (violates(error, 'review_reports_review_id_reporter_id_key')) {
      throw new ConflictError('reviewId', 'You have already reported this review');
    }
    // The review was withdrawn concurrently.
    if (violates(error, 'review_reports_review_id_fkey')) {
      throw new NotFoundError('Review not found');
    }
    throw error;
  }
}

const order = 'REPORTS';

/** In the order of the database: open first. */
const statuses = Object.values(ReviewReportStatus);

const check: z.ZodType<CursorValue[]> = z.tuple([
  z.enum(ReviewReportStatus),
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

export const reportCursor = (report: Pick<ReviewReport, 'status' | 'createdAt' | 'id'>): string =>
  encodeCursor(order, [report.status, report.createdAt.toISOString(), report.id]);

/**
 * Prisma arguments for one page of reports plus one row: open reports first, newest first within
 * each status.
 * @throws {InvalidInputError} naming after or before
 */
export function reportsPage(page: PageRequest): {
  where: Prisma.ReviewReportWhereInput;
  orderBy: Prisma.ReviewReportOrderByWithRelationInput[];
  take: number;
} {
  const forward = page.direction === 'forward';
  const down = forward ? 'desc' : 'asc';
  const orderBy: Prisma.ReviewReportOrderByWithRelationInput[] = [
    { status: forward ? 'asc' : 'desc' },
    { createdAt: down },
    { id: down },
  ];
  const take = page.size + 1;
  if (page.from === undefined) {
    return { where: {}, orderBy, take };
  }
  const [at, instant, id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
  const place = statuses.findIndex((status) => status === at);
  const createdAt = new Date(String(instant));
  const step = forward ? 'lt' : 'gt';
  const where: Prisma.ReviewReportWhereInput = {
    OR: [
      { status: { in: forward ? statuses.slice(place + 1) : statuses.slice(0, place) } },
      {
        status: { in: statuses.slice(place, place + 1) },
        createdAt: { [`${step}e`]: createdAt },
        OR: [{ createdAt: { [step]: createdAt } }, { id: { [step]: String(id) } }],
      },
    ],
  };
  return { where, orderBy, take };
}
