import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#api/platform/postgres/freePort.ts';
import { startChild } from '#api/testing/childProcess.ts';

export interface Product {
  url: string;
  process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Sends Ctrl-C; resolves to the exit code. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<number | NodeJS.Signals>;
}

interface ProductOptions {
  dataDir: string;
  port?: number;
  /** Called with the process before the server is ready. */
  onSpawn?: (process: ChildProcess) => void;
  /** Additional environment variables. */
  env?: Record<string, string>;
}

/** Starts the built product with sample data, and waits until it reports that it is ready. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, port, onSpawn, env } = options;
  if (!existsSync('dist/api/main.js')) throw new Error('There is no build: run npm run build');
  const chosenPort = port ?? (await freePort());
  const child = startChild(['dist/api/main.js'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      PORT: String(chosenPort),
      DATA_DIR: dataDir,
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  onSpawn?.(child.process);
  await child.printed('ready on http');
  return {
    url: `http://localhost:${chosenPort}`,
    process: child.process,
    output: child.output,
    ended: child.ended,
    stop: () => child.end('SIGINT'),
  };
}

/** The address of the embedded database, while it runs. */
export function databaseUrlOf(dataDir: string): string {
  const folder = join(dataDir, 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const port = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgresql://tideweek:${password}@127.0.0.1:${port}/tideweek`;
}

/** The main process of the embedded database; undefined if it does not run. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  return pid !== undefined && isRunning(pid) ? pid : undefined;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
