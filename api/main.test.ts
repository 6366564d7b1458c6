import { rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrationLock } from './platform/database/migrations.ts';
import { startChild, type Child } from './testing/childProcess.ts';
import { briefly, programFile } from './testing/program.ts';
import { scratchFolder } from './testing/scratchFolder.ts';
import { createTestDatabase } from './testing/testDatabase.ts';

function startServer(databaseUrl: string): Child {
  const folder = scratchFolder();
  const child = startChild([...briefly, programFile('server')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
      SEED: 'none',
      LOG_LEVEL: 'error',
    },
  });
  onTestFinished(async () => {
    await child.end();
    rmSync(folder, { recursive: true, force: true });
  });
  return child;
}

async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database.drop());
  return database.url;
}

it('a start that waits for another process says so, and goes on when that is done', async () => {
  const url = await emptyDatabase();
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  const server = startServer(url);
  await server.printed('waiting for the database, or another process that migrates it\n');
  expect(server.output()).not.toContain('ready on');
  await other.end();
  await server.printed('ready on');
  expect(await server.end('SIGTERM')).toBe(0);
});

it('a server whose database stands still ends when it is told to', async () => {
  const proxy = await startProxy(await emptyDatabase());
  const server = startServer(proxy.url);
  await server.printed('ready on');
  proxy.standStill();
  expect(await server.end('SIGTERM')).toBe(1);
  expect(server.output()).toContain('something did not close in time');
});

/** A way to the database that can stand still: connections stay open, and nothing passes. */
async function startProxy(databaseUrl: string): Promise<{ url: string; standStill(): void }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let stands = false;
  const proxy = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    if (stands) return;
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    proxy.close();
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    standStill() {
      stands = true;
      sockets.forEach((socket) => socket.unpipe().pause());
    },
  };
}
