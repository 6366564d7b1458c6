import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { BookingStatus, Prisma, type Booking } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageCostOf,
  pageOf,
  readPageArgs,
  type CursorValue,
  type PageArgs,
} from '#api/platform/database/cursors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { newestFirst, newestFirstSql } from '#api/platform/database/newestFirst.ts';
import { awaitsTeamSql } from '../reading/awaitsTeam.ts';
import { bookingsHold, searchedIds, searchWords } from '#api/modules/nameSearch/nameSearch.ts';

const search = z.string().max(200, 'The search may have at most 200 characters').nullish();

const filterInput = z.object({
  status: z.enum(BookingStatus).nullish(),
  awaitsTeam: z.boolean().nullish(),
  search,
});

/**
 * Prisma arguments for a page of bookings, newest first, plus one row. `bookingsHold` must find
 * every word of the search.
 * @param args status, awaitsTeam, search, and first, after, last, before
 * @throws {InvalidInputError} naming search, first, after, last or before
 */
export async function bookingsPage(
  { database }: Pick<Deps, 'database'>,
  args: PageArgs & z.input<typeof filterInput>,
): Promise<{ where: Prisma.BookingWhereInput } & Omit<ReturnType<typeof newestFirst>, 'where'>> {
  const { status, awaitsTeam, search: wanted } = parseInput(filterInput, args);
  const { where, ...page } = newestFirst(args);
  const words = searchWords(wanted);
  if (words.length === 0 && !awaitsTeam) {
    return { ...page, where: { AND: [where, status ? { status } : {}] } };
  }
  const beyond = newestFirstSql(args, Prisma.sql`bookings`);
  const conditions = [
    beyond.where,
    ...(status ? [Prisma.sql`status = ${status}::"BookingStatus"`] : []),
    ...(awaitsTeam ? [awaitsTeamSql] : []),
    ...words.map(bookingsHold),
  ];
  const { text, values } = Prisma.sql`
    ${words.length > 0 ? Prisma.sql`WITH ${searchedIds(words)}` : Prisma.empty}
    SELECT bookings.id FROM bookings
    ${awaitsTeam ? Prisma.sql`JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone` : Prisma.empty}
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY ${beyond.orderBy} LIMIT ${beyond.take}`;
  // Unnamed, so PostgreSQL plans it for these values.
  const { rows } = await database.pool.query<{ id: string }>({ text, values });
  return { ...page, where: { id: { in: rows.map(({ id }) => id) } } };
}

const disputeOrder = 'DISPUTES';

const disputePages = { usual: 20, most: 100 };

const disputeCheck: z.ZodType<CursorValue[]> = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  z.iso.datetime().refine((instant) => instant >= '0001'),
  z.uuid(),
]);

export type Disputed = Pick<Booking, 'id' | 'status' | 'disputedAt'>;

const disputeCursor = ({ id, status, disputedAt }: Disputed): string =>
  encodeCursor(disputeOrder, [
    status === 'disputed' ? 0 : 1,
    (disputedAt ?? new Date(0)).toISOString(),
    id,
  ]);

export const disputesCost = pageCostOf(disputePages.usual);

/**
 * Ids of a page of disputed bookings, plus one: open disputes first, the longest waiting before the
 * newer.
 * @param args search as `bookingsPage`, and first, after, last, before
 * @throws {InvalidInputError} naming search, first, after, last or before
 */
export async function disputeIds(
  { database }: Pick<Deps, 'database'>,
  args: PageArgs & { search?: string | null | undefined },
): Promise<string[]> {
  const words = searchWords(parseInput(z.object({ search }), args).search);
  const page = readPageArgs(args, disputePages);
  const forward = page.direction === 'forward';
  const direction = forward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const from =
    page.from === undefined
      ? undefined
      : decodeCursor(disputeOrder, page.from, forward ? 'after' : 'before', disputeCheck);
  const { text, values } = Prisma.sql`
    ${words.length > 0 ? Prisma.sql`WITH ${searchedIds(words)}` : Prisma.empty}
    SELECT id FROM bookings
    WHERE disputed_at IS NOT NULL
      AND ${
        from
          ? Prisma.sql`(dispute_rank(status), disputed_at, id) ${forward ? Prisma.sql`>` : Prisma.sql`<`}
              (${Number(from[0])}::int, ${String(from[1])}::timestamptz, ${String(from[2])}::uuid)`
          : Prisma.sql`TRUE`
      }
      ${words.length > 0 ? Prisma.sql`AND ${Prisma.join(words.map(bookingsHold), ' AND ')}` : Prisma.empty}
    ORDER BY dispute_rank(status) ${direction}, disputed_at ${direction}, id ${direction}
    LIMIT ${Prisma.raw(String(page.size + 1))}`;
  const { rows } = await database.pool.query<{ id: string }>({ text, values });
  return rows.map(({ id }) => id);
}

export function disputeConnection<Row extends Disputed>(
  args: PageArgs,
  ids: readonly string[],
  found: readonly Row[],
) {
  const rows = new Map(found.map((row) => [row.id, row]));
  return pageOf(
    readPageArgs(args, disputePages),
    ids.flatMap((id) => rows.get(id) ?? []),
    disputeCursor,
  );
}
