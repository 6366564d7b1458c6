import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../api/platform/database/migrations.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../api/platform/postgres/embedded.ts';
import { catalogueVersion, fillCatalogue } from './catalogue.ts';
import pg from 'pg';

/**
 * Starts a database with `resorts` resorts under .data. It is created by the first call and again
 * after a change of the migrations. Settings are the product's, with the additional memory that
 * this size needs.
 */
export async function startBenchDatabase(
  resorts: number,
  say: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const dataDir = join('.data', `bench-${resorts}`);
  const marker = join(dataDir, 'complete');
  const stamp = stampOfSources();
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== stamp) {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    await fill(dataDir, resorts, say);
    writeFileSync(marker, stamp);
  }
  return startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: '1GB' } });
}

async function fill(dataDir: string, resorts: number, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  say(`making a database of ${resorts.toLocaleString('en')} resorts in ${dataDir}`);
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB', shared_buffers: '1GB' },
  });
  try {
    await migrate(server.url);
    await fillCatalogue(server.url, resorts, say);
  } finally {
    await server.stop();
  }
  say(`  done in ${Math.round((performance.now() - started) / 1000)} s`);
}

const log = { info: () => undefined, warn: console.warn, error: console.error };

function stampOfSources(): string {
  const hash = createHash('sha256').update(String(catalogueVersion));
  for (const name of readdirSync('prisma/sql')) {
    hash.update(readFileSync(join('prisma/sql', name)));
  }
  const folder = 'prisma/migrations';
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      hash.update(readFileSync(join(folder, entry.name, 'migration.sql')));
    }
  }
  return hash.digest('hex');
}

/** Ids of resorts of the bench database, 200,000 at most, always in the same order. */
export async function readResortIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM resorts ORDER BY md5(id::text) LIMIT 200000',
  );
  await client.end();
  return rows.map(({ id }) => id);
}
