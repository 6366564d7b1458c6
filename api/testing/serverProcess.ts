import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { programFile } from './program.ts';

export interface ServerProcess {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the server in a separate process, without rate limits.
 * @param seed 'demo' for a database with sample data, whose payments are played by the sandbox
 */
export async function startServerProcess(
  databaseUrl: string,
  folder: string,
  seed: 'none' | 'demo' = 'none',
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [programFile('server')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
      SEED: seed,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  await Promise.race([
    ready(child.stdout),
    gone.then(() => Promise.reject(new Error('The server ended before it was ready'))),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Waits for the line that says so; warnings may come before it. */
async function ready(output: Readable): Promise<void> {
  let text = '';
  await new Promise<void>((resolve) => {
    output.on('data', (part: Buffer) => {
      text = (text + part.toString()).slice(-10_000);
      if (text.includes('ready on ')) resolve();
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
