import { z } from 'zod';
import type { Deps } from '../../../context/context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '../../../platform/cursors.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Viewer } from '../../../platform/sessions.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { recordAudit } from '../../audit/audit.ts';
import { idToFind } from '../../listings/ownListing.ts';

const order = 'REPORTED_MESSAGES';

const check: z.ZodType<CursorValue[]> = z.tuple([z.uuid()]);

export const reportedMessageCursor = ({ id }: { id: string }): string => encodeCursor(order, [id]);

/** Messages shown before and after a reported one. */
const around = 5;

/** The most reports listed for one message. */
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

/** A message beside a reported one. */
export interface NearMessage {
  number: number;
  side: 'traveler' | 'owner';
  text: string;
  sentAt: Date;
}

export type ReportedMessage = Reported & { context: NearMessage[] };

/**
 * Messages with open reports, oldest first, with what was written around them: one page and one row
 * more.
 * @throws {InvalidInputError} naming after or before
 */
export async function reportedMessages(
  { database }: Pick<Deps, 'database'>,
  page: PageRequest,
): Promise<ReportedMessage[]> {
  const forward = page.direction === 'forward';
  const where: Prisma.MessageWhereInput = { reports: { some: { status: 'open' } } };
  if (page.from !== undefined) {
    const [id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
    where.id = { [forward ? 'gt' : 'lt']: String(id) };
  }
  const found = await database.prisma.message.findMany({
    where,
    orderBy: { id: forward ? 'asc' : 'desc' },
    take: page.size + 1,
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

const target = {
  messageId: z.string(),
  openReports: z
    .number({ error: 'Say how many reports you were shown' })
    .int('Say how many reports you were shown')
    .min(1, 'Say how many reports you were shown'),
};

const dismissInput = z.object({
  ...target,
  note: z
    .string({ error: 'Note must be text' })
    .trim()
    .max(2_000, 'Note may have at most 2,000 characters')
    .nullish()
    .transform((note) => note || null),
});

const hideInput = z.object({
  ...target,
  reason: z
    .string({ error: 'Reason is required' })
    .trim()
    .min(1, { error: 'Reason is required', abort: true })
    .max(2_000, 'Reason may have at most 2,000 characters'),
});

type ModerationDeps = Pick<Deps, 'database' | 'clock'>;

/**
 * Keeps a reported message and dismisses all its open reports.
 * @param input messageId (plain), openReports (the number shown), note (for the audit log)
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has decided, or the number of open reports has changed
 */
export async function dismissMessageReports(
  deps: ModerationDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ messageId: string }> {
  const admin = requireAdmin(viewer);
  const { note, ...seen } = parseInput(dismissInput, input);
  return deps.database.prisma.$transaction((transaction) =>
    decide(transaction, admin, seen, 'dismissed', note),
  );
}

/**
 * Upholds the reports of a message: both sides see that it was hidden, and no longer its text.
 * @param input messageId (plain), openReports (the number shown), reason (for the audit log)
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
  { messageId, openReports }: { messageId: string; openReports: number },
  status: 'dismissed' | 'upheld',
  note: string | null,
): Promise<{ messageId: string }> {
  const { reports, ...message } = await lockReported(transaction, admin, messageId, openReports);
  await transaction.messageReport.updateMany({
    where: { messageId, status: 'open' },
    data: { status },
  });
  await recordAudit(transaction, admin, {
    action: status === 'upheld' ? 'message.hide' : 'message.dismissReports',
    subjectType: 'Message',
    subjectId: messageId,
    before: {
      name: `Message about ${message.thread.listing.title}`,
      author: message.author?.username ?? null,
      text: message.text,
      reports: reports.map(({ reason, details, reporter }) => ({
        reporter: reporter.username,
        reason,
        details,
      })),
    },
    after: { openReports: 0 },
    ...(note !== null && { note }),
  });
  return { messageId };
}

/** The message with its open reports, locked: new reports wait until the transaction ends. */
async function lockReported(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  messageId: string,
  openReports: number,
): Promise<Reported> {
  const id = idToFind(messageId);
  await transaction.$queryRaw`SELECT FROM messages WHERE id = ${id}::uuid FOR UPDATE`;
  const message = await transaction.message.findUnique({ where: { id }, include: reported });
  if (!message) {
    throw new NotFoundError('There is no such message');
  }
  if (message.authorId === admin.id) {
    throw new ForbiddenError('Another administrator must decide about your own message');
  }
  const count = await transaction.messageReport.count({
    where: { messageId: id, status: 'open' },
  });
  const conflict = (text: string) => new ConflictError([{ field: 'openReports', message: text }]);
  if (count === 0) {
    throw conflict('Someone else has already decided about this message');
  }
  if (count !== openReports) {
    throw conflict('The reports of this message have changed since you opened it. Load it again');
  }
  return message;
}
