import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EnvError } from '../process/env.ts';
import { freePort } from './freePort.ts';
import { copyPostgres, installedPostgres, isCopy, linkLibraries } from './binaries.ts';
import { lockDataDir } from './dataDirLock.ts';
import { processesOn, processStart, runsOn, shutDown, signal, waitUntil } from './processes.ts';
import {
  canRun,
  chooseServerUser,
  commandFor,
  giveTo,
  ownFolderName,
  serverEnvironment,
  spawnIdsFor,
  type ServerUser,
} from './serverUser.ts';

export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: PostgresLog;
  /** Server settings on top of the defaults, for example `{ fsync: 'off' }` in a test. */
  settings?: Record<string, string>;
  unshare?: string;
}

export interface EmbeddedPostgres {
  /** The connection string of a superuser; it stays valid while the server restarts after a crash. */
  url: string;
  /** Fast shutdown. Safe to call more than once. */
  stop(): Promise<void>;
}

const name = 'tideweek';

const defaultSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Nine per open sandbox, plus the connections of the live data.
  max_connections: '150',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  cluster_name: name,
};

const secondsToStart = 120;
const largestLog = 16 * 1024 * 1024;

/**
 * Starts the server on a free port of the loopback interface, after stopping a server left by a dead process. If this
 * process dies, the server shuts down.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(resolve(options.dataDir));
  const release = await lockDataDir(join(dataDir, 'postgres.lock'), dataDir);
  const cleanUps = [release];
  const cleanUp = () =>
    cleanUps
      .splice(0)
      .reverse()
      .forEach((step) => step());
  try {
    const files = clusterFiles(dataDir);
    await stopLeftOver(files, options.log);
    const place = await prepare(dataDir, files, options, cleanUps);
    return await supervise({ ...options, dataDir }, files, place, cleanUp);
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** The connection string of a server that another process has started; undefined if none runs. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const files = clusterFiles(dataDir);
  const pidFile = join(files.data, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3]);
  const url = connectionUrl(port, readFileSync(files.password, 'utf8').trim(), name);
  const isRunning = await withClient(url, async (client) => {
    await client.query('select 1');
  }).then(
    () => true,
    () => false,
  );
  return isRunning ? url : undefined;
}

type ClusterFiles = ReturnType<typeof clusterFiles>;

interface Place {
  native: string;
  user: ServerUser;
}

class StartFailure extends Error {}

const clusterFiles = (dataDir: string, cluster = join(dataDir, 'postgres')) => ({
  cluster,
  data: join(cluster, 'data'),
  password: join(cluster, 'password'),
  log: join(dataDir, 'postgres.log'),
});

/** Stops servers whose starter died; holding the lock proves that no other process owns them. */
async function stopLeftOver(files: ClusterFiles, log: PostgresLog): Promise<void> {
  const pidFile = join(files.data, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid !== undefined && runsOn(pid, files.data)) {
    log.warn(`stopping PostgreSQL left over from an earlier run (process ${pid})`);
    await shutDown(pid, () => !runsOn(pid, files.data));
  }
  await endOrphans(files.data);
  // The process id may have been reused by another program, which would keep PostgreSQL from
  // starting.
  if (pid !== undefined && processStart(pid) !== undefined) rmSync(pidFile, { force: true });
}

/** Ends children of a killed postmaster, which hold its shared memory until they notice. */
async function endOrphans(data: string): Promise<void> {
  const running = () => processesOn(data);
  if (running().length === 0 || (await waitUntil(() => running().length === 0, 1))) return;
  for (const pid of running()) signal(pid, 'SIGQUIT');
  if (await waitUntil(() => running().length === 0, 3)) return;
  for (const pid of running()) signal(pid, 'SIGKILL');
  await waitUntil(() => running().length === 0, 3);
}

async function prepare(
  dataDir: string,
  files: ClusterFiles,
  { log, settings, unshare = 'unshare' }: EmbeddedPostgresOptions,
  cleanUps: (() => void)[],
): Promise<Place> {
  const installed = installedPostgres();
  const linked = linkLibraries(installed);
  const user = chooseServerUser(dataDir, files.cluster, installed, unshare);
  dropHalfMade(dataDir, files, log);
  const place = { user, native: installed };
  if (!linked || !canRun(user, installed)) {
    const copy = copyForUse(dataDir, installed);
    cleanUps.push(copy.remove);
    place.native = copy.native;
  }
  if (!existsSync(files.cluster)) await makeCluster(dataDir, files, place, settings, log);
  giveTo(user, files.cluster);
  requireSameVersion(files, place);
  return place;
}

