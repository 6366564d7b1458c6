import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import { ForbiddenError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { optionalWords, parseInput, words } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import {
  auditedReports,
  openReports,
  reportedList,
  requireSeenReports,
} from '#api/modules/moderation/reports.ts';

const list = reportedList('REPORTED_MESSAGES');

export const reportedMessageCursor = list.cursorOf;

const around = 5;

const mostReports = 50;

const reported = {
  author: { select: { firstName: true, lastName: true, username: true } },
  thread: {
    select: { listing: { select: { title: true, resort: { select: { name: true } } } } },
  },
  reports: {
    where: { status: 'open' },
    include: { reporter: { select: { firstName: true, lastName: true, username: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: mostReports,
  },
} satisfies Prisma.MessageInclude;

type Reported = Prisma.MessageGetPayload<{ include: typeof reported }>;

export interface NearMessage {
  number: number;
  side: 'traveler' | 'owner';
  text: string;
  sentAt: Date;
}

export type ReportedMessage = Reported & { context: NearMessage[] };

/** @throws {InvalidInputError} naming after or before */
export async function reportedMessages(
  { database }: Pick<Deps, 'database'>,
  page: PageRequest,
): Promise<ReportedMessage[]> {
  const found = await database.prisma.message.findMany({
    ...list.argsFor(page),
    include: reported,
    relationLoadStrategy: 'join',
  });
  const near = await database.read<NearMessage & { of: string }>(Prisma.sql`
    SELECT reported.id AS of, near.number, near.side::text, near.text, near.sent_at AS "sentAt"
    FROM messages AS reported
    JOIN messages AS near ON near.thread_id = reported.thread_id
      AND near.number BETWEEN reported.number - ${around}::int AND reported.number + ${around}::int
    WHERE reported.id = ANY(${found.map(({ id }) => id)}::uuid[])
    ORDER BY near.number`);
  return found.map((message) => ({
    ...message,
    context: near.filter(({ of }) => of === message.id),
  }));
}

const dismissInput = z.object({ messageId: z.string(), openReports, note: optionalWords('Note') });

const hideInput = z.object({ messageId: z.string(), openReports, reason: words('Reason') });

type ModerationDeps = Pick<Deps, 'database' | 'clock'>;

/**
 * Keeps a reported message and dismisses all its open reports.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, or the number of open reports has changed
 */
export async function dismissMessageReports(
  { database }: ModerationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ messageId: string }> {
  const admin = requireAdmin(viewer);
  const { note, ...seen } = parseInput(dismissInput, input);
  return database.prisma.$transaction((transaction) =>
    decide(transaction, admin, seen, 'dismissed', note),
  );
}

/**
 * Upholds the reports of a message: both sides see a notice instead of its text.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, or the number of open reports has changed
 */
export async function hideReportedMessage(
  deps: ModerationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ messageId: string }> {
  const admin = requireAdmin(viewer);
  const { reason, ...seen } = parseInput(hideInput, input);
  return deps.database.prisma.$transaction(async (transaction) => {
    await transaction.message.updateMany({
      where: { id: idToFind(seen.messageId), hiddenAt: null },
      data: { hiddenAt: deps.clock() },
    });
    return decide(transaction, admin, seen, 'upheld', reason);
  });
}

async function decide(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  { messageId, openReports: seen }: { messageId: string; openReports: number },
  status: 'dismissed' | 'upheld',
  note: string | null,
): Promise<{ messageId: string }> {
  const { reports, ...message } = await lockReported(transaction, admin, messageId, seen);
  await transaction.messageReport.updateMany({
    where: { messageId, status: 'open' },
    data: { status },
  });
  await recordAudit(
    transaction,
    admin,
    status === 'upheld' ? 'message.hide' : 'message.dismissReports',
    messageId,
    {
      before: {
        name: `Message about ${message.thread.listing.title}`,
        author: message.author?.username ?? null,
        text: message.text,
        reports: auditedReports(reports),
      },
      after: { openReports: 0 },
      ...(note !== null && { note }),
    },
  );
  return { messageId };
}

/** Locks the message and its reports: new reports wait until the transaction ends. */
async function lockReported(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  messageId: string,
  seen: number,
): Promise<Reported> {
  const id = idToFind(messageId);
  await transaction.$queryRaw`SELECT FROM messages WHERE id = ${id}::uuid FOR UPDATE`;
  const message = await transaction.message.findUnique({ where: { id }, include: reported });
  requireFound(message, 'There is no such message');
  if (message.authorId === admin.id) {
    throw new ForbiddenError('Another administrator must decide about your own message');
  }
  const open = await transaction.messageReport.count({
    where: { messageId: id, status: 'open' },
  });
  requireSeenReports('message', { open, seen });
  return message;
}
