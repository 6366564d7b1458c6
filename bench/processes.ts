import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { persistedTexts } from './documents.ts';

const outdir = 'dist/bench';

/** Bundles the server and the bare handler as `npm run build` bundles the server. */
export async function buildServers(): Promise<void> {
  await build({
    entryPoints: {
      server: 'api/main.ts',
      bareHandler: 'bench/bareHandler.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
}

export interface Program {
  origin: string;
  pid: number;
  /** Resolves once the program has exited. */
  stop(): Promise<void>;
}

const production = {
  SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  SEED: 'none',
  LOG_LEVEL: 'warn',
};

/** Starts the product's server with production settings. */
export const startServer = (
  databaseUrl: string,
  port: number,
  nodeOptions: string[],
): Promise<Program> =>
  start(
    [...nodeOptions, resolve(outdir, 'server.js')],
    port,
    { DATABASE_URL: databaseUrl, ...production },
    makeServerFolder(),
  );

export const startBareHandler = (databaseUrl: string, port: number): Promise<Program> =>
  start([join(outdir, 'bareHandler.js')], port, { DATABASE_URL: databaseUrl });

export const startPeer = (
  name: 'mercurius' | 'postgraphile',
  databaseUrl: string,
  port: number,
): Promise<Program> =>
  start([join('bench/peers', `${name}.mjs`)], port, {
    DATABASE_URL: databaseUrl,
    GRAPHILE_ENV: 'production',
  });

const persistedDocuments = 'web/__generated__/persisted.json';

/**
 * Creates the working directory of the server, with the project's files and the documents of both
 * the client and the bench.
 */
function makeServerFolder(): string {
  const folder = resolve('.data/bench-server');
  mkdirSync(join(folder, 'web/__generated__'), { recursive: true });
  for (const linked of ['dist', 'prisma']) {
    rmSync(join(folder, linked), { force: true });
    symlinkSync(resolve(linked), join(folder, linked));
  }
  const ofClient = JSON.parse(readFileSync(persistedDocuments, 'utf8')) as Record<string, string>;
  writeFileSync(
    join(folder, persistedDocuments),
    JSON.stringify({ ...ofClient, ...persistedTexts() }),
  );
  return folder;
}

async function start(
  args: string[],
  port: number,
  environment: Record<string, string>,
  cwd = '.',
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  await ready(child);
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', endWithParent);
    },
  };
}

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`a program of the bench ended early (${code})`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ready')) {
        done();
      }
    });
  });

export interface CpuTimes {
  server: number;
  /** CPU time of all database connections. */
  postgres: number;
}

export type CpuClock = Awaited<ReturnType<typeof openCpuClock>>;

/** Measures the CPU times that a server and the connections to PostgreSQL use. Linux only. */
export async function openCpuClock(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const backends = async (): Promise<Map<number, number>> => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    // A connection may have been closed meanwhile.
    return new Map(
      rows.filter(({ pid }) => existsSync(`/proc/${pid}`)).map(({ pid }) => [pid, cpuTimeOf(pid)]),
    );
  };
  return {
    /** The returned function stops and returns the CPU times. */
    async start({ pid: server }: Program): Promise<() => Promise<CpuTimes>> {
      const [serverBefore, before] = [cpuTimeOf(server), await backends()];
      return async () => ({
        server: cpuTimeOf(server) - serverBefore,
        // Pools close idle connections and open new ones.
        postgres: [...(await backends())].reduce(
          (sum, [pid, time]) => sum + time - (before.get(pid) ?? 0),
          0,
        ),
      });
    },
    close: () => client.end(),
  };
}

/** Milliseconds of processor time of all living threads, which the kernel counts in nanoseconds. */
function cpuTimeOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce(
    (sum, thread) =>
      sum + Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
}
