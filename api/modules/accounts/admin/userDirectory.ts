import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Page, PageRequest } from '#api/platform/database/cursors.ts';
import { keysets } from '#api/platform/database/keyset.ts';
import { parseInput, searchText, sortOf } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { Account } from '../account.ts';
import { readDirectory } from '#api/modules/nameSearch/directory.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { hasId, searchWords, usersHold } from '#api/modules/nameSearch/nameSearch.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';

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
 * One page of the open accounts.
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
  return readDirectory<FoundRow, ListedUser>(deps, page, {
    table: 'users',
    order: userOrders[sort],
    matches: [
      Prisma.sql`closed_at IS NULL`,
      ...(role ? [Prisma.sql`role = ${role}::"UserRole"`] : []),
      ...searchWords(search).map(holds),
    ],
    columns: Prisma.sql`
      users.id, username, email, first_name AS "firstName", last_name AS "lastName",
      role::text, email_verified_at AS "emailVerifiedAt", created_at AS "createdAt",
      search_text AS "searchText", version,
      (SELECT count(*)::int FROM bookings WHERE user_id = users.id) AS bookings,
      (SELECT count(*)::int FROM listings WHERE owner_id = users.id) AS listings`,
    nodeOf: listed,
  });
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

const holds = (word: string): Prisma.Sql =>
  Prisma.sql`(${usersHold(word)} OR ${hasId(Prisma.sql`users`, word)})`;
