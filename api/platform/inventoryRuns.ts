import pg from 'pg';
import type { Log } from './log.ts';

/**
 * Hears of each step of an inventory run, in whichever process it runs: a trigger announces it on
 * the channel inventory_run. While the connection is lost nothing is heard, so whoever waits for a
 * step looks from time to time as well.
 */
export interface InventoryRuns {
  /** Calls back with the id of each run that moved, until what is returned is called. */
  onMove(listener: (runId: string) => void): () => void;
  close(): Promise<void>;
}

const retryAfter = 1_000;

export async function openInventoryRuns(
  connectionString: string,
  log: Log,
): Promise<InventoryRuns> {
  const listeners = new Set<(runId: string) => void>();
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const lost = (gone: pg.Client): void => {
    if (client !== gone || closed) {
      return;
    }
    client = undefined;
    retry = setTimeout(() => void listen(), retryAfter);
  };

  const listen = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'tideweek inventory runs' });
    client = next;
    next.on('notification', ({ payload = '' }) => {
      for (const listener of [...listeners]) {
        listener(payload);
      }
    });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await next.query('LISTEN inventory_run');
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for steps of inventory runs; they are looked for');
      lost(next);
    }
  };
  await listen();

  return {
    onMove(listener) {
      // Each call counts for itself, even with the same function.
      const own = (runId: string): void => listener(runId);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
