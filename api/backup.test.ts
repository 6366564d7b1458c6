import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { openDiskStorage } from './platform/storage/diskStorage.ts';
import { startChild } from './testing/childProcess.ts';
import { pdf } from './testing/documents.ts';
import { cookieOf, createListing, createResort, signedInUser } from './testing/factories.ts';
import { programFile } from './testing/program.ts';
import { startS3Server } from './testing/s3Server.ts';
import { scratchFolder } from './testing/scratchFolder.ts';
import { createTestDatabase } from './testing/testDatabase.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';
import { pathOf, uploadDocument } from './testing/uploads.ts';

const content = pdf(5_000);
const scratch = scratchFolder();
const dataDir = join(scratch, 'data');
const folder = join(scratch, 'backup');
const keys = Buffer.alloc(32, 7).toString('base64');

let server: TestServer;
let owner: Awaited<ReturnType<typeof signedInUser>>;
let listingId: string;

beforeAll(async () => {
  server = await startTestServer({
    database: 'sample',
    publicUrl: 'http://localhost',
    storage: await openDiskStorage(join(dataDir, 'objects')),
  });
  // The documents of the sample have no files here.
  await server.pool.query('TRUNCATE contract_documents CASCADE');
  owner = await signedInUser(server);
  const resortId = (await createResort(server)).id;
  listingId = (await createListing(server, { resortId, ownerId: owner.user.id })).id;
  const contractDocumentUrl = await uploadDocument(server, owner.cookie, content, 'Deed.pdf');
  const path = `/api/listings/${listingId}/contract`;
  await server.rest('POST', path, { contractDocumentUrl }, { cookie: owner.cookie });
  const value = 'lines\u2028of\nthree "kinds"\r\\N';
  await server.prisma.siteSetting.create({ data: { key: 'odd_text', value } });
});

afterAll(async () => {
  await server.close();
  rmSync(scratch, { recursive: true });
});

/** Runs the command as an operator does. */
async function run(
  command: 'backup' | 'restore',
  where: string,
  env: Record<string, string> = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir },
) {
  const child = startChild([programFile('backup'), command, where], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const code = await child.ended;
  return { code, said: child.output() };
}

/** A hash of each table, and the values of sequences. */
async function contentsOf(url: string): Promise<unknown> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>(`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'graphile_worker') AND tablename NOT IN ('_prisma_migrations', 'migrations')
      ORDER BY name`);
    const contents: unknown[] = [];
    for (const { name } of rows) {
      const { rows: hashes } = await pool.query<{ hash: string }>(
        `SELECT md5(string_agg(each::text, '' ORDER BY each::text)) AS hash FROM ${name} AS each`,
      );
      contents.push([name, hashes[0]?.hash]);
    }
    const sequences = await pool.query(
      `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1`,
    );
    const guards = await pool.query(`
      SELECT count(*) FILTER (WHERE contype = 'f') AS keys,
             (SELECT count(*) FROM pg_trigger WHERE tgenabled <> 'O') AS disabled
      FROM pg_constraint`);
    return { contents, sequences: sequences.rows, guards: guards.rows };
  } finally {
    await pool.end();
  }
}

async function readContract(from: TestServer): Promise<string> {
  const cookie = await cookieOf(from, owner.user);
  const path = `/api/listings/${listingId}/contract`;
  const { body } = await from.rest<{ url: string }>('GET', path, undefined, { cookie });
  return (await from.send(pathOf(body.url), { cookie })).text;
}

