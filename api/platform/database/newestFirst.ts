import { pageCostOf, readPageArgs, type PageArgs } from './cursors.ts';
import { keyset } from './keyset.ts';

/** Newest first; rows of the same instant are ordered by id. */
const newest = keyset('NEWEST', 'desc', { createdAt: 'timestamptz', id: 'uuid' });

/** Larger pages than elsewhere: one person's lists are short. */
export const pageSizes = { usual: 20, most: 100 };

export const newestFirstCost = pageCostOf(pageSizes.usual);

/** Prisma arguments for a page plus one row. @throws {InvalidInputError} naming an argument */
export const newestFirst = (args: PageArgs) => newest.prisma(readPageArgs(args, pageSizes));

/** In SQL, for a table with `created_at` and `id`. @throws {InvalidInputError} as `newestFirst` */
export const newestFirstSql = (args: PageArgs, table: string) =>
  newest.sql(readPageArgs(args, pageSizes), table);

export const newestFirstConnection = <Row extends { id: string; createdAt: Date }>(
  args: PageArgs,
  found: Row[],
) => newest.pageOf(readPageArgs(args, pageSizes), found);
