import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { migrate } from './migrations.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../postgres/embedded.ts';

let folder: string;
let server: EmbeddedPostgres;
let admin: pg.Client;
let dir: string;
let url: string;
let pool: pg.Pool;
let count = 0;

beforeAll(async () => {
  folder = scratchFolder();
  const quiet = () => undefined;
  server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: { info: quiet, warn: quiet, error: quiet },
    settings: { fsync: 'off' },
  });
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  count += 1;
  dir = join(folder, `prisma${count}/migrations`);
  mkdirSync(dir, { recursive: true });
  await admin.query(`create database test${count}`);
  url = server.url.replace(/[^/]+$/, `test${count}`);
  pool = new pg.Pool({ connectionString: url });
  // An ended connection may still be closing when its server stops.
  pool.on('error', () => undefined);
});

afterEach(() => pool.end());

it('applies missing migrations in order, and none twice', async () => {
  write('20260102000000_weeks', 'alter table resorts add column weeks int');
  write('20260101000000_init', 'create table resorts (id int)');
  expect(await migrate(pool, dir)).toEqual(['20260101000000_init', '20260102000000_weeks']);
  expect(await migrate(url, dir)).toEqual([]);
  write('20260103000000_more', 'create table reviews (id int)');
  expect(await migrate(url, dir)).toEqual(['20260103000000_more']);
  expect(await tables()).toEqual(['_prisma_migrations', 'resorts', 'reviews']);
});

it('writes the same records as prisma migrate', async () => {
  write('20260101000000_init', 'create table resorts (id int);\n');
  await migrate(pool, dir);
  const columns = await pool.query(
    `select column_name, udt_name, character_maximum_length as length, is_nullable, column_default
     from information_schema.columns where table_name = '_prisma_migrations' order by ordinal_position`,
  );
  expect(columns.rows).toEqual([
    column('id', 'varchar', 36, 'NO'),
    column('checksum', 'varchar', 64, 'NO'),
    column('finished_at', 'timestamptz', null, 'YES'),
    column('migration_name', 'varchar', 255, 'NO'),
    column('logs', 'text', null, 'YES'),
    column('rolled_back_at', 'timestamptz', null, 'YES'),
    column('started_at', 'timestamptz', null, 'NO', 'now()'),
    column('applied_steps_count', 'int4', null, 'NO', '0'),
  ]);
  const { rows } = await pool.query('select * from _prisma_migrations');
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: '075ce2e7e2ceb275b3e61abda1db5525eb844efd87c63a9be35a0f1256075459',
      migration_name: '20260101000000_init',
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      applied_steps_count: 1,
      logs: null,
      rolled_back_at: null,
    },
  ]);
});

it('makes concurrent processes take turns', async () => {
  write('20260101000000_init', 'select pg_sleep(0.2); create table resorts (id int)');
  const results = await Promise.all([migrate(url, dir), migrate(url, dir), migrate(pool, dir)]);
  expect(results.flat()).toEqual(['20260101000000_init']);
});

it('rolls back a failed migration, and names the line', async () => {
  write('20260101000000_init', 'create table resorts (id int)');
  write('20260102000000_bad', 'create table reviews (id int);\n\ninsert into nowhere values (1);');
  await expect(migrate(pool, dir)).rejects.toThrow(
    '20260102000000_bad/migration.sql:3: relation "nowhere" does not exist',
  );
  expect(await tables()).toEqual(['_prisma_migrations', 'resorts']);
  write('20260102000000_bad', 'create table reviews (id int)');
  expect(await migrate(pool, dir)).toEqual(['20260102000000_bad']);
});

it('refuses a migration that was changed after it was applied, but accepts other line ends', async () => {
  write('20260101000000_init', 'create table resorts (\n  id int\n)');
  await migrate(pool, dir);
  write('20260101000000_init', 'create table resorts (\r\n  id int\r\n)');
  expect(await migrate(pool, dir)).toEqual([]);
  write('20260101000000_init', 'create table resorts (id bigint)');
  write('20260102000000_more', 'create table reviews (id int)');
  await expect(migrate(pool, dir)).rejects.toThrow(
    '20260101000000_init/migration.sql was changed after it was applied',
  );
  expect(await tables()).toEqual(['_prisma_migrations', 'resorts']);
});

