import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageCostOf,
  pageOf,
  readPageArgs,
  type CursorValue,
  type PageArgs,
  type PageRequest,
} from './cursors.ts';

interface DatedRow {
  id: string;
  createdAt: Date;
}

/** Newest first; rows of the same instant are ordered by id. */
const order = 'NEWEST';

/** Larger pages than elsewhere: one person's lists are short. */
const pageSizes = { usual: 20, most: 100 };

const check: z.ZodType<CursorValue[]> = z.tuple([
  // PostgreSQL has no year 0.
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

const cursorOf = (row: DatedRow): string =>
  encodeCursor(order, [row.createdAt.toISOString(), row.id]);

/** The cost of a connection field of such a list. */
export const newestFirstCost = pageCostOf(pageSizes.usual);

/**
 * Prisma arguments for one page of rows with `createdAt` and `id`, plus one row.
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

/**
 * As `newestFirst`, in SQL for a table with `created_at` and `id`.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export function newestFirstSql(
  args: PageArgs,
  table: Prisma.Sql,
): { where: Prisma.Sql; orderBy: Prisma.Sql; take: Prisma.Sql } {
  const page = readPageArgs(args, pageSizes);
  const forward = page.direction === 'forward';
  const direction = forward ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const place = placeOf(page);
  return {
    where: place
      ? Prisma.sql`(${table}.created_at, ${table}.id) ${forward ? Prisma.sql`<` : Prisma.sql`>`}
          (${place.createdAt}::timestamptz, ${place.id}::uuid)`
      : Prisma.sql`TRUE`,
    orderBy: Prisma.sql`${table}.created_at ${direction}, ${table}.id ${direction}`,
    take: Prisma.raw(String(page.size + 1)),
  };
}

/** The row next to the page, on the side where reading starts; undefined for the first page. */
function placeOf(page: PageRequest): DatedRow | undefined {
  if (page.from === undefined) {
    return undefined;
  }
  const field = page.direction === 'forward' ? 'after' : 'before';
  const [at, id] = decodeCursor(order, page.from, field, check);
  return { createdAt: new Date(String(at)), id: String(id) };
}

function beyond(page: PageRequest): object {
  const place = placeOf(page);
  if (!place) {
    return {};
  }
  const { createdAt, id } = place;
  const step = page.direction === 'forward' ? 'lt' : 'gt';
  return {
    // The first condition bounds the index scan; the second decides between equal instants.
    createdAt: { [`${step}e`]: createdAt },
    OR: [{ createdAt: { [step]: createdAt } }, { id: { [step]: id } }],
  };
}

export const newestFirstConnection = <Row extends DatedRow>(args: PageArgs, found: Row[]) =>
  pageOf(readPageArgs(args, pageSizes), found, cursorOf);
