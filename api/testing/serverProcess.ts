import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../platform/freePort.ts';
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
  let output = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-10_000);
      if (output.includes('ready on ')) resolve();
    });
  });
  await Promise.race([
    ready,
    gone.then(() => Promise.reject(new Error(`The server ended before it was ready: ${output}`))),
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
