import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { loadSampleData } from '../seed/seed.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrations.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { patientLimits } from './patientLimits.ts';
import { bundlePrograms } from './programs.ts';
import { quickHash } from './quickHash.ts';
import { scratchFolder } from './scratchFolder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of this run's PostgreSQL server. */
    postgres: string;
    /** The folder of the bundled programs. */
    programs: string;
    /** The folder of the files of the sample data. */
    sampleFiles: string;
    /** When the days of the empty template were turned. */
    turnedAt: number;
  }
}

/** The day for which the sample data is made, so that its dates never change. */
const sampleDay = '2026-06-01';

/**
 * Starts one PostgreSQL server per run, with the two template databases of the test files, and
 * bundles the programs that tests run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = scratchFolder();
  const quiet = (): void => undefined;
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: quiet, warn: quiet, error: quiet },
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Databases live for seconds: nothing in them is worth cleaning or writing out early.
      autovacuum: 'off',
      checkpoint_timeout: '1h',
      bgwriter_lru_maxpages: '0',
      wal_writer_delay: '10s',
      // Each test server opens several connections, and both sides derive the key of each.
      scram_iterations: '1',
      max_connections: '200',
    },
  });
  const cleanUps = [() => rmSync(folder, { recursive: true, force: true }), () => server.stop()];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0).reverse()) {
      await cleanUp();
    }
  };
  try {
    await shortenPassword(server.url);
    const files = join(folder, 'files');
    project.provide('turnedAt', Date.now());
    await makeTemplates(server.url, files);
    const programs = await bundlePrograms();
    cleanUps.push(programs.remove);
    project.provide('postgres', server.url);
    project.provide('programs', programs.folder);
    project.provide('sampleFiles', files);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Stores the password of the user again, with the iterations that the settings name. */
async function shortenPassword(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { username, password } = new URL(url);
  await admin.query(
    `ALTER USER ${admin.escapeIdentifier(username)} PASSWORD ${admin.escapeLiteral(password)}`,
  );
  await admin.end();
}

async function makeTemplates(url: string, files: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query('CREATE DATABASE empty_template');
    await migrate(url.replace(/[^/]+$/, 'empty_template'));
    await admin.query('CREATE DATABASE sample_template TEMPLATE empty_template');
    const database = openDatabase(url.replace(/[^/]+$/, 'sample_template'), {
      limits: patientLimits,
    });
    // Today is fixed in this database, so that its weeks never end.
    await database.pool.query('UPDATE time_zones SET today = $1', [sampleDay]);
    await loadSampleData(database.prisma, await openDiskStorage(files), quickHash, sampleDay);
    await database.pool.query('VACUUM ANALYZE');
    await database.close();
  } finally {
    await admin.end();
  }
}
