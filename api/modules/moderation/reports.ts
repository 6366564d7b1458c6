import { z } from 'zod';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { optionalWords } from '#api/platform/input/input.ts';

/** Free text of a report; may be empty. */
export const reportDetails = optionalWords('Details').transform((details) => details ?? '');

/** The reason `other` requires details. */
export const saysWhatIsWrong = [
  ({ reason, details }: { reason: string; details: string }): boolean =>
    reason !== 'OTHER' || details !== '',
  { path: ['details'], error: 'Tell us what is wrong' },
] satisfies [unknown, object];

const shown = 'Say how many reports you were shown';

/** The number of open reports on the administrator's screen when they decided. */
export const openReports = z.number({ error: shown }).int(shown).min(1, shown);

/**
 * Refuses a decision about outdated reports.
 * @param open the number of open reports now
 * @param seen the number on the administrator's screen
 * @throws {ConflictError} if someone else has decided, or the number has changed
 */
export function requireSeenReports(
  subject: 'message' | 'review',
  { open, seen }: { open: number; seen: number },
): void {
  const conflict = (message: string) => new ConflictError('openReports', message);
  if (open === 0) {
    throw conflict(`Someone else has already decided about this ${subject}`);
  }
  if (open !== seen) {
    throw conflict(
      `The reports of this ${subject} have changed since you opened it. Load it again`,
    );
  }
}

export const auditedReports = (
  reports: readonly { reason: string; details: string; reporter: { username: string } }[],
): object[] =>
  reports.map(({ reason, details, reporter }) => ({
    reporter: reporter.username,
    reason,
    details,
  }));

const check: z.ZodType<CursorValue[]> = z.tuple([z.uuid()]);

/** The list of rows with open reports, the oldest row first. Cursors contain the name `order`. */
export const reportedList = (order: string) => ({
  cursorOf: ({ id }: { id: string }): string => encodeCursor(order, [id]),
  /**
   * Prisma arguments for one page plus one row.
   * @throws {InvalidInputError} naming after or before
   */
  argsFor(page: PageRequest) {
    const forward = page.direction === 'forward';
    const [from] =
      page.from === undefined
        ? []
        : decodeCursor(order, page.from, forward ? 'after' : 'before', check);
    return {
      where: {
        reports: { some: { status: 'open' } },
        ...(from !== undefined && { id: { [forward ? 'gt' : 'lt']: String(from) } }),
      },
      orderBy: { id: forward ? 'asc' : 'desc' },
      take: page.size + 1,
    } as const;
  },
});