/** A note beside the cluster names the copy, so that the next run removes a dead process's. */
function copyForUse(dataDir: string, installed: string): { native: string; remove(): void } {
  const note = join(dataDir, 'postgres.copy');
  const remove = () => {
    if (!existsSync(note)) return;
    const copy = readFileSync(note, 'utf8');
    if (isCopy(copy)) rmSync(copy, { recursive: true, force: true });
    rmSync(note);
  };
  remove();
  const copy = copyPostgres(installed);
  writeFileSync(note, copy, { mode: 0o600 });
  return { native: join(copy, 'native'), remove };
}

/** Removes half-made clusters, which hold no data: complete clusters are renamed into place. */
function dropHalfMade(dataDir: string, files: ClusterFiles, log: PostgresLog): void {
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith('postgres.new-')) {
      rmSync(join(dataDir, entry), { recursive: true, force: true });
    }
  }
  if (!existsSync(files.cluster)) return;
  if (existsSync(join(files.data, 'global', 'pg_control')) && existsSync(files.password)) return;
  if (existsSync(join(files.data, 'global', 'pg_control'))) {
    throw new EnvError(`${files.password} is missing: put it back, it is the key to ${files.data}`);
  }
  const aside = `${files.cluster}.unusable-${Date.now()}`;
  renameSync(files.cluster, aside);
  log.warn(`${files.cluster} held no usable database and was moved to ${aside}`);
}

