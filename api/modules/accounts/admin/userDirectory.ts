import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  type Page,
  pageOf,
  type PageRequest,
} from '#api/platform/database/cursors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { Account } from '../account.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { hasId, usersHold } from '#api/modules/nameSearch/nameSearch.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { userOrders, userSorts, type UserSortKey } from './userOrder.ts';

export interface UserAdministration {
  /** Grows when name, username, address or role change. */
  version: number;
  /** Number of bookings and listings that refer to the account. */
  bookings: number;
  listings: number;
}

export type ListedUser = Account & { administration: UserAdministration };

export interface UserPage extends Page<ListedUser> {
  count: CappedCount;
}

const listInput = z.object({
  search: z
    .string({ error: 'The search must be text' })
    .max(200, 'The search may have at most 200 characters')
    .nullish(),
  role: z.enum(['user', 'admin'], { error: "Role must be 'user' or 'admin'" }).nullish(),
  sort: z
    .enum(userSorts, { error: `sort must be one of ${userSorts.join(', ')}` })
    .nullish()
    .transform((sort) => sort ?? 'NEWEST'),
});

/**
 * One page of the open accounts, with the capped count of the whole list. Keyset pagination, one
 * statement at any depth.
 *
 * A search may match one account or most of them. `hits` reads up to `countCap` + 1 matches. If at
 * most `countCap` match, they are sorted. Otherwise `walked` scans the index of the order, which
 * usually finds enough matches soon. If it doesn't, `far` sorts all matches.
 * @param input search (words of name, username or address), role, sort
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
  const order = userOrders[sort];
  const forward = page.direction === 'forward';
  const descending = (order.direction === 'desc') === forward;
  const values =
    page.from === undefined
      ? undefined
      : decodeCursor(sort, page.from, forward ? 'after' : 'before', order.check);
  const sortColumns = Prisma.join(order.columns.map(({ sql }) => sql));
  const sorted = Prisma.join(
    order.columns.map(({ sql }) => (descending ? Prisma.sql`${sql} DESC` : Prisma.sql`${sql} ASC`)),
  );
  const beyond = values
    ? Prisma.sql`(${sortColumns}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${Prisma.join(
        order.columns.map(({ type }, index) => Prisma.sql`${values[index]}::text::${type}`),
      )})`
    : Prisma.sql`TRUE`;
  const isOpen = Prisma.join(
    [Prisma.sql`closed_at IS NULL`, ...(role ? [Prisma.sql`role = ${role}::"UserRole"`] : [])],
    ' AND ',
  );
  const matches = Prisma.join([isOpen, ...wordsOf(search ?? '').map(holds)], ' AND ');
  const take = literal(page.size + 1);
  const cap = literal(countCap);
  const { text, values: given } = Prisma.sql`
    WITH hits AS MATERIALIZED (
      SELECT id, ${keyColumns} FROM users WHERE ${matches} LIMIT ${cap} + 1
    ),
    walked AS MATERIALIZED (
      SELECT id, ${keyColumns} FROM (
        SELECT id, ${keyColumns} FROM users
        WHERE (SELECT count(*) > ${cap} FROM hits) AND ${isOpen} AND ${beyond}
        ORDER BY ${sorted} LIMIT ${literal((page.size + 1) * longestWalk)}
      ) AS users
      WHERE ${Prisma.join([Prisma.sql`TRUE`, ...wordsOf(search ?? '').map(holds)], ' AND ')}
      ORDER BY ${sorted} LIMIT ${take}
    ),
    far AS MATERIALIZED (
      SELECT id, ${keyColumns} FROM users
      WHERE (SELECT count(*) > ${cap} FROM hits) AND (SELECT count(*) < ${take} FROM walked)
        AND ${matches}
    ),
    page AS (
      (SELECT id FROM hits WHERE (SELECT count(*) <= ${cap} FROM hits) AND ${beyond}
       ORDER BY ${sorted} LIMIT ${take})
      UNION ALL
      (SELECT id FROM walked WHERE (SELECT count(*) = ${take} FROM walked))
      UNION ALL
      (SELECT id FROM far WHERE ${beyond} ORDER BY ${sorted} LIMIT ${take})
    )
    SELECT users.id, username, email, first_name AS "firstName", last_name AS "lastName",
           role::text, email_verified_at AS "emailVerifiedAt", created_at AS "createdAt",
           search_text AS "searchText", version,
           (SELECT count(*)::int FROM bookings WHERE user_id = users.id) AS bookings,
           (SELECT count(*)::int FROM listings WHERE owner_id = users.id) AS listings,
           counted.found::int AS found
    FROM (SELECT count(*) AS found FROM hits) AS counted
    LEFT JOIN (page JOIN users USING (id)) ON TRUE
    ORDER BY ${sorted}`;
  // Unnamed, so PostgreSQL plans it for these words.
  const { rows: found } = await deps.database.pool.query<FoundRow>({ text, values: given });
  // LEFT JOIN: no match is one all-null row.
  const rows = found.filter(({ id }) => id !== null);
  const { edges, pageInfo } = pageOf(page, rows, (row) => encodeCursor(sort, order.key(row)));
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

interface FoundRow extends Account, UserAdministration, UserSortKey {
  id: string;
  email: string;
  username: string;
  createdAt: Date;
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