it('refuses a database that is ahead of the folder', async () => {
  write('20260101000000_init', 'create table resorts (id int)');
  await migrate(pool, dir);
  rmSync(join(dir, '20260101000000_init'), { recursive: true });
  await expect(migrate(pool, dir)).rejects.toThrow(
    `The database has the migration 20260101000000_init, which is not in ${dir}`,
  );
});

it('refuses to continue after a migration that failed half-way', async () => {
  write('20260101000000_init', 'create table resorts (id int)');
  await migrate(pool, dir);
  await pool.query('update _prisma_migrations set finished_at = null');
  await expect(migrate(pool, dir)).rejects.toThrow(
    'The migration 20260101000000_init failed half-way earlier. Mend the database by hand',
  );
});

it('refuses a database with tables of unknown origin', async () => {
  await pool.query('create table customers (id int)');
  write('20260101000000_init', 'create table resorts (id int)');
  await expect(migrate(pool, dir)).rejects.toThrow(
    'The database is not empty and has no record of migrations (found customers)',
  );
  expect(await tables()).toEqual(['customers']);
});

it('runs functions and triggers whose bodies contain BEGIN in one transaction', async () => {
  write(
    '20260101000000_init',
    `create table resorts (id int);
     create function touch() returns trigger language plpgsql as $body$
     BEGIN
       perform 1; return new;
     END $body$;
     select no_such_function();`,
  );
  await expect(migrate(pool, dir)).rejects.toThrow('migration.sql:6: function no_such_function()');
  expect(await tables()).toEqual(['_prisma_migrations']);
  expect((await pool.query('select * from _prisma_migrations')).rows).toEqual([]);
});

const stars = 'create table reviews (id int, stars int default 0)';
const setStars = (value: number) => `
CREATE OR REPLACE FUNCTION set_stars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stars := most_stars() - ${value};
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER set_stars BEFORE INSERT ON reviews
  FOR EACH ROW EXECUTE FUNCTION set_stars();
`;
const mostStars = `
CREATE OR REPLACE FUNCTION most_stars() RETURNS int LANGUAGE sql AS $$
  SELECT 5
$$;
`;

it('applies functions and triggers of the folder sql last, and again when a file changes', async () => {
  write('20260101000000_init', stars);
  writeCode('listings', setStars(1));
  writeCode('reviews', mostStars);
  expect(await migrate(pool, dir)).toEqual(['20260101000000_init', 'prisma/sql']);
  expect(await insertReview()).toBe(4);
  expect(await migrate(url, dir)).toEqual([]);
  writeCode('listings', setStars(2));
  expect(await migrate(url, dir)).toEqual(['prisma/sql']);
  expect(await insertReview()).toBe(3);
});

it('drops functions, views and triggers that left the folder sql, and no others', async () => {
  write('20260101000000_init', stars);
  const view = 'CREATE OR REPLACE VIEW best AS SELECT id FROM reviews WHERE stars = most_stars();';
  writeCode('reviews', mostStars + setStars(1) + view);
  await migrate(pool, dir);
  expect((await pool.query('select from best')).rowCount).toBe(0);
  await pool.query('create function of_an_operator() returns int return 1');
  writeCode('reviews', mostStars);
  await migrate(pool, dir);
  expect(await insertReview()).toBe(0);
  expect(await functions()).toEqual(['most_stars', 'of_an_operator']);
  await expect(pool.query('select from best')).rejects.toThrow('"best" does not exist');
});

it('creates again what a migration dropped', async () => {
  write('20260101000000_init', stars);
  writeCode('reviews', mostStars + setStars(1));
  await migrate(pool, dir);
  write('20260102000000_long', 'drop trigger if exists set_stars on reviews');
  expect(await migrate(pool, dir)).toEqual(['20260102000000_long', 'prisma/sql']);
  expect(await insertReview()).toBe(4);
});

it('locks no table for functions if no trigger changed', async () => {
  write('20260101000000_init', stars);
  writeCode('reviews', mostStars + setStars(1));
  await migrate(pool, dir);
  const writer = await pool.connect();
  await writer.query('begin; insert into reviews values (1)');
  writeCode('reviews', mostStars + setStars(2));
  expect(await migrate(url, dir)).toEqual(['prisma/sql']);
  await writer.query('commit');
  writer.release();
  expect(await insertReview()).toBe(3);
});

