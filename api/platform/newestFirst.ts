import { z } from 'zod';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  readPageArgs,
  type CursorValue,
  type PageArgs,
  type PageRequest,
} from './cursors.ts';

/** A row of a list that stands newest first. */
interface DatedRow {
  id: string;
  createdAt: Date;
}

/** Newest first; the id makes it total. */
const order = 'NEWEST';

/** Lists of what one person has are short, so a page holds more than elsewhere. */
const pageSizes = { usual: 20, most: 100 };

const check: z.ZodType<CursorValue[]> = z.tuple([
  // PostgreSQL knows no year 0.
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

const cursorOf = (row: DatedRow): string =>
  encodeCursor(order, [row.createdAt.toISOString(), row.id]);

/** What a connection adds to the complexity of an operation. */
export const newestFirstCost = (args: PageArgs): { field: number; multiplier: number } => ({
  field: 1,
  multiplier: Math.max(0, args.first ?? args.last ?? pageSizes.usual),
});

/**
 * What to ask Prisma for one page of rows with `createdAt` and `id`, and one row more.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export function newestFirst(args: PageArgs): {
  where: object;
  orderBy: [{ createdAt: 'asc' | 'desc' }, { id: 'asc' | 'desc' }];
  take: number;
} {
  const page = readPageArgs(args, pageSizes);
  const forward = page.direction === 'forward';
  const direction = forward ? 'desc' : 'asc';
  return {
    where: beyond(page),
    orderBy: [{ createdAt: direction }, { id: direction }],
    take: page.size + 1,
  };
}

function beyond(page: PageRequest): object {
  if (page.from === undefined) {
    return {};
  }
  const forward = page.direction === 'forward';
  const [at, id] = decodeCursor(order, page.from, forward ? 'after' : 'before', check);
  const createdAt = new Date(String(at));
  const step = forward ? 'lt' : 'gt';
  return {
    // The first condition alone bounds the index scan; the second settles equal instants.
    createdAt: { [`${step}e`]: createdAt },
    OR: [{ createdAt: { [step]: createdAt } }, { id: { [step]: String(id) } }],
  };
}

/** The rows that `newestFirst` asked for, as a connection. */
export const newestFirstConnection = <Row extends DatedRow>(args: PageArgs, found: Row[]) =>
  pageOf(readPageArgs(args, pageSizes), found, cursorOf);
