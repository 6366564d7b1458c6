import { openListener } from './listener.ts';
import type { Log } from './log.ts';

/**
 * Reports the steps of inventory runs in all processes: a trigger announces them on the channel
 * inventory_run. Steps are missed while the connection is lost, so callers must poll as well.
 */
export interface InventoryRuns {
  /** Calls back with the id of each run that made a step. Returns a function that unsubscribes. */
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
      // A new function per call, so that the same callback can subscribe twice.
      const own = (runId: string): void => moved(runId);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close: () => listener.close(),
  };
}
