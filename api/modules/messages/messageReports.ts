import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { NotFoundError, ConflictError, ForbiddenError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import { requireVerified } from '../access/requireVerified.ts';
import { reportDetails, saysWhatIsWrong } from '../moderation/reports.ts';
import { sideOf } from './threads.ts';
import { messageReported } from './mails.ts';

/** Reasons for a report, with the labels for the mail to the team. */
const messageReportReasons = {
  SPAM: 'Spam or advertising',
  OFFENSIVE: 'Insults, hate or threats',
  OUTSIDE_PAYMENT: 'Asks to pay or book elsewhere',
  OTHER: 'Something else',
} as const;

/** Reasons that members give, and WARNING: the site itself reports a message with signs of fraud. */
export type MessageReportReason = keyof typeof messageReportReasons | 'WARNING';

const reportInput = z
  .object({
    messageId: z.string(),
    reason: z.enum(['SPAM', 'OFFENSIVE', 'OUTSIDE_PAYMENT', 'OTHER'], { error: 'Choose a reason' }),
    details: reportDetails,
  })
  .refine(...saysWhatIsWrong);

/**
 * Reports a message of the other side. In one transaction, stores a report, which lets
 * administrators read the thread, and queues mail to the contact address.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if it is a message of the viewer's own side, or their address is not
 *   verified
 * @throws {ConflictError} if the viewer has already reported it
 */
export async function reportMessage(
  deps: Pick<Deps, 'database' | 'rateLimits' | 'siteSettings' | 'publicUrl' | 'clock'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ messageId: string }> {
  const reporter = requireVerified(viewer);
  const { messageId, reason, details } = parseInput(reportInput, input);
  await deps.rateLimits.spend('reportByAccount', reporter.id);
  const message = await deps.database.prisma.message.findUnique({
    where: { id: idToFind(messageId) },
    include: {
      thread: { include: { listing: { select: { resort: { select: { name: true } } } } } },
    },
  });
  const side = message && sideOf(reporter, message.thread);
  if (!message || !side) {
    throw new NotFoundError('There is no such message');
  }
  if (message.side === side) {
    throw new ForbiddenError('You can report messages of the other side only');
  }
  const mail = messageReported(deps, teamOf(deps), {
    resortName: message.thread.listing.resort.name,
    reason: messageReportReasons[reason],
    details,
    message: message.text,
    link: `${deps.publicUrl}/admin/moderation`,
  });
  const reporting = deps.database.prisma.$transaction(async (transaction) => {
    await transaction.messageReport.create({
      data: { messageId, reporterId: reporter.id, reason, details, createdAt: deps.clock() },
    });
    await transaction.messageThread.update({
      where: { id: message.threadId },
      data: { isReported: true },
    });
    await queueMail(transaction, mail);
  });
  await onViolation(reporting, 'message_reports_message_id_reporter_id_key', () => {
    return new ConflictError('messageId', 'You have already reported this message');
  });
  return { messageId };
}
