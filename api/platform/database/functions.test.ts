import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => join(folder, name));

/** Functions, views and triggers, and whether the open transaction wrote them. */
async function stored(): Promise<{ definition: string; isWritten: boolean }[]> {
  const { rows } = await client.query<{ definition: string; isWritten: boolean }>(`
    SELECT definition, written = pg_current_xact_id()::xid AS "isWritten" FROM (
      SELECT pg_get_functiondef(oid) AS definition, xmin AS written FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
      UNION ALL
      SELECT ev_class::regclass || pg_get_viewdef(ev_class), pg_rewrite.xmin
      FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
      WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT pg_get_triggerdef(pg_trigger.oid), pg_trigger.xmin
      FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace) AS code
    ORDER BY definition`);
  return rows;
}

it('a migrated database has the functions, views and triggers of prisma/sql and no others', async () => {
  const before = await stored();
  await client.query('BEGIN');
  // Bodies are checked here, unlike in a migration: all tables and functions are there.
  for (const file of filesOf('prisma/sql')) await client.query(readFileSync(file, 'utf8'));
  const after = await stored();
  expect(after.filter(({ isWritten }) => !isWritten)).toEqual([]);
  expect(after.map(({ definition }) => definition)).toEqual(
    before.map(({ definition }) => definition),
  );
  expect(after.length).toBeGreaterThan(200);
  await client.query('ROLLBACK');
});

it('no migration creates a function, a view or a trigger of its own', () => {
  const own = filesOf('prisma/migrations').filter((file) =>
    /\bCREATE\s+(OR\s+REPLACE\s+)?(CONSTRAINT\s+)?(FUNCTION|VIEW|TRIGGER)\b/i.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(own).toEqual([]);
});

it('a file of prisma/sql is named like the area whose functions it has', () => {
  const areas = [...readdirSync('api/modules'), 'changes', 'sessions'];
  const others = filesOf('prisma/sql').filter((file) => !areas.includes(basename(file, '.sql')));
  expect(others).toEqual([]);
});
