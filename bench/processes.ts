import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

const outdir = 'dist/bench';

/** Bundles the server and the bare handler as `npm run build` bundles the server. */
export async function buildServers(): Promise<void> {
  await build({
    entryPoints: { server: 'api/main.ts', bareHandler: 'bench/bareHandler.ts' },
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
  /** Ends it and waits until it has ended. */
  stop(): Promise<void>;
}

/** The product's server, in production settings. */
export const startServer = (
  databaseUrl: string,
  port: number,
  nodeOptions: string[] = [],
): Promise<Program> =>
  start([...nodeOptions, join(outdir, 'server.js')], port, {
    DATABASE_URL: databaseUrl,
    SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    SEED: 'none',
    LOG_LEVEL: 'warn',
  });

export const startBareHandler = (databaseUrl: string, port: number): Promise<Program> =>
  start([join(outdir, 'bareHandler.js')], port, { DATABASE_URL: databaseUrl });

async function start(
  args: string[],
  port: number,
  environment: Record<string, string>,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  await ready(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', endWithParent);
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`a program of the bench ended early (${code})`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ready')) {
        done();
      }
    });
  });
}
