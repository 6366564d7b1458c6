import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { CursorValue } from '#api/platform/database/cursors.ts';

export const userSorts = [
  'NEWEST',
  'OLDEST',
  'NAME',
  'NAME_DESCENDING',
  'USERNAME',
  'USERNAME_DESCENDING',
  'EMAIL',
  'EMAIL_DESCENDING',
] as const;

export type UserSort = (typeof userSorts)[number];

export interface UserSortKey {
  id: string;
  searchText: string;
  username: string;
  email: string;
  createdAt: Date;
}

export interface UserOrder {
  direction: 'asc' | 'desc';
  /** Columns of the sort key with their types. Each order has an index on its columns. */
  columns: readonly { sql: Prisma.Sql; type: Prisma.Sql }[];
  key(user: UserSortKey): CursorValue[];
  check: z.ZodType<CursorValue[]>;
}

const text = z.string().regex(/^[^\0]*$/);

const joined: Omit<UserOrder, 'direction'> = {
  columns: [
    { sql: Prisma.sql`created_at`, type: Prisma.sql`timestamptz` },
    { sql: Prisma.sql`id`, type: Prisma.sql`uuid` },
  ],
  key: (user) => [user.createdAt.toISOString(), user.id],
  // PostgreSQL has no year 0.
  check: z.tuple([z.iso.datetime().refine((instant) => instant >= '0001'), z.uuid()]),
};

/** By the displayed name, ignoring accents and case. */
const name: Omit<UserOrder, 'direction'> = {
  columns: [
    { sql: Prisma.sql`search_text`, type: Prisma.sql`text` },
    { sql: Prisma.sql`id`, type: Prisma.sql`uuid` },
  ],
  key: (user) => [user.searchText, user.id],
  check: z.tuple([text, z.uuid()]),
};

/** Usernames and e-mail addresses are unique, so one column gives a total order. */
const username: Omit<UserOrder, 'direction'> = {
  columns: [{ sql: Prisma.sql`username`, type: Prisma.sql`citext` }],
  key: (user) => [user.username],
  check: z.tuple([text]),
};

const email: Omit<UserOrder, 'direction'> = {
  columns: [{ sql: Prisma.sql`email`, type: Prisma.sql`citext` }],
  key: (user) => [user.email],
  check: z.tuple([text]),
};

export const userOrders: Record<UserSort, UserOrder> = {
  NEWEST: { ...joined, direction: 'desc' },
  OLDEST: { ...joined, direction: 'asc' },
  NAME: { ...name, direction: 'asc' },
  NAME_DESCENDING: { ...name, direction: 'desc' },
  USERNAME: { ...username, direction: 'asc' },
  USERNAME_DESCENDING: { ...username, direction: 'desc' },
  EMAIL: { ...email, direction: 'asc' },
  EMAIL_DESCENDING: { ...email, direction: 'desc' },
};
