import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { z } from 'zod';

export const dumpShape = z.object({
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});

export type Dump = z.infer<typeof dumpShape>;

/** Schemas whose tables the migrations of Tideweek and of the job queue make. */
const schemas = `('public'::regnamespace, 'graphile_worker'::regnamespace)`;

/** The records of migrations, which migrating writes. */
const leftOut = `('public._prisma_migrations', 'graphile_worker.migrations')`;

const batch = 200;

const fileOf = (folder: string, table: string): string => join(folder, `${table}.jsonl.gz`);

/**
 * One JSON line per row, with columns as PostgreSQL prints them; needs none of its programs.
 * @param client inside a transaction that sees one state of the database
 */
export async function dumpTables(client: ClientBase, folder: string): Promise<Dump> {
  await mkdir(folder, { mode: 0o700 });
  const tables: Dump['tables'] = [];
  for (const { name, columns } of await readTables(client)) {
    let rows = 0;
    const lines = async function* (): AsyncGenerator<string> {
      const values = columns.map((column) => `${column}::text`).join(', ');
      await client.query(
        `DECLARE dumped NO SCROLL CURSOR FOR SELECT to_json(ARRAY[${values}])::text AS line FROM ${name}`,
      );
      for (;;) {
        const found = await client.query<{ line: string }>(`FETCH ${batch} FROM dumped`);
        rows += found.rows.length;
        yield found.rows.map(({ line }) => `${line}\n`).join('');
        if (found.rows.length < batch) {
          break;
        }
      }
      await client.query('CLOSE dumped');
    };
    const file = createWriteStream(fileOf(folder, name), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines()), createGzip(), file);
    tables.push({ name, columns, rows });
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(`
    SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
    FROM pg_sequences
    WHERE last_value IS NOT NULL AND to_regnamespace(schemaname) IN ${schemas}`);
  const { rows: migrations } = await client.query<{ name: string }>(`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE rolled_back_at IS NULL ORDER BY migration_name`);
  return { migrations: migrations.map(({ name }) => name), tables, sequences };
}

/**
 * In one transaction. Recreates foreign keys, since only superusers can suspend them.
 * @throws {Error} if rows are missing or do not fit; nothing is changed
 */
export async function loadTables(client: ClientBase, folder: string, dump: Dump): Promise<void> {
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    const { rows: foreignKeys } = await client.query<{ remove: string; add: string }>(`
      SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
             format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
                    pg_get_constraintdef(oid)) AS add
      FROM pg_constraint WHERE contype = 'f' AND connamespace IN ${schemas}`);
    const tables = await readTables(client);
    await runAll(
      client,
      foreignKeys.map(({ remove }) => remove),
    );
    await runAll(
      client,
      tables.map(({ name }) => `ALTER TABLE ${name} DISABLE TRIGGER USER`),
    );
    await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns, rows } of dump.tables) {
      const types = tables.find((table) => table.name === name)?.types ?? {};
      const values = columns.map((column, index) => `(line->>${index})::${types[column]}`);
      const insert = `
        INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
        SELECT ${values.join(', ')} FROM json_array_elements($1::json) AS line`;
      let loaded = 0;
      for await (const lines of batchesOf(readLines(folder, name))) {
        loaded += (await client.query(insert, [`[${lines.join(',')}]`])).rowCount ?? 0;
      }
      if (loaded !== rows) {
        throw new Error(`${name} has ${loaded} of ${rows} rows`);
      }
    }
    for (const { name, value } of dump.sequences) {
      await client.query('SELECT setval($1, $2)', [name, value]);
    }
    // Tables with pending deferred checks can't be altered.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runAll(
      client,
      tables.map(({ name }) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
    );
    await runAll(
      client,
      foreignKeys.map(({ add }) => add),
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await client.query('ANALYZE');
}

/** @throws {Error} if a file is damaged, or lacks rows */
export async function verifyDump(folder: string, { tables }: Dump): Promise<void> {
  for (const { name, rows } of tables) {
    let found = 0;
    for await (const line of readLines(folder, name)) {
      found += line.length > 0 ? 1 : 0;
    }
    if (found !== rows) {
      throw new Error(`${name} has ${found} of ${rows} rows`);
    }
  }
}

async function* readLines(folder: string, table: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  // gzip ends with a checksum, so a damaged file rejects here.
  const done = pipeline(createReadStream(fileOf(folder, table)), unpacked);
  done.catch(() => undefined);
  let rest = '';
  for await (const text of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  await done;
}

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let gathered: string[] = [];
  for await (const line of lines) {
    gathered.push(line);
    if (gathered.length === batch) {
      yield gathered;
      gathered = [];
    }
  }
  if (gathered.length > 0) {
    yield gathered;
  }
}

interface Table {
  name: string;
  /** Quoted, without generated columns. */
  columns: string[];
  types: Record<string, string>;
}

async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; types: string[] }>(`
    SELECT format('%I.%I', nspname, relname) AS name,
           array_agg(quote_ident(attname) ORDER BY attnum) AS columns,
           array_agg(format_type(atttypid, atttypmod) ORDER BY attnum) AS types
    FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind = 'r' AND relnamespace IN ${schemas}
      AND format('%I.%I', nspname, relname) NOT IN ${leftOut}
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
                      AND objid = pg_class.oid AND deptype = 'e')
    GROUP BY nspname, relname ORDER BY name`);
  return rows.map(({ name, columns, types }) => ({
    name,
    columns,
    types: Object.fromEntries(columns.map((column, index) => [column, types[index] ?? ''])),
  }));
}

async function runAll(client: ClientBase, statements: string[]): Promise<void> {
  for (const statement of statements) {
    await client.query(statement);
  }
}
