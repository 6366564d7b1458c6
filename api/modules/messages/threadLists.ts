import { z } from 'zod';
import type { Message, MessageThread, Prisma } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  readPageArgs,
  type CursorValue,
  type Page,
  type PageArgs,
} from '#api/platform/database/cursors.ts';

const threadOrder = 'THREADS';
const threadSizes = { usual: 20, most: 100 };

const threadCheck: z.ZodType<CursorValue[]> = z.tuple([
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

/**
 * Prisma arguments for one page of threads with messages plus one row, the latest message first.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export function threadsPage(args: PageArgs): {
  where: Prisma.MessageThreadWhereInput;
  orderBy: Prisma.MessageThreadOrderByWithRelationInput[];
  take: number;
} {
  const page = readPageArgs(args, threadSizes);
  const forward = page.direction === 'forward';
  const direction = forward ? 'desc' : 'asc';
  const where: Prisma.MessageThreadWhereInput = { lastNumber: { gt: 0 } };
  if (page.from !== undefined) {
    const field = forward ? 'after' : 'before';
    const [at, id] = decodeCursor(threadOrder, page.from, field, threadCheck);
    const lastMessageAt = new Date(String(at));
    const step = forward ? 'lt' : 'gt';
    where.lastMessageAt = { [`${step}e`]: lastMessageAt };
    where.OR = [{ lastMessageAt: { [step]: lastMessageAt } }, { id: { [step]: String(id) } }];
  }
  return {
    where,
    orderBy: [{ lastMessageAt: direction }, { id: direction }],
    take: page.size + 1,
  };
}

export const threadConnection = <Row extends Pick<MessageThread, 'lastMessageAt' | 'id'>>(
  args: PageArgs,
  found: Row[],
): Page<Row> =>
  pageOf(readPageArgs(args, threadSizes), found, ({ lastMessageAt, id }) =>
    encodeCursor(threadOrder, [lastMessageAt.toISOString(), id]),
  );

const messageOrder = 'MESSAGES';

export const messageSizes = { usual: 30, most: 100 };

const messageCheck: z.ZodType<CursorValue[]> = z.tuple([z.number().int().min(0), z.uuid()]);

export const messageCursor = ({ number, id }: Pick<Message, 'number' | 'id'>): string =>
  encodeCursor(messageOrder, [number, id]);

/**
 * Prisma arguments for one page of a thread's messages plus one row, in the order of sending.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export function messagesPage(args: PageArgs): {
  where: Prisma.MessageWhereInput;
  orderBy: Prisma.MessageOrderByWithRelationInput;
  take: number;
} {
  const page = readPageArgs(args, messageSizes);
  const forward = page.direction === 'forward';
  const where: Prisma.MessageWhereInput = {};
  if (page.from !== undefined) {
    const field = forward ? 'after' : 'before';
    const [number] = decodeCursor(messageOrder, page.from, field, messageCheck);
    where.number = { [forward ? 'gt' : 'lt']: Number(number) };
  }
  return { where, orderBy: { number: forward ? 'asc' : 'desc' }, take: page.size + 1 };
}

export const messageConnection = <Row extends Pick<Message, 'number' | 'id'>>(
  args: PageArgs,
  found: Row[],
): Page<Row> => pageOf(readPageArgs(args, messageSizes), found, messageCursor);
