import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFailure } from './platform/process/startFailure.ts';
import { briefly, programFile } from './testing/program.ts';
import { startS3Server, type S3Server } from './testing/s3Server.ts';
import { scratchFolder } from './testing/scratchFolder.ts';
import { createTestDatabase, type TestDatabase } from './testing/testDatabase.ts';

let database: TestDatabase;
let foreign: TestDatabase;
const folder = scratchFolder();
const taken = createServer();
let port: number;
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
  oldPostgres.listen(0, '127.0.0.1');
  await once(oldPostgres, 'listening');
  database = await createTestDatabase('empty');
  foreign = await createTestDatabase('blank');
  const client = new pg.Client({ connectionString: foreign.url });
  await client.connect();
  await client.query('CREATE TABLE theirs ()');
  await client.end();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ({ port } = taken.address() as AddressInfo);
  writeFileSync(join(folder, 'file'), '');
});

afterAll(async () => {
  taken.close();
  oldPostgres.close();
  s3.close();
  await database.drop();
  await foreign.drop();
});

/** What a start prints that fails, and its exit code. */
async function startWith(env: Record<string, string>) {
  const child = spawn(process.execPath, [...briefly, programFile('server')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) {
    await once(child, 'exit');
  }
  return { code: child.exitCode, out, problem };
}

/** Answers every connection and query as an old PostgreSQL that is asked for its version. */
const oldPostgres = createServer((socket) => {
  const message = (type: string, ...parts: (Buffer | string)[]): Buffer => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const ready = message('Z', 'I');
  const column = Buffer.from('server_version\0'.padEnd(33, '\0'));
  const version = '13.22';
  const row = [Buffer.from([0, 1, 0, 0, 0, version.length]), version];
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
    socket.on('data', () =>
      socket.write(
        Buffer.concat([
          message('T', Buffer.from([0, 1]), column),
          message('D', ...row),
          message('C', 'SHOW\0'),
          ready,
        ]),
      ),
    );
  });
});

const urlWith = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

it.each<[string, () => Record<string, string>, RegExp]>([
  ['a port in use', () => ({}), /^Port \d+ of 127\.0\.0\.1 is in use\. .*PORT=\d+$/],
  [
    'a wrong password',
    () => ({ DATABASE_URL: urlWith((url) => (url.password = 'wrong')) }),
    /^The database at 127\.0\.0\.1:\d+ refuses the user "\w+" or the password\. Correct DATABASE_URL$/,
  ],
  [
    'an unknown database',
    () => ({ DATABASE_URL: urlWith((url) => (url.pathname = '/none')) }),
    /^There is no database "none" at .* Create it \(createdb none\), or correct DATABASE_URL$/,
  ],
  [
    'a database that does not run',
    () => ({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' }),
    /^Nothing answers at 127\.0\.0\.1:1\. Start PostgreSQL there, or correct DATABASE_URL$/,
  ],
  [
    'a folder below a file',
    () => ({ DATABASE_URL: '', DATA_DIR: join(folder, 'file/data') }),
    /\/file\/data is below a file, and not a folder\. .*DATA_DIR=\.data/,
  ],
  [
    'a file as the folder',
    () => ({ DATA_DIR: join(folder, 'file') }),
    /(is below a file|is a file), and not a folder\. .*DATA_DIR=\.data/,
  ],
  [
    'a storage that does not run',
    () => ({
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'tideweek',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    }),
    /^The bucket tideweek at http:\/\/127\.0\.0\.1:1 can't be used \(ECONNREFUSED\)\. Check S3_ENDPOINT/,
  ],
  [
    'wrong keys of the storage',
    () => ({
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: 'wrong',
      S3_SECRET_ACCESS_KEY: 'wrong',
    }),
    /^The bucket bucket at http:\/\/127\.0\.0\.1:\d+ can't be used \(InvalidAccessKeyId\)\. Check S3_ENDPOINT, .* the keys/,
  ],
  [
    'a PostgreSQL that is too old',
    () => ({
      DATABASE_URL: `postgresql://a:b@127.0.0.1:${(oldPostgres.address() as AddressInfo).port}/c`,
    }),
    /^DATABASE_URL leads to PostgreSQL 13\.22, which is too old: install PostgreSQL 14 or newer there$/,
  ],
  [
    'a database of another program',
    () => ({ DATABASE_URL: foreign.url }),
    /^The database is not empty and has no record of migrations \(found theirs\): point DATABASE_URL at an empty database$/,
  ],
  [
    'others that reach it and no public URL',
    () => ({ HOST: '0.0.0.0' }),
    /^PUBLIC_URL is missing: HOST is 0\.0\.0\.0, .*e\.g\. PUBLIC_URL=https:\/\/weeks\.example$/,
  ],
])('a start with %s says so in one line', async (_what, env, line) => {
  const { code, out, problem } = await startWith(env());
  expect(problem).toMatch(/^[^\n]+\n$/);
  expect(problem.trimEnd()).toMatch(line);
  expect(out).toBe('');
  expect(code).toBe(1);
});

const usual = { port: 80, host: '127.0.0.1', dataDir: '.data' };
const external = { ...usual, databaseUrl: 'postgresql://mia:s3cret@db.internal:5432/weeks' };
const failed = (facts: object, message = 'it failed') => Object.assign(new Error(message), facts);

it.each([
  [failed({ code: 'EACCES', syscall: 'listen' }), 'may not listen on port 80'],
  [failed({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), 'no address of this machine'],
  [failed({ code: 'ENOTFOUND', hostname: '127.0.0.1' }), 'no address of this machine'],
  [failed({ code: 'EACCES', path: '/srv/data' }), "/srv/data can't be read and written"],
  [failed({ code: 'ENOSPC', path: '/srv/data' }), 'without space'],
  [failed({ code: 'ENOTFOUND', hostname: 'db.internal' }), "db.internal:5432, can't be found"],
  [failed({ code: '42501' }), 'Make the user its owner'],
  [failed({ code: '53300' }), 'no free connections'],
  [failed({ code: '57P03' }), 'starting or stopping'],
  [failed({ code: '0A000' }, 'extension "pg_trgm" is not available'), 'contrib'],
  [failed({}, 'The server does not support SSL connections'), 'sslmode'],
  [failed({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }), "can't be trusted"],
])('%s is explained without the password', (error, words) => {
  const line = startFailure(error, external) ?? '';
  expect(line).toContain(words);
  expect(line).not.toContain('s3cret');
  expect(line).not.toContain('\n');
});

it('an error of the product itself is not explained by the environment', () => {
  expect(startFailure(new TypeError('x is undefined'), external)).toBeUndefined();
  expect(startFailure(failed({ code: 'ENOENT', path: 'dist' }), external)).toBeUndefined();
  expect(startFailure(undefined, { ...usual, databaseUrl: undefined })).toBeUndefined();
});
