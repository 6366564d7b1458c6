import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../api/platform/postgres/embedded.ts';
import { startServer, type Program } from './processes.ts';

/** Runs servers with these settings, one at a time, on a new database with the sample data. */
export async function withSampleServers(
  port: number,
  settings: readonly Record<string, string>[],
  measure: (server: Program, databaseUrl: string, index: number) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tideweek-bench-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await startEmbeddedPostgres({ dataDir, log });
  try {
    for (const [index, given] of settings.entries()) {
      const server = await startServer(database.url, port, [], { SEED: 'demo', ...given });
      try {
        await measure(server, database.url, index);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
