import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdf } from '../../testing/documents.ts';
import { programFile } from '../../testing/program.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { memoryOf, sendCrowd, uploadWays } from '../../testing/uploadCrowd.ts';

const count = 10;
const size = 25_000_000;

/** Megabytes by which the server may grow: half of what is sent concurrently. */
const mayGrowBy = 125;

let database: TestDatabase;
let folder: string;
let server: RunningServer | undefined;
/** Megabytes before the first document. */
let before: number | undefined;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  folder = await mkdtemp(join(tmpdir(), 'tideweek-memory-'));
});

afterAll(async () => {
  await server?.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

// One server takes all of them, and may not grow more from one way to the next either.
// `npm run bench -- --only uploads` does this with 40 documents of 50 MB.
it.runIf(existsSync('/proc/self/status')).each(uploadWays)(
  'ten concurrent documents of 25 MB don’t fill the memory of the server: %s',
  async (way) => {
    server ??= await startServer();
    const { origin, pid } = server;
    before ??= memoryOf(pid).now;
    await sendCrowd(origin, way, { count, content: pdf(size) });
    expect(memoryOf(pid).most - before).toBeLessThan(mayGrowBy);
  },
);

interface RunningServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the server in a separate process. */
async function startServer(): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [programFile('server')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SETTINGS_KEYS: Buffer.alloc(32).toString('base64'),
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
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