it('a backup restored into an empty DATA_DIR has every row and the contract of a listing', async () => {
  const before = await contentsOf(server.databaseUrl);
  expect(await run('backup', folder)).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^Backed up and verified: \d{4,} rows of \d+ tables, 1 files\nKeep SETTINGS_KEYS in another place/,
    ),
  });

  const empty = join(scratch, 'restored');
  expect(await run('restore', folder, { DATA_DIR: empty, SETTINGS_KEYS: keys })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Restored and verified: \d{4,} rows of \d+ tables, 1 files\n/),
  });
  const quiet = (): void => undefined;
  const log = { info: quiet, warn: quiet, error: quiet };
  const postgres = await startEmbeddedPostgres({ dataDir: empty, log });
  try {
    expect(await contentsOf(postgres.url)).toEqual(before);
    const restored = await startTestServer({
      database: { url: postgres.url },
      publicUrl: 'http://localhost',
      storage: await openDiskStorage(join(empty, 'objects')),
    });
    expect(await readContract(restored)).toBe(content.toString());
    await restored.close();

    // The key of an embedded database is beside it, and the server may run.
    writeFileSync(join(empty, 'settings.key'), `${keys}\n`);
    const second = join(scratch, 'second');
    expect(await run('backup', second, { DATA_DIR: empty })).toMatchObject({
      code: 0,
      said: expect.stringContaining('settings.key opens encrypted settings'),
    });
    expect(readdirSync(second).sort()).toEqual([
      'backup.json',
      'database',
      'files',
      'settings.key',
    ]);
  } finally {
    await postgres.stop();
  }
});

it('a backup goes to an external database and S3, and comes back from there', async () => {
  const target = await createTestDatabase('blank');
  const s3 = await startS3Server();
  try {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
    const env = {
      DATABASE_URL: target.url,
      DATA_DIR: join(scratch, 's3'),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const from = join(scratch, 'to-s3');
    await run('backup', from);
    expect((await run('restore', from, env)).code).toBe(0);
    expect(await contentsOf(target.url)).toEqual(await contentsOf(server.databaseUrl));
    const back = join(scratch, 'from-s3');
    expect(await run('backup', back, env)).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 files'),
    });
    const copied = await openDiskStorage(join(back, 'files'));
    const { id } = await server.prisma.contractDocument.findFirstOrThrow();
    expect((await copied.stat(`contracts/${id}`))?.size).toBe(content.length);
  } finally {
    s3.close();
    await target.drop();
  }
});

it('a backup names files that the storage lacks, and ends with an error', async () => {
  const elsewhere = { DATABASE_URL: server.databaseUrl, DATA_DIR: join(scratch, 'no-files') };
  const { code, said } = await run('backup', join(scratch, 'lacking'), elsewhere);
  expect(code).toBe(1);
  expect(said).toMatch(
    /1 files that the database names are missing .*\n {2}proof of ownership “Deed/,
  );
});

it('a command that cannot work says why in one line, and leaves nothing behind', async () => {
  const from = join(scratch, 'whole');
  await run('backup', from);
  const line = async (...given: Parameters<typeof run>) => {
    const { code, said } = await run(...given);
    expect(code).toBe(1);
    expect(said).toMatch(/^[^\n]+\n$/);
    return said.trimEnd();
  };
  expect(await line('backup', from)).toBe(
    `${from} is not empty. Choose a new folder for each backup`,
  );
  expect(await line('restore', from)).toBe(
    'The database is not empty. Restore into a new, empty one',
  );
  expect(await line('restore', scratch)).toContain('holds no complete backup');

  const wrong = server.databaseUrl.replace(/:[^:@/]+@/, ':wrong@');
  const failed = join(scratch, 'failed');
  expect(await line('backup', failed, { DATABASE_URL: wrong, DATA_DIR: dataDir })).toContain(
    'refuses the user',
  );
  expect(readdirSync(failed)).toEqual([]);

  const target = await createTestDatabase('blank');
  const env = { DATABASE_URL: target.url, DATA_DIR: join(scratch, 'other') };
  try {
    const [file = ''] = readdirSync(join(from, 'files/objects'));
    appendFileSync(join(from, 'files/objects', file), 'x');
    expect(await line('restore', from, env)).toMatch(
      /is damaged \(the file contracts\/.* changed\)/,
    );
    rmSync(join(from, 'database/public.users.jsonl.gz'));
    expect(await line('restore', from, env)).toContain('is damaged');
    expect(existsSync(join(scratch, 'other/objects/objects', file))).toBe(false);
  } finally {
    await target.drop();
  }
});