it('rolls back all files of the folder sql if one fails, and names the line', async () => {
  write('20260101000000_init', stars);
  writeCode('listings', mostStars);
  writeCode('reviews', setStars(1).replace('EACH ROW', 'EACH STONE'));
  await expect(migrate(pool, dir)).rejects.toThrow(
    'sql/reviews.sql:9: syntax error at or near "STONE"',
  );
  expect(await functions()).toEqual([]);
});

it('creates a function where a migration names it, as it is now', async () => {
  write(
    '20260101000000_init',
    "create type size as enum ('s');\n-- function: beds\ncreate table units (size size, check (beds(size) > 0))",
  );
  writeCode(
    'units',
    `CREATE OR REPLACE FUNCTION beds(size size) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT 2
$$;
`,
  );
  expect(await migrate(pool, dir)).toEqual(['20260101000000_init', 'prisma/sql']);
  write('20260102000000_more', '-- function: beds\n\ninsert into nowhere values (1)');
  await expect(migrate(pool, dir)).rejects.toThrow(
    'migration.sql:3: relation "nowhere" does not exist',
  );
  write('20260102000000_more', '-- function: rooms\n');
  await expect(migrate(pool, dir)).rejects.toThrow('no file in prisma/sql has the function rooms');
});

it('applies only the migrations that are asked for, and functions once all are there', async () => {
  write('20260101000000_init', 'create table resorts (id int)');
  write('20260102000000_reviews', stars);
  writeCode('reviews', mostStars + setStars(1));
  expect(await migrate(pool, dir, ['20260101000000_init'])).toEqual(['20260101000000_init']);
  expect(await migrate(pool, dir)).toEqual(['20260102000000_reviews', 'prisma/sql']);
});

describe('a migration that replaces all earlier ones', () => {
  const names = ['20260101000000_init', '20260102000000_reviews'];

  beforeEach(async () => {
    write('20260101000000_init', 'create table resorts (id int)');
    write('20260102000000_reviews', stars);
  });

  const squash = () => {
    for (const name of names) rmSync(join(dir, name), { recursive: true });
    const hash = createHash('sha256').update(names.join('\n')).digest('hex');
    write('20260103000000_all', `-- replaces: ${hash}\ncreate table resorts (id int);${stars}`);
  };

  it('counts as applied where just these were applied', async () => {
    await migrate(pool, dir);
    squash();
    write('20260104000000_more', 'create table bookings (id int)');
    expect(await migrate(pool, dir)).toEqual(['20260104000000_more']);
    expect(await migrate(pool, dir)).toEqual([]);
    expect(await tables()).toEqual(['_prisma_migrations', 'bookings', 'resorts', 'reviews']);
  });

  it('is refused where one of these is missing', async () => {
    await migrate(pool, dir, ['20260101000000_init']);
    squash();
    await expect(migrate(pool, dir)).rejects.toThrow(
      'The database is older than the migration 20260103000000_all, which replaces all earlier ones: ' +
        'start the last version before it once, or begin with an empty database',
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'resorts']);
  });
});

function writeCode(area: string, sql: string): void {
  mkdirSync(join(dir, '../sql'), { recursive: true });
  writeFileSync(join(dir, `../sql/${area}.sql`), sql);
}

async function insertReview(): Promise<number | undefined> {
  const { rows } = await pool.query<{ stars: number }>(
    'insert into reviews (id) values (1) returning stars',
  );
  return rows[0]?.stars;
}

async function functions(): Promise<string[]> {
  const { rows } = await pool.query<{ proname: string }>(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
  );
  return rows.map((row) => row.proname);
}

function write(name: string, sql: string): void {
  mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, name, 'migration.sql'), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await pool.query<{ relname: string }>(
    `select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return rows.map((row) => row.relname);
}

function column(
  name: string,
  type: string,
  length: number | null,
  nullable: 'YES' | 'NO',
  preset: string | null = null,
) {
  return {
    column_name: name,
    udt_name: type,
    length,
    is_nullable: nullable,
    column_default: preset,
  };
}
