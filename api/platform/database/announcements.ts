import { setTimeout as sleep } from 'node:timers/promises';
import { openListener } from './listener.ts';
import type { Log } from '../process/log.ts';

/** Changes are missed while the connection is lost, so callers must poll as well. */
export type Announcements = Awaited<ReturnType<typeof openAnnouncements>>;

export async function openAnnouncements(
  connectionString: string,
  channel: 'subject' | 'inventory_run' | 'message_thread',
  log: Log,
) {
  const listeners = new Set<(id: string) => void>();
  const listener = await openListener({
    connectionString,
    channel,
    log,
    onNotification(id) {
      for (const moved of [...listeners]) {
        moved(id);
      }
    },
  });

  return {
    /** Calls back with the id of each row that changes. Returns a function that unsubscribes. */
    onMove(moved: (id: string) => void): () => void {
      // A new function per call, so that the same callback can subscribe twice.
      const own = (id: string): void => moved(id);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close: (): Promise<void> => listener.close(),
  };
}

/** Yields the id now and whenever `read` finds something else. @throws {AbortError} and what `read` throws */
export async function* changesOf(
  announcements: Announcements,
  id: string,
  signal: AbortSignal,
  read: () => Promise<unknown>,
): AsyncGenerator<string, undefined, undefined> {
  let last: string | undefined;
  for await (const _look of looks(announcements, id, signal)) {
    const now = JSON.stringify(await read());
    if (now !== last) {
      last = now;
      yield id;
    }
  }
}

/** Yields now, after each change, and every `lookEvery` milliseconds. @throws {AbortError} */
export async function* looks(
  announcements: Announcements,
  id: string,
  signal: AbortSignal,
  lookEvery = 15_000,
): AsyncGenerator<void, undefined, undefined> {
  let changed = new AbortController();
  const stopListening = announcements.onMove((moved) => moved === id && changed.abort());
  try {
    for (;;) {
      signal.throwIfAborted();
      // Created before the caller reads the row, so that no later change is missed.
      changed = new AbortController();
      yield;
      const either = AbortSignal.any([changed.signal, signal]);
      if (!either.aborted) {
        await sleep(lookEvery, undefined, { signal: either }).catch(() => undefined);
      }
    }
  } finally {
    stopListening();
  }
}