async function makeCluster(
  dataDir: string,
  files: ClusterFiles,
  { native, user }: Place,
  settings: Record<string, string> | undefined,
  log: PostgresLog,
): Promise<void> {
  log.info(`making the database in ${files.cluster}`);
  const draft = clusterFiles(dataDir, join(dataDir, `postgres.new-${process.pid}`));
  mkdirSync(draft.data, { recursive: true, mode: 0o700 });
  writeFileSync(draft.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  giveTo(user, draft.cluster);
  const [file, args] = commandFor(user, join(native, 'bin', 'initdb'), [
    `--pgdata=${ownFolderName(user, draft.data)}`,
    `--username=${name}`,
    // Another user may be unable to open the file by its path, but can read an open file.
    '--pwfile=/dev/stdin',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(settings?.['fsync'] === 'off' ? ['--no-sync'] : []),
  ]);
  const password = openSync(draft.password, 'r');
  try {
    const child = spawn(file, args, {
      cwd: draft.data,
      env: serverEnvironment,
      stdio: [password, 'pipe', 'pipe'],
      ...spawnIdsFor(user),
    });
    const output: string[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    const code = await new Promise<number | null>((done, fail) => {
      child.once('error', fail);
      child.once('close', done);
    });
    if (code !== 0) throw new Error(`initdb failed (${code}):\n${output.join('').trim()}`);
  } catch (error) {
    rmSync(draft.cluster, { recursive: true, force: true });
    throw error;
  } finally {
    closeSync(password);
  }
  renameSync(draft.cluster, files.cluster);
  syncFolder(dataDir);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function requireSameVersion(files: ClusterFiles, { native, user }: Place): void {
  const made = readFileSync(join(files.data, 'PG_VERSION'), 'utf8').trim();
  const [file, args] = commandFor(user, join(native, 'bin', 'postgres'), ['--version']);
  const answer = spawnSync(file, args, {
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
    ...spawnIdsFor(user),
  });
  const installed = /\) (\d+)\./.exec(answer.stdout ?? '')?.[1];
  if (installed === undefined) {
    const reason = answer.error?.message ?? answer.stderr.trim();
    throw new EnvError(`The embedded PostgreSQL can't run on this machine: ${reason}`);
  }
  if (installed !== made) {
    throw new EnvError(
      `${files.data} was made by PostgreSQL ${made}, the installed one is ${installed}: ` +
        `copy the data over with pg_dump of version ${made}, or set DATA_DIR to another folder`,
    );
  }
}

async function supervise(
  options: EmbeddedPostgresOptions,
  files: ClusterFiles,
  place: Place,
  cleanUp: () => void,
): Promise<EmbeddedPostgres> {
  const { log } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const password = readFileSync(files.password, 'utf8').trim();
  const restarts: number[] = [];
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;

  let server = await launch();
  const url = connectionUrl(server.port, password, name);
  await requireDatabase(server.port, password);
  log.info(`PostgreSQL is ready on port ${server.port} (process ${server.pid})`);
  watch();
  return { url, stop: () => (stopping ??= stop()) };

  async function launch(port?: number): Promise<RunningServer> {
    for (let attempt = 1; ; attempt++) {
      const chosen =
        port ?? (settings['port'] === undefined ? await freePort() : Number(settings['port']));
      try {
        return await launchOnce(files, place, { ...settings, port: String(chosen) }, password);
      } catch (error) {
        // Another program may take the port, and old server processes may need a moment to end.
        const passing =
          error instanceof StartFailure &&
          /could not create any TCP|pre-existing shared memory|Is another postmaster/.test(
            error.message,
          );
        if (!passing || attempt === 20) throw error;
        await sleep(250);
      }
    }
  }

  function watch(): void {
    server.child.once('exit', (code, cause) => {
      if (stopping !== undefined) return;
      log.error(`PostgreSQL ended unexpectedly (${cause ?? code}); starting it again`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    const { port } = server;
    server.endWatchdog();
    const minuteAgo = Date.now() - 60_000;
    if (restarts.filter((time) => time > minuteAgo).length === 5) {
      log.error(`PostgreSQL ended five times within a minute and stays down; see ${files.log}`);
      return;
    }
    restarts.push(Date.now());
    try {
      await endOrphans(files.data);
      server = await launch(port);
      watch();
      log.info(`PostgreSQL is ready again on port ${port} (process ${server.pid})`);
    } catch (error) {
      log.error(`PostgreSQL did not start again: ${error instanceof Error ? error.message : ''}`);
    }
  }

  async function stop(): Promise<void> {
    await restarting;
    try {
      await server.end();
    } finally {
      cleanUp();
    }
    log.info('PostgreSQL has stopped');
  }
}

type RunningServer = Awaited<ReturnType<typeof launchOnce>>;

async function launchOnce(
  files: ClusterFiles,
  { native, user }: Place,
  settings: Record<string, string>,
  password: string,
) {
  const port = Number(settings['port']);
  const logFile = openLog(files.log);
  const logStart = fstatSync(logFile).size;
  const [file, args] = commandFor(user, join(native, 'bin', 'postgres'), [
    '-D',
    ownFolderName(user, files.data),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]);
  const child = spawn(file, args, {
    cwd: files.data,
    env: serverEnvironment,
    stdio: ['ignore', logFile, logFile],
    // In another process group than the terminal: Ctrl-C must reach this process first.
    detached: true,
    ...spawnIdsFor(user),
  });
  closeSync(logFile);
  let spawnError: Error | undefined;
  child.once('error', (error) => (spawnError = error));
  child.unref();
  const pid = child.pid;
  if (pid === undefined) {
    await sleep(0);
    throw new Error(`PostgreSQL can't be started: ${spawnError?.message ?? 'no process'}`);
  }
  const endWatchdog = startWatchdog(pid);
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    await shutDown(pid, gone);
    endWatchdog();
  };
  try {
    await waitReady(port, password, gone);
    return { child, pid, port, end, endWatchdog };
  } catch (error) {
    await end();
    const tail = readFileSync(files.log).subarray(logStart).toString().slice(-2000).trim();
    throw new StartFailure(
      `${error instanceof Error ? error.message : 'PostgreSQL did not start'} (${files.log}):\n${tail}`,
    );
  }
}

/** Shuts the server down however this process ends. Returns a function that ends the shell. */
function startWatchdog(pid: number): () => void {
  const script = 'read -r _; kill -INT "$0"; sleep 20; kill -QUIT "$0"';
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], {
    cwd: '/',
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.once('error', () => undefined);
  shell.stdin.once('error', () => undefined);
  shell.unref();
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return () => {
    if (shell.exitCode === null && shell.signalCode === null) shell.kill('SIGKILL');
    shell.stdin.destroy();
  };
}

async function waitReady(port: number, password: string, gone: () => boolean): Promise<void> {
  const deadline = Date.now() + secondsToStart * 1000;
  for (;;) {
    if (gone()) throw new Error('PostgreSQL did not start');
    try {
      return await withClient(connectionUrl(port, password, 'postgres'), async (client) => {
        await client.query('select 1');
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === '28P01') {
        throw new Error("The password in DATA_DIR doesn't open the database in DATA_DIR");
      }
      if (Date.now() > deadline) {
        throw new Error(`PostgreSQL did not become ready within ${secondsToStart} seconds`);
      }
      await sleep(20);
    }
  }
}

async function requireDatabase(port: number, password: string): Promise<void> {
  await withClient(connectionUrl(port, password, 'postgres'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${name}`);
  });
}

async function withClient(
  connectionString: string,
  use: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const connectionUrl = (port: number, password: string, database: string): string =>
  `postgresql://${name}:${password}@127.0.0.1:${port}/${database}`;

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
