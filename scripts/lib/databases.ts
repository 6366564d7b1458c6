import type { Env } from '#api/platform/process/env.ts';
import { openDatabase, type Database } from '#api/platform/database/database.ts';
import { startEmbeddedPostgres } from '#api/platform/postgres/embedded.ts';

export async function onServer<Result>(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<Result>,
  settings?: Record<string, string>,
): Promise<Result> {
  if (databaseUrl) {
    return work(databaseUrl);
  }
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.error, error: console.error },
    settings,
  });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
  connections = 1,
): Promise<Result> {
  const database = openDatabase(url, { connections });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
