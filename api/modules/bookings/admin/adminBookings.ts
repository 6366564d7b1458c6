import { z } from 'zod';
import type { Deps } from '../../../context/context.ts';
import { BookingStatus, Prisma } from '../../../generated/prisma/client.ts';
import type { PageArgs } from '../../../platform/cursors.ts';
import { parseInput } from '../../../platform/input.ts';
import { newestFirst, newestFirstSql } from '../../../platform/newestFirst.ts';
import { bookingsHold, searchedIds, searchWords } from '../../nameSearch/nameSearch.ts';

const filterInput = z.object({
  status: z.enum(BookingStatus).nullish(),
  search: z.string().max(200, 'The search may have at most 200 characters').nullish(),
});

/**
 * Prisma arguments for a page of bookings, newest first: the page size, and one row more. Every
 * word of the search must occur in the guest's name, username or email address, or in the resort's
 * name, or be the plain id.
 * @param args status, search, and first, after, last, before
 * @throws {InvalidInputError} naming search, first, after, last or before
 */
export async function bookingsPage(
  { database }: Pick<Deps, 'database'>,
  args: PageArgs & z.input<typeof filterInput>,
): Promise<{ where: Prisma.BookingWhereInput } & Omit<ReturnType<typeof newestFirst>, 'where'>> {
  const { status, search } = parseInput(filterInput, args);
  const { where, ...page } = newestFirst(args);
  const words = searchWords(search);
  if (words.length === 0) {
    return { ...page, where: { AND: [where, status ? { status } : {}] } };
  }
  const beyond = newestFirstSql(args, Prisma.sql`bookings`);
  const { text, values } = Prisma.sql`
    WITH ${searchedIds(words)}
    SELECT id FROM bookings
    WHERE ${beyond.where} AND ${status ? Prisma.sql`status = ${status}::"BookingStatus"` : Prisma.sql`TRUE`}
      AND ${Prisma.join(words.map(bookingsHold), ' AND ')}
    ORDER BY ${beyond.orderBy} LIMIT ${beyond.take}`;
  // Unnamed, so PostgreSQL plans it for these values.
  const { rows } = await database.pool.query<{ id: string }>({ text, values });
  return { ...page, where: { id: { in: rows.map(({ id }) => id) } } };
}
