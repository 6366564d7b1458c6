import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../api/testing/documents.ts';
import { memoryOf, sendCrowd, uploadWays } from '../api/testing/uploadCrowd.ts';
import { startServerAlone } from './processes.ts';
import type { Cell, Table } from './table.ts';

const count = 40;
const size = 50_000_000;

/** Sends the documents in each way, each time to a new server. */
export async function measureUploads(port: number): Promise<Table> {
  const content = pdf(size);
  const rows: Cell[][] = [];
  const sent = (count * size) / 1e6;
  for (const way of uploadWays) {
    const dataDir = await mkdtemp(join(tmpdir(), 'tideweek-bench-'));
    const server = await startServerAlone(dataDir, port);
    try {
      const before = memoryOf(server.pid).now;
      const seconds = await sendCrowd(server.origin, way, { count, content });
      const { most } = memoryOf(server.pid);
      rows.push([way, before, most, most / sent, seconds, sent / seconds]);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return {
    title: `${count} documents of ${size / 1e6} MB at once (memory of the server, MB)`,
    columns: ['', 'before', 'most', 'of all documents', 'seconds', 'MB/s'],
    rows,
  };
}
