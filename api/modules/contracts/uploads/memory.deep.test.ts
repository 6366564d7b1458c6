import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdf } from '#api/testing/documents.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';
import { memoryOf, sendCrowd, uploadWays } from '#api/testing/uploadCrowd.ts';

const count = 10;
const size = 25_000_000;

/** Megabytes by which the server may grow: half of what is sent concurrently. */
const mayGrowBy = 125;

let database: TestDatabase;
let folder: string;
let server: ServerProcess | undefined;
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
it.runIf(existsSync('/proc/self/status')).each(uploadWays)(
  'ten concurrent documents of 25 MB don’t fill the memory of the server: %s',
  async (way) => {
    server ??= await startServerProcess(database.url, folder);
    const { origin, pid } = server;
    before ??= memoryOf(pid).now;
    await sendCrowd(origin, way, { count, content: pdf(size) });
    expect(memoryOf(pid).most - before).toBeLessThan(mayGrowBy);
  },
);
