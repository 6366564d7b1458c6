import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { EnvError } from './env.ts';

interface Migration {
  name: string;
  file: string;
  sql: string;
  checksum: string;
}

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  logs: string | null;
}

/** The advisory lock of `prisma migrate deploy`, so that the two never run at the same time. */
export const migrationLock = 72707369;

/**
 * Applies the migrations that a database lacks, and those of the job queue. Writes the same records
 * as `prisma migrate deploy`, so either may follow the other. Concurrent processes wait for each
 * other.
 * @returns names of the applied migrations, without those of the job queue
 * @throws {EnvError} if the records and the folder disagree, with nothing changed
 * @throws {Error} with file and line, if a migration fails. A failed migration is rolled back, unless it can't run in a transaction.
 */
export async function migrate(
  database: pg.Pool | string,
  dir = 'prisma/migrations',
): Promise<string[]> {
  const migrations = readMigrations(dir);
  const pool =
    typeof database === 'string'
      ? new pg.Pool({ connectionString: database, max: 2, application_name: 'tideweek migrate' })
      : database;
  if (pool !== database) pool.on('error', () => undefined);
  try {
    return await applyMissing(pool, migrations, dir);
  } finally {
    if (pool !== database) await pool.end();
  }
}

const quietLogger = new Logger(() => () => undefined);

async function applyMissing(
  pool: pg.Pool,
  migrations: Migration[],
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
    const applied = await readApplied(client);
    requireAgreement(migrations, applied, dir);
    const known = new Set(applied.map((row) => row.migration_name));
    const missing = migrations.filter(({ name }) => !known.has(name));
    for (const migration of missing) await apply(client, migration);
    // Under the same lock: concurrent runs of the queue's migrations don't wait for each other.
    await runMigrations({ pgPool: pool, logger: quietLogger });
    return missing.map(({ name }) => name);
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

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** The recorded migrations, without those marked as rolled back. Creates the table if needed. */
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
    select migration_name, checksum, finished_at, logs
    from _prisma_migrations
    where rolled_back_at is null
    order by started_at, migration_name`);
  return rows;
}

/** Tables without a migration record belong to another program, or were created another way. */
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

function requireAgreement(migrations: Migration[], applied: AppliedMigration[], dir: string): void {
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const name = row.migration_name;
    if (row.finished_at === null) {
      throw new EnvError(
        `The migration ${name} failed half-way earlier${row.logs === null ? '' : ` (${row.logs})`}. ` +
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

/** Ignores line ends: Git may have changed them since the file was applied. */
function hasChecksum({ sql, checksum }: Migration, recorded: string): boolean {
  if (checksum === recorded) return true;
  const unix = sql.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n')].some((text) => checksumOf(text) === recorded);
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  if (needsNoTransaction(migration.sql)) return applyOutside(client, migration);
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('reset all');
    await client.query(
      `insert into _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw failureOf(migration, error);
  }
}

/**
 * Applies without a transaction. Records the start first, since a failure may leave part of the
 * work behind.
 */
async function applyOutside(client: pg.ClientBase, migration: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(
    'insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)',
    [id, migration.checksum, migration.name],
  );
  try {
    await client.query(migration.sql);
    await client.query('reset all');
  } catch (error) {
    const failure = failureOf(migration, error);
    await client.query('rollback').catch(() => undefined);
    await client
      .query('update _prisma_migrations set logs = $2 where id = $1', [id, failure.message])
      .catch(() => undefined);
    throw failure;
  }
  await client.query(
    'update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1',
    [id],
  );
}

function needsNoTransaction(sql: string): boolean {
  const code = sql.replace(/--.*/g, '');
  return /\bconcurrently\b|^[ \t]*(begin|commit|start\s+transaction|vacuum)\b[^;]*;/im.test(
    // BEGIN in the quoted body of a function does not count.
    code.replace(/(\$\w*\$)[\s\S]*?\1/g, ''),
  );
}

function failureOf({ file, sql }: Migration, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${file} failed`, { cause: error });
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  const line = Number.isNaN(position) ? '' : `:${sql.slice(0, position).split('\n').length}`;
  return new Error(`${file}${line}: ${error.message}`, { cause: error });
}
