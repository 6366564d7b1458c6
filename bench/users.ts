import pg from 'pg';
import { userOrders } from '../api/modules/accounts/admin/userDirectory.ts';
import { encodeCursor } from '../api/platform/database/cursors.ts';
import { sessionId } from './catalogue.ts';
import { ask, operation } from './graphql.ts';
import type { Cell, Table } from './table.ts';

const wanted = 100_000;
const pageSize = 25;
const requests = 50;

const document = `query Users($search: String, $role: UserRole, $sort: UserSort!, $after: String) {
  users(search: $search, role: $role, sort: $sort, first: ${pageSize}, after: $after) {
    totalCount { value isCapped }
    edges { node { id databaseId username email firstName lastName role createdAt
      administration { version bookings listings } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

interface Case {
  name: string;
  search?: string;
  role?: 'ADMIN' | 'USER';
  sorts: readonly (keyof typeof userOrders)[];
  isDeep?: boolean;
  finds?: number;
}

const cases: readonly Case[] = [
  { name: 'all', sorts: ['NEWEST', 'NAME', 'USERNAME', 'EMAIL_DESCENDING'], isDeep: true },
  { name: 'administrators', role: 'ADMIN', sorts: ['NEWEST', 'NAME'], finds: 11 },
  { name: 'members', role: 'USER', sorts: ['NEWEST', 'NAME'], isDeep: true },
  { name: 'no hit', search: 'qqzzyy', sorts: ['NEWEST'], finds: 0 },
  { name: 'one hit', search: 'directory-077777@', sorts: ['NEWEST', 'NAME'], finds: 1 },
  { name: '1 % hit', search: 'larkspur', sorts: ['NEWEST', 'NAME'] },
  { name: '10 % hit', search: 'rivera', sorts: ['NEWEST', 'NAME'] },
  { name: '10 % hit, last in the order', search: 'zyla', sorts: ['NAME'] },
  { name: 'all hit', search: 'example', sorts: ['NEWEST', 'NAME', 'EMAIL'], isDeep: true },
  { name: 'two words', search: 'al rivera', sorts: ['NEWEST', 'NAME'] },
  { name: 'one letter', search: 'j', sorts: ['NEWEST', 'NAME'] },
  { name: 'two letters, 1 %', search: 'la', sorts: ['NEWEST', 'NAME'] },
];

/** Measures the list of 100,000 users with the requests of an administrator's browser. */
export async function measureUsers(origin: string, databaseUrl: string): Promise<Table> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillUsers(client);
    const rows: Cell[][] = [];
    for (const one of cases) {
      for (const sort of one.sorts) {
        rows.push(await measure(origin, one, sort, 1, null));
        if (one.isDeep) {
          rows.push(await measure(origin, one, sort, 500, await cursorOf(client, one, sort)));
        }
      }
    }
    return {
      title: "The administrators' list of 100,000 users (one request at a time, milliseconds)",
      columns: ['', 'sort', 'page', 'p50', 'p95', 'most'],
      rows,
    };
  } finally {
    await client.end();
  }
}

async function measure(
  origin: string,
  { name, search, role, finds }: Case,
  sort: keyof typeof userOrders,
  page: number,
  after: string | null,
): Promise<Cell[]> {
  // fillUsers made the user of session 0 an administrator.
  const request = operation(document, { search, role, sort, after }, 0);
  const { users } = await ask<{ users: { edges: unknown[] } }>(origin, request);
  if (users.edges.length !== (finds ?? pageSize)) {
    throw new Error(`${name}: ${users.edges.length} users on a page`);
  }
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const started = performance.now();
    await ask(origin, request);
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return [name, sort, page, at(0.5), at(0.95), times.at(-1)];
}

/** The cursor before page 500, found by OFFSET. */
async function cursorOf(
  client: pg.Client,
  { search, role }: Case,
  sort: keyof typeof userOrders,
): Promise<string> {
  const order = userOrders[sort];
  const sorted = order.columns.map(({ sql }) => `${sql.sql} ${order.direction}`).join(', ');
  const { rows } = await client.query<{
    id: string;
    searchText: string;
    username: string;
    email: string;
    createdAt: Date;
  }>(
    `SELECT id, search_text AS "searchText", username, email, created_at AS "createdAt" FROM users
      WHERE closed_at IS NULL AND search_text LIKE $1 AND ($2::text IS NULL OR role::text = $2)
      ORDER BY ${sorted} OFFSET ${499 * pageSize - 1} LIMIT 1`,
    [`%${search ?? ''}%`, role?.toLowerCase() ?? null],
  );
  const [row] = rows;
  if (!row) {
    throw new Error('There are no 500 pages');
  }
  return encodeCursor(sort, order.key(row));
}

/** Adds missing accounts, ten of them administrators, and promotes the user of session 0. */
async function fillUsers(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE users SET role = 'admin' FROM sessions
      WHERE users.id = user_id AND sessions.id = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [sessionId(0)],
  );
  const present = await client.query<{ count: string }>('SELECT count(*) FROM users');
  const missing = wanted - Number(present.rows[0]?.count);
  if (missing <= 0) {
    return;
  }
  await client.query(
    `INSERT INTO users (id, username, email, password_hash, first_name, last_name, role, created_at)
     SELECT gen_random_uuid(), 'directory-' || lpad(i::text, 6, '0'),
            'directory-' || lpad(i::text, 6, '0') || '@example.com', '$argon2id$none',
            (ARRAY['Jo', 'Mina', 'Zoë', 'Álvaro', 'Keiko', 'Tom', 'Ann', 'Liv', 'Omar', 'Ruth'])[1 + i % 10],
            CASE WHEN i % 100 = 7 THEN 'Larkspur' WHEN i % 10 = 3 THEN 'Rivera'
                 WHEN i % 10 = 5 THEN 'Zyla' ELSE initcap(left(md5(i::text), 7)) END,
            (CASE WHEN i % 10000 = 1 THEN 'admin' ELSE 'user' END)::"UserRole",
            timestamptz '2024-01-01' + i * interval '7 minutes'
       FROM generate_series(1, $1::int) AS i`,
    [missing],
  );
  await client.query('VACUUM (ANALYZE) users');
}
