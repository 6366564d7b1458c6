import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../api/platform/freePort.ts';

export interface Product {
  url: string;
  process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Sends Ctrl-C; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<number | null>;
}

interface ProductOptions {
  dataDir: string;
  port?: number;
  /** Called with the process before the server is ready. */
  onSpawn?: (process: ChildProcess) => void;
  /** Additional environment variables. */
  env?: Record<string, string>;
}

/** Generous: only a server that hangs takes this long. */
const minutesToStart = 10;

/** Starts the built product with sample data, and waits until it reports that it is ready. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, port, onSpawn, env } = options;
  if (!existsSync('dist/api/main.js')) throw new Error('There is no build: run npm run build');
  const chosenPort = port ?? (await freePort());
  const child = spawn(process.execPath, ['dist/api/main.js'], {
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn?.(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}:\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`was not ready after ${minutesToStart} minutes`);
    }, minutesToStart * 60_000);
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('ready on http')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    void ended.then((code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  return {
    url: `http://localhost:${chosenPort}`,
    process: child,
    output: () => output,
    ended,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
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
