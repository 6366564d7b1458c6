import type { Prisma } from '#api/generated/prisma/client.ts';
import { readPageArgs, type PageArgs } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';

const latestThreads = keyset('THREADS', 'desc', { lastMessageAt: 'timestamptz', id: 'uuid' });

const threadSizes = { usual: 20, most: 100 };

/**
 * Prisma arguments for one page of threads with messages plus one row, the latest message first.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export function threadsPage(args: PageArgs) {
  const { where, ...page } = latestThreads.prisma(readPageArgs(args, threadSizes));
  return {
    ...page,
    where: { ...where, lastNumber: { gt: 0 } } satisfies Prisma.MessageThreadWhereInput,
  };
}

export const threadConnection = <Row extends { lastMessageAt: Date; id: string }>(
  args: PageArgs,
  found: Row[],
) => latestThreads.pageOf(readPageArgs(args, threadSizes), found);

const inOrderOfSending = keyset('MESSAGES', 'asc', { number: 'integer', id: 'uuid' });

export const messageSizes = { usual: 30, most: 100 };

export const messageCursor = inOrderOfSending.cursorOf;

/**
 * Prisma arguments for one page of a thread's messages plus one row, in the order of sending.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export const messagesPage = (args: PageArgs) =>
  inOrderOfSending.prisma(readPageArgs(args, messageSizes));

export const messageConnection = <Row extends { number: number; id: string }>(
  args: PageArgs,
  found: Row[],
) => inOrderOfSending.pageOf(readPageArgs(args, messageSizes), found);
