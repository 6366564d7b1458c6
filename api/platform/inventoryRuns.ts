import { openListener } from './listener.ts';
import type { Log } from './log.ts';

/**
 * Hears of each step of an inventory run, in whichever process it runs: a trigger announces it on
 * the channel inventory_run. While the connection is lost nothing is heard, so whoever waits for a
 * step looks from time to time as well.
 */
export interface InventoryRuns {
  /** Calls back with the id of each run that moved, until what is returned is called. */
  onMove(moved: (runId: string) => void): () => void;
  close(): Promise<void>;
}

export async function openInventoryRuns(
  connectionString: string,
  log: Log,
): Promise<InventoryRuns> {
  const listeners = new Set<(runId: string) => void>();
  const listener = await openListener({
    connectionString,
    channel: 'inventory_run',
    log,
    onNotification(runId) {
      for (const moved of [...listeners]) {
        moved(runId);
      }
    },
  });

  return {
    onMove(moved) {
      // Each call counts for itself, even with the same function.
      const own = (runId: string): void => moved(runId);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close: () => listener.close(),
  };
}
