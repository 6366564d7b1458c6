import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../api/testing/documents.ts';
import { memoryOf, sendCrowd, uploadWays, type UploadWay } from '../api/testing/uploadCrowd.ts';
import { startServerAlone } from './processes.ts';

export interface MeasuredUploads {
  way: UploadWay;
  count: number;
  size: number;
  /** Memory of the server in megabytes: before the uploads, and the peak during them. */
  memoryBefore: number;
  memoryMost: number;
  seconds: number;
}

const count = 40;
const size = 50_000_000;

/** Sends the documents in each way, each time to a new server. */
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
