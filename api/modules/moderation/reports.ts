import { z } from 'zod';
import type { PageRequest } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { optionalWords } from '#api/platform/input/input.ts';

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

/** @throws {ConflictError} if someone else has decided, or the number has changed */
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
  reports: readonly {
    reason: string;
    details: string;
    signs?: string[];
    reporter: { username: string } | null;
  }[],
): object[] =>
  reports.map(({ reason, details, signs = [], reporter }) => ({
    reporter: reporter?.username ?? null,
    reason,
    details,
    ...(signs.length > 0 && { signs }),
  }));

/** The list of rows with open reports, the oldest row first. Cursors contain the name `order`. */
export function reportedList(order: string) {
  const oldest = keyset(order, 'asc', { id: 'uuid' });
  return {
    cursorOf: oldest.cursorOf,
    /** @throws {InvalidInputError} naming after or before */
    argsFor(page: PageRequest) {
      const { where, ...args } = oldest.prisma(page);
      return { ...args, where: { ...where, reports: { some: { status: 'open' } } } } as const;
    },
  };
}
