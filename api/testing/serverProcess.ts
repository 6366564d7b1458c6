import { freePort } from '../platform/postgres/freePort.ts';
import { startChild } from './childProcess.ts';
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
  const child = startChild([programFile('server')], {
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
  });
  await child.printed('ready on ');
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.process.pid ?? 0,
    async stop() {
      await child.end('SIGTERM');
    },
  };
}
