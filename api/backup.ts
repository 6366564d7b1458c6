import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';
import { neededFiles, type NeededFile } from './modules/administration/storedFiles.ts';
import { dumpShape, dumpTables, loadTables, verifyDump } from './platform/database/dump.ts';
import { EnvError } from './platform/process/env.ts';
import { migrate } from './platform/database/migrations.ts';
import { openDiskStorage } from './platform/storage/diskStorage.ts';
import { NoSuchObjectError, type ObjectStorage } from './platform/storage/objectStorage.ts';

/** Written last: a folder without this file holds no complete backup. */
const manifestName = 'backup.json';

const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  database: dumpShape,
  files: z.array(z.object({ key: z.string(), size: z.number(), sha256: z.string() })),
});

type Manifest = z.infer<typeof manifestShape>;

export interface BackupFacts {
  tables: number;
  rows: number;
  files: number;
  missing: string[];
}

interface Place {
  databaseUrl: string;
  storage: ObjectStorage;
}

/**
 * Files never change, so they are copied after the rows; the site may keep running.
 * @throws {EnvError} if the folder is not empty; after any other failure the folder is empty
 */
export async function backUp(place: Place, folder: string): Promise<BackupFacts> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new EnvError(`${folder} is not empty. Choose a new folder for each backup`);
  }
  try {
    return await writeBackup(place, folder);
  } catch (error) {
    for (const name of await readdir(folder)) {
      await rm(join(folder, name), { recursive: true });
    }
    throw error;
  }
}

async function writeBackup(place: Place, folder: string): Promise<BackupFacts> {
  const pool = openPool(place.databaseUrl);
  try {
    const client = await pool.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const database = await dumpTables(client, join(folder, 'database'));
    const needed = await allNeeded(client);
    await client.query('COMMIT');
    client.release();

    const target = await openDiskStorage(join(folder, 'files'));
    const files: Manifest['files'] = [];
    const missing = new Map<string, string>();
    for (const { key, name } of needed) {
      const copied = await copyObject(key, place.storage, target);
      if (copied) {
        files.push(copied);
      } else {
        missing.set(key, name);
      }
    }
    const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), database, files };
    await writeFile(join(folder, manifestName), JSON.stringify(manifest), {
      mode: 0o600,
      flush: true,
    });
    await verify(folder);
    // A file is not missing if its row was deleted meanwhile.
    const kept = missing.size > 0 ? await allNeeded(pool) : [];
    return {
      ...factsOf(manifest),
      missing: kept.filter(({ key }) => missing.has(key)).map(({ name }) => name),
    };
  } finally {
    await pool.end();
  }
}

/**
 * Fills the database last and in one transaction, so that a failed restore can be repeated.
 * @throws {EnvError} if the backup is damaged or newer, or the database is not empty
 */
export async function restore(
  { databaseUrl, storage }: Place,
  folder: string,
): Promise<BackupFacts> {
  const manifest = await verify(folder);
  const pool = openPool(databaseUrl);
  try {
    await requireEmpty(pool, manifest);
    await migrateTo(databaseUrl, manifest);
    const source = await openDiskStorage(join(folder, 'files'));
    for (const { key } of manifest.files) {
      await copyObject(key, source, storage);
    }
    const client = await pool.connect();
    await loadTables(client, join(folder, 'database'), manifest.database);
    client.release();
    const missing: string[] = [];
    for (const { key, name } of await allNeeded(pool)) {
      if (!(await storage.stat(key))) {
        missing.push(name);
      }
    }
    return { ...factsOf(manifest), missing };
  } finally {
    await pool.end();
  }
}

const openPool = (connectionString: string): pg.Pool =>
  new pg.Pool({ connectionString, max: 2, application_name: 'tideweek backup' }).on(
    'error',
    () => undefined,
  );

const factsOf = ({ database: { tables }, files }: Manifest) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.length,
});

async function allNeeded(database: pg.Pool | pg.PoolClient): Promise<NeededFile[]> {
  const files: NeededFile[] = [];
  for await (const file of neededFiles(database)) {
    files.push(file);
  }
  return files;
}

async function copyObject(
  key: string,
  from: ObjectStorage,
  to: ObjectStorage,
): Promise<Manifest['files'][number] | undefined> {
  try {
    const body = await from.read(key);
    const hash = createHash('sha256');
    let size = 0;
    const hashed = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await to.write(key, Readable.from(hashed()), { maxBytes: Infinity });
    return { key, size, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof NoSuchObjectError) {
      return undefined;
    }
    throw error;
  }
}

/** @throws {EnvError} if the folder holds no complete, unchanged backup */
async function verify(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new EnvError(`${folder} holds no complete backup: there is no ${manifestName} in it`);
  }
  try {
    const manifest = manifestShape.parse(JSON.parse(text));
    await verifyDump(join(folder, 'database'), manifest.database);
    const files = await openDiskStorage(join(folder, 'files'));
    for (const { key, sha256 } of manifest.files) {
      const hash = createHash('sha256');
      for await (const chunk of await files.read(key)) {
        hash.update(chunk as Buffer);
      }
      if (hash.digest('hex') !== sha256) {
        throw new Error(`the file ${key} was changed`);
      }
    }
    return manifest;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EnvError(`The backup in ${folder} is damaged (${reason}). Take another one`, {
      cause: error,
    });
  }
}

/** Allows the tables that a failed restore leaves, since they hold no accounts. */
async function requireEmpty(pool: pg.Pool, { database }: Manifest): Promise<void> {
  const { rows } = await pool.query<{ isMigrated: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isMigrated"`,
  );
  if (!rows[0]?.isMigrated) {
    return;
  }
  const { rows: found } = await pool.query<{ isOther: boolean }>(
    `SELECT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name <> ALL ($1)) AS "isOther"`,
    [database.migrations],
  );
  const people = found[0]?.isOther ? 1 : (await pool.query('SELECT FROM users LIMIT 1')).rowCount;
  if (people !== 0) {
    throw new EnvError('The database is not empty. Restore into a new, empty one');
  }
}

/** Applies the migrations of the backup; later migrations are applied at the next start. */
async function migrateTo(databaseUrl: string, { database }: Manifest): Promise<void> {
  const folder = 'prisma/migrations';
  const unknown = database.migrations.find((name) => !existsSync(join(folder, name)));
  if (unknown !== undefined) {
    throw new EnvError(
      `The backup was made by another version of Tideweek (migration ${unknown}). Install that version first`,
    );
  }
  await migrate(databaseUrl, folder, database.migrations);
}
