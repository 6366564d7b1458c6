import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startChild, type Child } from '#api/testing/childProcess.ts';
import { programFile } from '#api/testing/program.ts';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded.ts';
import { runsOn, waitUntil } from './processes.ts';

const embedded = programFile('embeddedPostgres');
const asRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
/** Another user can run this code unless the project or Node is below a private folder. */
const nobodyCanRun =
  asRoot &&
  spawnSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(embedded)})`], {
    cwd: '/',
    ...nobody,
  }).status === 0;

/** Has a new database, to be copied: making one takes seconds. */
let template: string;
let dataDir: string;
let messages: string[] = [];
let running: EmbeddedPostgres[];
let children: Child[];

/** Gives the folder a database, as an earlier start has made it. */
function useEarlierDatabase(): void {
  const { status } = spawnSync('cp', ['-a', `${template}/.`, dataDir]);
  expect(status).toBe(0);
}

const record = (message: string) => void messages.push(message);
const log = { info: record, warn: record, error: record };

beforeAll(async () => {
  template = scratchFolder();
  await (await startEmbeddedPostgres({ dataDir: template, log })).stop();
});

afterAll(() => rmSync(template, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = scratchFolder();
  messages = [];
  running = [];
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map((child) => child.end()));
  await Promise.all(running.map((server) => server.stop()));
  await waitUntil(() => !postmasterRuns(), 180);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('keeps its data over a restart, and its password private', async () => {
    const first = await start();
    await query(first, 'create table visits (id int)');
    await query(first, 'insert into visits values (1), (2)');
    await first.stop();
    expect(postmasterRuns()).toBe(false);
    await expect(query(first, 'select 1')).rejects.toThrow(/ECONNREFUSED/);

    const second = await start();
    expect(await query(second, 'select id from visits order by id')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(second.url);
    wrong.password = 'guess';
    await expect(query({ url: wrong.href }, 'select 1')).rejects.toThrow(/authentication failed/);
  });

  it('has UTF-8, checksums, durable writes and the extensions that the schema uses', async () => {
    useEarlierDatabase();
    const server = await start({ settings: { max_connections: '20' } });
    const settings = await query(
      server,
      `select current_setting('server_encoding') as encoding,
              current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync,
              current_setting('jit') as jit,
              current_setting('max_connections') as connections,
              lower('ÀÉ') as lower`,
    );
    expect(settings).toEqual([
      {
        encoding: 'UTF8',
        checksums: 'on',
        fsync: 'on',
        jit: 'off',
        connections: '20',
        lower: 'àé',
      },
    ]);
    for (const extension of ['btree_gist', 'pg_trgm', 'unaccent']) {
      await query(server, `create extension ${extension}`);
    }
    expect(await query(server, "select unaccent('Curaçao') as plain")).toEqual([
      { plain: 'Curacao' },
    ]);
  });

  it('refuses a second server on the same folder and names the folder', async () => {
    useEarlierDatabase();
    const server = await start();
    await expect(start()).rejects.toThrow(`DATA_DIR ${dataDir} is in use by another server`);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets only one of two concurrent processes use the folder', async () => {
    const [one, two] = [
      startInChild('process.stdin.resume();'),
      startInChild('process.stdin.resume();'),
    ];
    const answers = await Promise.all([one.firstLine, two.firstLine]);
    expect(answers.filter((answer) => answer.startsWith('postgresql://'))).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.includes(`DATA_DIR ${dataDir} is in use`)),
    ).toHaveLength(1);
  });

  it('restarts on the same address after its postmaster is killed', async () => {
    useEarlierDatabase();
    const server = await start();
    await query(server, 'create table rows (id int primary key)');
    const acknowledged = await insertUntil(server.url, () => {
      process.kill(postmaster(), 'SIGKILL');
    });
    await expectSoon(() => query(server, 'select 1 as one'), [{ one: 1 }]);
    expect(await storedIds(server)).toEqual(expect.arrayContaining(acknowledged));
    expect(messages.join('\n')).toContain('ended unexpectedly (SIGKILL)');
    await server.stop();
    expect(postmasterRuns()).toBe(false);
  });

  it('keeps each acknowledged row when the process that started it is killed', async () => {
    useEarlierDatabase();
    const { child, firstLine, lines } = startInChild(`
      import pg from 'pg';
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query('create table rows (id int primary key)');
      for (let id = 1; ; id++) {
        await client.query('insert into rows values ($1)', [id]);
        console.log(id);
      }
    `);
    await firstLine;
    await waitUntil(() => lines().length > 200, 180);
    await child.end();
    const server = await start();
    const acknowledged = lines().slice(1).map(Number);
    expect(acknowledged.length).toBeGreaterThan(150);
    expect(await storedIds(server)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('does not outlive the process that started it', async () => {
    useEarlierDatabase();
    const { child, firstLine } = startInChild('process.stdin.resume();');
    expect(await firstLine).toMatch(/^postgresql:/);
    const pid = postmaster();
    await child.end();
    expect(await waitUntil(() => !runsOn(pid, join(dataDir, 'postgres', 'data')), 180)).toBe(true);
  });

  it('starts again after server and starter are killed together', async () => {
    useEarlierDatabase();
    const { child, firstLine } = startInChild('process.stdin.resume();');
    await firstLine;
    process.kill(postmaster(), 'SIGKILL');
    await child.end();
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts when the process id in a stale postmaster.pid now belongs to another program', async () => {
    useEarlierDatabase();
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres', 'data')}\n`);
    const owner = statSync(join(dataDir, 'postgres'));
    chownSync(pidFile, owner.uid, owner.gid);
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over after an interrupted first start', async () => {
    mkdirSync(join(dataDir, 'postgres.new-1', 'data', 'base'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres', 'data', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '18\n');
    writeFileSync(join(dataDir, 'postgres.lock'), '{"pid":');
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    const names = readdirSync(dataDir);
    expect(names.filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
    expect(names.filter((name) => name.startsWith('postgres.unusable-'))).toHaveLength(1);
  });

  it('refuses a cluster of another version and names the folder', async () => {
    useEarlierDatabase();
    writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(
      `${join(dataDir, 'postgres', 'data')} was made by PostgreSQL 15`,
    );
  });

  it('reports why the server does not start, and unlocks the folder', async () => {
    useEarlierDatabase();
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "shared_buffers"/,
    );
    expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false);
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.runIf(asRoot)('as root', () => {
  it.each(['700', '755'])('runs in a folder of mode %s', async (mode) => {
    chmodSync(dataDir, Number.parseInt(mode, 8));
    await expectRestartKeepsData();
  });

  it.each(['700', '755'])('runs in a folder of mode %s without user namespaces', async (mode) => {
    chmodSync(dataDir, Number.parseInt(mode, 8));
    await expectRestartKeepsData({ unshare: '/nowhere/unshare' });
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
  });

  it('keeps its data when user namespaces are no longer allowed', async () => {
    useEarlierDatabase();
    const server = await start({ unshare: '/nowhere/unshare' });
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.runIf(nobodyCanRun)('runs for an ordinary user in a folder of its own', async () => {
    chownSync(dataDir, nobody.uid, nobody.gid);
    const { firstLine, child } = startInChild('process.stdin.resume();', nobody);
    expect(await firstLine).toMatch(/^postgresql:/);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
    await child.end();
    await waitUntil(() => !postmasterRuns(), 180);
    // Root may use the same folder later; the files stay the user's.
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
  });

  it.runIf(nobodyCanRun)(
    'tells an ordinary user that the folder belongs to someone else',
    async () => {
      useEarlierDatabase();
      chmodSync(dataDir, 0o777);
      const { firstLine } = startInChild('', nobody);
      expect(await firstLine).toContain('belongs to the user with id 0');
    },
  );
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, ...options });
  running.push(server);
  return server;
}

async function expectRestartKeepsData(
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<void> {
  const first = await start(options);
  await query(first, 'create table visits as select 7 as id');
  await first.stop();
  const second = await start(options);
  expect(await query(second, 'select id from visits')).toEqual([{ id: 7 }]);
  await second.stop();
}

/** Starts a server on the folder in a child process, which prints its address or the error. */
function startInChild(then: string, ids: { uid?: number; gid?: number } = {}) {
  const script = `
    import { startEmbeddedPostgres } from '${pathToFileURL(embedded).href}';
    const quiet = { info() {}, warn() {}, error() {} };
    const server = await startEmbeddedPostgres({ dataDir: '${dataDir}', log: quiet }).catch((error) => {
      console.log(error.message);
      process.exit(1);
    });
    console.log(server.url);
    ${then}
  `;
  const child = startChild(['--input-type=module', '--eval', script], { stdin: 'pipe', ...ids });
  children.push(child);
  /** Lines that are printed whole. */
  const lines = () => child.stdout().split('\n').slice(0, -1);
  const firstLine = Promise.race([child.printed('\n'), child.ended]).then(
    () => lines()[0] ?? 'no answer',
  );
  return { child, firstLine, lines };
}

async function query(server: { url: string }, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function storedIds(server: { url: string }): Promise<unknown[]> {
  const rows = await query(server, 'select array_agg(id order by id) as ids from rows');
  const [row] = rows;
  return typeof row === 'object' && row !== null && 'ids' in row && Array.isArray(row.ids)
    ? row.ids
    : [];
}

/** Inserts rows one by one; interrupts after 200 and returns the ids that were acknowledged. */
async function insertUntil(url: string, interrupt: () => void): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const acknowledged: number[] = [];
  try {
    for (let id = 1; ; id++) {
      if (id === 200) setImmediate(interrupt);
      await client.query('insert into rows values ($1)', [id]);
      acknowledged.push(id);
    }
  } catch {
    return acknowledged;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function expectSoon(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect.poll(() => read().catch((error: unknown) => error)).toEqual(expected);
}

function postmaster(): number {
  return Number.parseInt(
    readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'),
    10,
  );
}

function postmasterRuns(): boolean {
  try {
    return runsOn(postmaster(), join(dataDir, 'postgres', 'data'));
  } catch {
    return false;
  }
}
