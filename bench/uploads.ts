import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../api/testing/documents.ts';
import { memoryOf, sendCrowd, uploadWays, type UploadWay } from '../api/testing/uploadCrowd.ts';
import { startServerAlone } from './processes.ts';

/** What a server takes to receive many documents at once. */
export interface MeasuredUploads {
  way: UploadWay;
  count: number;
  /** Bytes of each. */
  size: number;
  /** Megabytes of memory of the server before, and the most while it worked. */
  memoryBefore: number;
  memoryMost: number;
  seconds: number;
}

const count = 40;
const size = 50_000_000;

/** Sends the documents in each way, to a server of its own each time. */
export async function measureUploads(port: number): Promise<MeasuredUploads[]> {
  const content = pdf(size);
  const rows: MeasuredUploads[] = [];
  for (const way of uploadWays) {
    const dataDir = await mkdtemp(join(tmpdir(), 'tideweek-bench-'));
    const server = await startServerAlone(dataDir, port);
    try {
      const before = memoryOf(server.pid).now;
      const seconds = await sendCrowd(server.origin, way, { count, content });
      const { most } = memoryOf(server.pid);
      rows.push({ way, count, size, memoryBefore: before, memoryMost: most, seconds });
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return rows;
}
