import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { EnvError } from '../process/env.ts';

interface Migration {
  name: string;
  file: string;
  sql: string;
  checksum: string;
}

interface Code {
  file: string;
  sql: string;
}

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

export const migrationLock = 72707369;

const codeName = 'prisma/sql';

/**
 * Applies missing migrations, then the folder `sql` if it changed, then the job queue's migrations.
 * Concurrent processes wait for each other. A failed migration is rolled back.
 * @param only names of migrations to apply; while others are missing, the folder `sql` waits
 * @returns names of applied migrations, without those of the job queue
 * @throws {EnvError} if records and folder disagree
 * @throws {Error} with file and line
 */
export async function migrate(
  database: pg.Pool | string,
  dir = 'prisma/migrations',
  only?: string[],
): Promise<string[]> {
  const all = readMigrations(dir);
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all;
  const code = readCode(join(dir, '../sql'));
  const pool =
    typeof database === 'string'
      ? new pg.Pool({ connectionString: database, max: 2, application_name: 'tideweek migrate' })
      : database;
  if (pool !== database) pool.on('error', () => undefined);
  try {
    return await applyMissing(
      pool,
      { migrations, code, isWhole: migrations.length === all.length },
      dir,
    );
  } finally {
    if (pool !== database) await pool.end();
  }
}

const quietLogger = new Logger(() => () => undefined);

async function applyMissing(
  pool: pg.Pool,
  { migrations, code, isWhole }: { migrations: Migration[]; code: Code[]; isWhole: boolean },
  dir: string,
): Promise<string[]> {
  const client = await pool.connect();
  // A lost connection rejects the running query; without a listener the event ends the process.
  client.on('error', () => undefined);
  let failure: unknown;
  try {
    await requireVersion(client);
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = await replaceSquashed(client, migrations, await readApplied(client));
    requireAgreement(migrations, applied, dir);
    const known = new Set(applied.map((row) => row.migration_name));
    const missing = migrations.filter(({ name }) => !known.has(name));
    for (const migration of missing) await apply(client, migration, code);
    const names = missing.map(({ name }) => name);
    if (isWhole && (await applyCode(client, code))) names.push(codeName);
    // Under the same lock: concurrent runs of the queue's migrations don't wait for each other.
    await runMigrations({ pgPool: pool, logger: quietLogger });
    return names;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // Closing the connection releases the lock and resets every setting that a migration made.
    client.release(failure instanceof Error ? failure : true);
  }
}

const oldestPostgres = 14;

/** @throws {EnvError} if the server is too old for the migrations */
async function requireVersion(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version) < oldestPostgres) {
    throw new EnvError(
      `DATABASE_URL leads to PostgreSQL ${version}, which is too old: install PostgreSQL ${oldestPostgres} or newer there`,
    );
  }
}

function readMigrations(dir: string): Migration[] {
  if (!existsSync(dir)) throw new Error(`There is no folder of migrations at ${dir}`);
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const file = join(dir, name, 'migration.sql');
      if (!existsSync(file)) throw new Error(`The migration ${name} has no file ${file}`);
      const sql = readFileSync(file, 'utf8');
      return { name, file, sql, checksum: checksumOf(sql) };
    });
}

