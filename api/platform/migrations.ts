import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

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

/** The lock that `prisma migrate deploy` takes, so that the two also keep out of each other's way. */
export const migrationLock = 72707369;

/**
 * Brings a database to the state of the committed migrations and returns the names of those it
 * applied; the tables of the job queue come with them. It keeps the books that `prisma migrate
 * deploy` keeps, so either may follow the other. Processes that start at once wait for each other.
 *
 * Rejects, having changed nothing, when the books and the folder disagree; and with the file and
 * line when a migration fails, which leaves the database as it was before that migration.
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
  // A lost connection rejects the query under way; the event alone would end the process.
  client.on('error', () => undefined);
  let failure: unknown;
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = await readApplied(client);
    requireAgreement(migrations, applied, dir);
    const known = new Set(applied.map((row) => row.migration_name));
    const missing = migrations.filter(({ name }) => !known.has(name));
    for (const migration of missing) await apply(client, migration);
    // Under the same lock: the queue's own migrations don't wait for each other.
    await runMigrations({ pgPool: pool, logger: quietLogger });
    return missing.map(({ name }) => name);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // Closing the connection gives up the lock and every setting that a migration made.
    client.release(failure instanceof Error ? failure : true);
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

/** The migrations on record, leaving out those marked as rolled back; starts the record if needed. */
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

/** A database with tables but no record is someone else's, or was filled in some other way. */
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
  throw new Error(
    'The database is not empty and has no record of migrations ' +
      `(found ${rows.map((row) => row.relname).join(', ')}): point DATABASE_URL at an empty database`,
  );
}

function requireAgreement(migrations: Migration[], applied: AppliedMigration[], dir: string): void {
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const name = row.migration_name;
    if (row.finished_at === null) {
      throw new Error(
        `The migration ${name} failed half-way earlier${row.logs === null ? '' : ` (${row.logs})`}. ` +
          'Mend the database by hand, then record it with ' +
          `\`npx prisma migrate resolve --applied ${name}\` (or --rolled-back)`,
      );
    }
    const migration = onDisk.get(name);
    if (migration === undefined) {
      throw new Error(
        `The database has the migration ${name}, which is not in ${dir}: ` +
          'it belongs to a newer version of the program, or the folder was removed',
      );
    }
    if (!hasChecksum(migration, row.checksum)) {
      throw new Error(
        `${migration.file} was changed after it was applied: ` +
          'put the file back as it was and make a new migration for the change',
      );
    }
  }
}

/** Git may have checked the file out with other line ends than the ones it was applied with. */
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

/** Records the start first, since a failure may leave part of the work behind. */
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
    // A function's body begins with BEGIN too, but inside quotes.
    code.replace(/(\$\w*\$)[\s\S]*?\1/g, ''),
  );
}

function failureOf({ file, sql }: Migration, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${file} failed`, { cause: error });
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  const line = Number.isNaN(position) ? '' : `:${sql.slice(0, position).split('\n').length}`;
  return new Error(`${file}${line}: ${error.message}`, { cause: error });
}
