import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { BookingStatus, Prisma, type Booking } from '#api/generated/prisma/client.ts';
import { pageOf, readPageArgs, type PageArgs } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { newestFirst, newestFirstSql, pageSizes } from '#api/platform/database/newestFirst.ts';
import { isClaimOpen } from '../moves/moves.ts';
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
  const keys = newestFirstSql(args, 'bookings');
  const conditions = [
    keys.beyond,
    ...(status ? [Prisma.sql`status = ${status}::"BookingStatus"`] : []),
    ...(awaitsTeam ? [awaitsTeamSql] : []),
    ...words.map(bookingsHold),
  ];
  const { text, values } = Prisma.sql`
    ${words.length > 0 ? Prisma.sql`WITH ${searchedIds(words)}` : Prisma.empty}
    SELECT bookings.id FROM bookings
    ${awaitsTeam ? Prisma.sql`JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone` : Prisma.empty}
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY ${keys.orderBy} LIMIT ${keys.take}`;
  // Unnamed, so PostgreSQL plans it for these values.
  const { rows } = await database.pool.query<{ id: string }>({ text, values });
  return { ...page, where: { id: { in: rows.map(({ id }) => id) } } };
}

const disputes = keyset(
  'DISPUTES',
  'asc',
  { rank: 'integer', disputedAt: 'timestamptz', id: 'uuid' },
  {
    sql: {
      rank: 'least(dispute_rank(status), claim_rank(claim))',
      disputedAt: 'coalesce(claimed_at, disputed_at)',
    },
  },
);

/**
 * Ids of a page of bookings with a reported problem or a damage claim, plus one: open ones first, the longest waiting before the
 * newer.
 * @param args search as `bookingsPage`, and first, after, last, before
 * @throws {InvalidInputError} naming search, first, after, last or before
 */
export async function disputeIds(
  { database }: Pick<Deps, 'database'>,
  args: PageArgs & { search?: string | null | undefined },
): Promise<string[]> {
  const words = searchWords(parseInput(z.object({ search }), args).search);
  const { beyond, orderBy, take } = disputes.sql(readPageArgs(args, pageSizes));
  const { text, values } = Prisma.sql`
    ${words.length > 0 ? Prisma.sql`WITH ${searchedIds(words)}` : Prisma.empty}
    SELECT id FROM bookings
    WHERE coalesce(claimed_at, disputed_at) IS NOT NULL
      AND ${Prisma.join([beyond, ...words.map(bookingsHold)], ' AND ')}
    ORDER BY ${orderBy} LIMIT ${take}`;
  const { rows } = await database.pool.query<{ id: string }>({ text, values });
  return rows.map(({ id }) => id);
}

export function disputeConnection<
  Row extends Pick<Booking, 'id' | 'status' | 'disputedAt' | 'claim' | 'claimedAt'>,
>(args: PageArgs, ids: readonly string[], found: readonly Row[]) {
  const rows = new Map(found.map((row) => [row.id, row]));
  return pageOf(
    readPageArgs(args, pageSizes),
    ids.flatMap((id) => rows.get(id) ?? []),
    ({ id, status, disputedAt, claim, claimedAt }) =>
      disputes.cursorOf({
        id,
        rank: status === 'disputed' || isClaimOpen(claim) ? 0 : 1,
        disputedAt: claimedAt ?? disputedAt ?? new Date(0),
      }),
  );
}