function readCode(dir: string): Code[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(dir, name))
    .map((file) => ({ file, sql: readFileSync(file, 'utf8').replaceAll('\r\n', '\n') }));
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** Without migrations marked as rolled back. Creates the table if needed. */
async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const exists = await client.query<{ exists: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as exists`,
  );
  if (exists.rows[0]?.exists !== true) {
    await requireEmpty(client);
    await client.query(`
      create table _prisma_migrations (
        id                  varchar(36) primary key not null,
        checksum            varchar(64) not null,
        finished_at         timestamptz,
        migration_name      varchar(255) not null,
        logs                text,
        rolled_back_at      timestamptz,
        started_at          timestamptz not null default now(),
        applied_steps_count integer not null default 0
      )`);
    return [];
  }
  const { rows } = await client.query<AppliedMigration>(`
    select migration_name, checksum, finished_at
    from _prisma_migrations
    where rolled_back_at is null
    order by started_at, migration_name`);
  return rows;
}

/** Tables without a migration record belong to another program or were created another way. */
async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ relname: string }>(`
    select relname
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p', 'v', 'm')
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )
    order by relname
    limit 3`);
  if (rows.length === 0) return;
  throw new EnvError(
    'The database is not empty and has no record of migrations ' +
      `(found ${rows.map((row) => row.relname).join(', ')}): point DATABASE_URL at an empty database`,
  );
}

/** `-- replaces: HASH` has the SHA-256 of the earlier names, joined by line ends. */
async function replaceSquashed(
  client: pg.ClientBase,
  migrations: Migration[],
  applied: AppliedMigration[],
): Promise<AppliedMigration[]> {
  const base = migrations.find(({ sql }) => replaces.test(sql));
  const earlier = applied
    .filter(({ migration_name, finished_at }) => finished_at && migration_name < (base?.name ?? ''))
    .map(({ migration_name }) => migration_name)
    .sort();
  if (base === undefined || earlier.length === 0) return applied;
  if (checksumOf(earlier.join('\n')) !== replaces.exec(base.sql)?.[1]) {
    throw new EnvError(
      `The database is older than the migration ${base.name}, which replaces all earlier ones: ` +
        'start the last version before it once, or begin with an empty database',
    );
  }
  await client.query('begin');
  await client.query('delete from _prisma_migrations where migration_name = any ($1)', [earlier]);
  await record(client, base);
  await client.query('commit');
  return readApplied(client);
}

const replaces = /^-- replaces: ([0-9a-f]{64})\r?$/m;

function requireAgreement(migrations: Migration[], applied: AppliedMigration[], dir: string): void {
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const name = row.migration_name;
    if (row.finished_at === null) {
      throw new EnvError(
        `The migration ${name} failed half-way earlier. ` +
          'Mend the database by hand, then record it with ' +
          `\`npx prisma migrate resolve --applied ${name}\` (or --rolled-back)`,
      );
    }
    const migration = onDisk.get(name);
    if (migration === undefined) {
      throw new EnvError(
        `The database has the migration ${name}, which is not in ${dir}: ` +
          'it belongs to a newer version of the program, or the folder was removed',
      );
    }
    if (!hasChecksum(migration, row.checksum)) {
      throw new EnvError(
        `${migration.file} was changed after it was applied: ` +
          'put the file back as it was and make a new migration for the change',
      );
    }
  }
}

/** Ignores line ends, which Git may have changed since the file was applied. */
function hasChecksum({ sql, checksum }: Migration, recorded: string): boolean {
  if (checksum === recorded) return true;
  const unix = sql.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n')].some((text) => checksumOf(text) === recorded);
}

