import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProviderError } from '#api/context/sources.ts';
import type { RunningSync } from './runSync.ts';
import type { Counts } from './runState.ts';

/** Milliseconds after which a smaller batch is written, so that a slow feed shows progress. */
const batchTime = 1_000;

/** Rows after which the event loop gets a turn: rows may have long texts to search. */
const rowsAtOnce = 10;

interface Batches<Row, Item> {
  rows: AsyncIterable<Row>;
  size: number;
  limit: number | undefined;
  /** What to write of a row; undefined if the row does not count. */
  take(row: Row): Item | undefined;
  write(items: Item[]): Promise<Pick<Counts, 'created' | 'updated' | 'unchanged' | 'failed'>>;
  check?(): void;
}

/**
 * Reads rows, and writes and counts them in batches. Rows before a failure of the provider are
 * valid and are written.
 * @returns whether every row was read: false if the limit stopped the reading
 */
export async function bringInBatches<Row, Item>(
  { counts, signal }: RunningSync,
  { rows, size, limit, take, write, check }: Batches<Row, Item>,
): Promise<boolean> {
  let batch = { items: [] as Item[], read: 0 };
  let since = Date.now();
  const commit = async (): Promise<void> => {
    const { items, read } = batch;
    batch = { items: [], read: 0 };
    const { created, updated, unchanged, failed } = await write(items);
    counts.read += read;
    counts.total += items.length;
    counts.created += created;
    counts.updated += updated;
    counts.unchanged += unchanged;
    counts.imported += created + updated + unchanged;
    counts.failed += failed;
    check?.();
    since = Date.now();
  };
  let isAll = true;
  let inTurn = 0;
  try {
    for await (const row of rows) {
      signal.throwIfAborted();
      batch.read += 1;
      const item = take(row);
      if (item !== undefined) {
        batch.items.push(item);
      }
      if (counts.total + batch.items.length === limit) {
        isAll = false;
        break;
      }
      if (batch.items.length >= size || Date.now() - since >= batchTime) {
        await commit();
      }
      inTurn += 1;
      if (inTurn % rowsAtOnce === 0) {
        await nextTurn();
      }
    }
    signal.throwIfAborted();
    await commit();
  } catch (error) {
    if (error instanceof ProviderError && !signal.aborted) {
      await commit();
    }
    throw error;
  }
  return isAll;
}
