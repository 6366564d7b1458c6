import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { keysets } from '#api/platform/database/keyset.ts';
import { parseInput, searchText, sortOf } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { Account } from '../account.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { hasId, usersHold } from '#api/modules/nameSearch/nameSearch.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';

export interface UserAdministration {
  version: number;
  bookings: number;
  listings: number;
}

export type ListedUser = Account & { administration: UserAdministration };

export interface UserPage extends Page<ListedUser> {
  count: CappedCount;
}

const created = { createdAt: 'timestamptz', id: 'uuid' } as const;
/** By the displayed name, ignoring accents and case. */
const name = { searchText: 'text', id: 'uuid' } as const;
/** Usernames and e-mail addresses are unique, so one column gives a total order. */
const username = { username: 'citext' } as const;
const email = { email: 'citext' } as const;

/** Each order has an index on its columns. */
const userOrders = keysets({
  NEWEST: ['desc', created],
  OLDEST: ['asc', created],
  NAME: ['asc', name],
  NAME_DESCENDING: ['desc', name],
  USERNAME: ['asc', username],
  USERNAME_DESCENDING: ['desc', username],
  EMAIL: ['asc', email],
  EMAIL_DESCENDING: ['desc', email],
});

const listInput = z.object({
  search: searchText,
  role: z.enum(['user', 'admin'], { error: "Role must be 'user' or 'admin'" }).nullish(),
  sort: sortOf(userOrders),
});

/**
 * One page of the open accounts, with the capped count of the whole list. Keyset pagination, one
 * statement at any depth.
 *
 * A search may match one account or most of them. `hits` reads up to `countCap` + 1 matches. If at
 * most `countCap` match, they are sorted. Otherwise `walked` scans the index of the order, which
 * usually finds enough matches soon. If it doesn't, `far` sorts all matches.
 * @throws {SignInRequiredError | ForbiddenError}
 * @throws {InvalidInputError} on search, role, sort, after or before
 */
export async function listUsers(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
  page: PageRequest,
): Promise<UserPage> {
  requireAdmin(viewer);
  const { search, role, sort } = parseInput(listInput, input);
  const { orderBy, beyond, take } = userOrders[sort].sql(page);
  const isOpen = Prisma.join(
    [Prisma.sql`closed_at IS NULL`, ...(role ? [Prisma.sql`role = ${role}::"UserRole"`] : [])],
    ' AND ',
  );
  const matches = Prisma.join([isOpen, ...wordsOf(search ?? '').map(holds)], ' AND ');
  const cap = literal(countCap);
  const { text, values: given } = Prisma.sql`
    WITH hits AS MATERIALIZED (
      SELECT id, ${keyColumns} FROM users WHERE ${matches} LIMIT ${cap} + 1
    ),
    walked AS MATERIALIZED (
      SELECT id, ${keyColumns} FROM (
        SELECT id, ${keyColumns} FROM users
        WHERE (SELECT count(*) > ${cap} FROM hits) AND ${isOpen} AND ${beyond}
        ORDER BY ${orderBy} LIMIT ${literal((page.size + 1) * longestWalk)}
      ) AS users
      WHERE ${Prisma.join([Prisma.sql`TRUE`, ...wordsOf(search ?? '').map(holds)], ' AND ')}
      ORDER BY ${orderBy} LIMIT ${take}
    ),
    far AS MATERIALIZED (
      SELECT id, ${keyColumns} FROM users
      WHERE (SELECT count(*) > ${cap} FROM hits) AND (SELECT count(*) < ${take} FROM walked)
        AND ${matches}
    ),
    page AS (
      (SELECT id FROM hits WHERE (SELECT count(*) <= ${cap} FROM hits) AND ${beyond}
       ORDER BY ${orderBy} LIMIT ${take})
      UNION ALL
      (SELECT id FROM walked WHERE (SELECT count(*) = ${take} FROM walked))
      UNION ALL
      (SELECT id FROM far WHERE ${beyond} ORDER BY ${orderBy} LIMIT ${take})
    )
    SELECT users.id, username, email, first_name AS "firstName", last_name AS "lastName",
           role::text, email_verified_at AS "emailVerifiedAt", created_at AS "createdAt",
           search_text AS "searchText", version,
           (SELECT count(*)::int FROM bookings WHERE user_id = users.id) AS bookings,
           (SELECT count(*)::int FROM listings WHERE owner_id = users.id) AS listings,
           counted.found::int AS found
    FROM (SELECT count(*) AS found FROM hits) AS counted
    LEFT JOIN (page JOIN users USING (id)) ON TRUE
    ORDER BY ${orderBy}`;
  // Unnamed, so PostgreSQL plans it for these words.
  const { rows: found } = await deps.database.pool.query<FoundRow>({ text, values: given });
  // LEFT JOIN: no match is one all-null row.
  const rows = found.filter(({ id }) => id !== null);
  const { edges, pageInfo } = userOrders[sort].pageOf(page, rows);
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node: listed(node) })),
    pageInfo,
    count: capped(found[0]?.found ?? 0),
  };
}

export async function readAdministration(
  deps: Pick<Deps, 'database'>,
  userId: string,
): Promise<UserAdministration> {
  const { version, _count } = await deps.database.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { version: true, _count: { select: { bookings: true, listings: true } } },
  });
  return { version, ..._count };
}

interface FoundRow extends Account, UserAdministration {
  searchText: string;
  found: number;
}

function listed(row: FoundRow): ListedUser {
  const { version, bookings, listings, found: _, searchText: __, ...account } = row;
  return { ...account, administration: { version, bookings, listings } };
}

const keyColumns = Prisma.sql`search_text, username, email, created_at`;

/** A number inlined in the SQL, so that the planner of PostgreSQL knows it. */
const literal = (value: number): Prisma.Sql => Prisma.raw(String(value));

/** Index rows scanned per row of the page before `listUsers` sorts all matches. */
const longestWalk = 200;

const wordsOf = (search: string): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10);

const holds = (word: string): Prisma.Sql =>
  Prisma.sql`(${usersHold(word)} OR ${hasId(Prisma.sql`users`, word)})`;