async function apply(client: pg.ClientBase, migration: Migration, code: Code[]): Promise<void> {
  try {
    await client.query('begin');
    await run(client, migration, code);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function record(client: pg.ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** Runs a migration. A line `-- function: NAME` creates the current form of that function. */
async function run(client: pg.ClientBase, migration: Migration, code: Code[]): Promise<void> {
  // Marks the code as outdated: the migration may drop objects that `applyCode` must recreate.
  await client.query('comment on table _prisma_migrations is null');
  // A function may read tables of a later migration.
  await client.query('set check_function_bodies = off');
  let before = '';
  for (const part of migration.sql.split(/^(-- function: \w+)\r?$/m)) {
    const name = /^-- function: (\w+)$/.exec(part)?.[1];
    try {
      await client.query(name === undefined ? part : functionsNamed(name, code));
    } catch (error) {
      throw failureOf(
        migration.file,
        error,
        name === undefined ? before + part : undefined,
        before,
      );
    }
    before += part;
  }
  await client.query('reset all');
}

function functionsNamed(wanted: string, code: Code[]): string {
  const found = code
    .flatMap(({ sql }) => [...sql.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\([\s\S]*?\$\$;$/gm)])
    .filter(([, name]) => name === wanted);
  if (found.length === 0) throw new Error(`no file in ${codeName} has the function ${wanted}`);
  return found.map(([statement]) => statement).join('\n');
}

/**
 * Recreates all functions and views if any changed, and all triggers if any changed, and drops
 * those that are in no file any more.
 * @returns whether anything changed
 */
async function applyCode(client: pg.ClientBase, code: Code[]): Promise<boolean> {
  if (code.length === 0) return false;
  const { rows } = await client.query<{ applied: string | null }>(
    `select obj_description('_prisma_migrations'::regclass) as applied`,
  );
  const [functions, triggers] = (rows[0]?.applied ?? '').split(' ');
  const now = { functions: checksumOfCode(code, false), triggers: checksumOfCode(code, true) };
  // Triggers come last: their functions may be in any file. Creating triggers locks their tables.
  const changed = [
    ...(now.functions === functions ? [] : [false]),
    ...(now.triggers === triggers ? [] : [true]),
  ];
  if (changed.length === 0) return false;
  try {
    await client.query('begin');
    // Functions may call functions of later files.
    await client.query('set local check_function_bodies = off');
    for (const areTriggers of changed) {
      for (const { file, sql } of code) {
        const parts = partsOf(sql).map(({ text, isTrigger }) =>
          // Keeps line numbers.
          isTrigger === areTriggers ? text : text.replace(/[^\n]/g, ' '),
        );
        await client.query(parts.join('')).catch((error: unknown) => {
          throw failureOf(file, error, sql);
        });
      }
    }
    for (const areTriggers of changed.toReversed()) await client.query(dropRemoved(areTriggers));
    await client.query(`comment on table _prisma_migrations is '${now.functions} ${now.triggers}'`);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** A block `DO` creates several triggers alike. */
const partsOf = (sql: string): { text: string; isTrigger: boolean }[] =>
  sql
    .split(
      /^((?:DROP TRIGGER|CREATE (?:OR REPLACE |CONSTRAINT )?TRIGGER)\s[^;]*;$|DO \$\$$[^]*?^END \$\$;$)/m,
    )
    .map((text, index) => ({ text, isTrigger: index % 2 === 1 }));

const checksumOfCode = (code: Code[], areTriggers: boolean): string =>
  checksumOf(
    code
      .flatMap(({ sql }) => partsOf(sql))
      .filter(({ isTrigger }) => isTrigger === areTriggers)
      .map(({ text }) => text)
      .join(''),
  );

/** Marks this transaction's objects with a comment, and drops those with an earlier mark. */
const dropRemoved = (areTriggers: boolean): string => `
  do $$
  declare
    made record;
  begin
    for made in ${
      areTriggers
        ? `select format('trigger %I on %s', tgname, tgrelid::regclass) as name, xmin,
                  obj_description(oid, 'pg_trigger') as mark
           from pg_trigger where not tgisinternal`
        : `select 'view ' || ev_class::regclass as name, pg_rewrite.xmin,
                  obj_description(ev_class, 'pg_class') as mark
           from pg_rewrite join pg_class on pg_class.oid = ev_class
           where relkind = 'v' and relnamespace = current_schema()::regnamespace
           union all
           select 'function ' || oid::regprocedure, xmin, obj_description(oid, 'pg_proc')
           from pg_proc where pronamespace = current_schema()::regnamespace`
    }
    loop
      if made.xmin = pg_current_xact_id()::xid then
        execute format('comment on %s is %L', made.name, '${codeName}');
      elsif made.mark = '${codeName}' then
        execute 'drop ' || made.name;
      end if;
    end loop;
  end $$`;

/** @param sql the text of the file, if the error has a position, counted from `before` */
function failureOf(file: string, error: unknown, sql = '', before = ''): Error {
  if (!(error instanceof Error)) return new Error(`${file} failed`, { cause: error });
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  const line =
    sql === '' || Number.isNaN(position)
      ? ''
      : `:${sql.slice(0, before.length + position).split('\n').length}`;
  return new Error(`${file}${line}: ${error.message}`, { cause: error });
}
