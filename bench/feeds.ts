import { feedKinds, readLargeFeed } from '../api/testing/largeFeed.ts';
import type { Cell, Table } from './table.ts';

const bytes = 500_000_000;

export async function measureFeeds(): Promise<Table> {
  const rows: Cell[][] = [];
  for (const kind of feedKinds) {
    const read = await readLargeFeed(kind, bytes);
    const { megabytes, seconds, memoryBefore, memoryMost } = read;
    rows.push([
      kind,
      megabytes,
      read.rows,
      memoryBefore,
      memoryMost,
      seconds,
      megabytes / seconds,
      read.rows / seconds,
    ]);
  }
  return {
    title: 'A feed of inventory, read as a sync reads it (memory of the reader, MB)',
    columns: ['', 'MB', 'rows', 'before', 'most', 'seconds', 'MB/s', 'rows/s'],
    rows,
  };
}
