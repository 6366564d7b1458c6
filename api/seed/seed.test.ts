import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { utcToday } from '#common/days.ts';
import { sampleData } from './sampleData.ts';
import { startChild } from '../testing/childProcess.ts';
import { briefly, programFile } from '../testing/program.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';

it('two servers can start at once on an empty database, which is filled once with sample data', async () => {
  await withDatabase('blank', async ({ url }) => {
    const servers = await Promise.all([startServer(url, {}), startServer(url, {})]);
    try {
      expect(servers.map(({ output }) => output)).toEqual([
        expect.stringContaining('ready on http'),
        expect.stringContaining('ready on http'),
      ]);
      expect(await rowsOf(url)).toEqual({ users: sampleData(utcToday()).users.length, marks: 1 });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
});

it('a public server does not start on a database whose sample accounts have printed passwords', async () => {
  await withDatabase('sample', async ({ url }) => {
    const server = await startServer(url, { SEED: 'none', PUBLIC_URL: 'https://weeks.example' });
    expect(await server.stop()).toBe(1);
    expect(server.output).toBe(
      'The database holds sample accounts with printed passwords (admin, owner, traveller), ' +
        'which are only for this machine, and PUBLIC_URL is https://weeks.example; ' +
        'start with an empty database or change these passwords first\n',
    );
  });
});

async function withDatabase(
  contents: 'blank' | 'sample',
  use: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase(contents);
  try {
    await use(database);
  } finally {
    await database.drop();
  }
}

async function rowsOf(url: string): Promise<{ users: number; marks: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ users: number; marks: number }>(
    `SELECT (SELECT count(*)::int FROM users) AS users,
            (SELECT count(*)::int FROM installation_facts WHERE key = 'sample_data') AS marks`,
  );
  await client.end();
  return rows[0] ?? { users: 0, marks: 0 };
}

interface StartedServer {
  /** What it printed until it was ready or ended. */
  output: string;
  /** Stops the server if it runs; resolves to the exit code. */
  stop(): Promise<unknown>;
}

/** Starts the product's server in a child process. */
async function startServer(url: string, env: Record<string, string>): Promise<StartedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tideweek-start-'));
  const child = startChild([...briefly, programFile('server')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: url,
      DATA_DIR: folder,
      SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
      SEED: 'demo',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  // Some of these servers refuse to start.
  await Promise.race([child.printed('ready on'), child.ended]);
  return {
    output: child.output(),
    async stop() {
      const code = await child.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
