import type { IncomingMessage } from 'node:http';

/** Milliseconds in which a JSON body must arrive. */
const timeForJson = 30_000;

/** Milliseconds in which a file must arrive: 50 MB at half a megabit per second. */
export const timeForFile = 15 * 60_000;

/** Milliseconds that may pass without a byte of a file. */
const silence = 60_000;

/** Closes the connection of a client that sends its body too slowly. */
export function limitBodyTime(request: IncomingMessage, sendsFile: boolean): void {
  const giveUp = (): void => {
    if (!request.complete) {
      request.destroy();
    }
  };
  if (sendsFile) {
    request.setTimeout(silence, giveUp);
    // Node would close the connection even if the file is complete and only its answer takes long.
    request.once('end', () => request.setTimeout(0));
    return;
  }
  const timer = setTimeout(giveUp, timeForJson).unref();
  request.once('close', () => clearTimeout(timer));
}

/** Closed no later than with `limitBodyTime`, but without a timer for each. */
export function limitBodies(): Set<IncomingMessage> {
  const arriving = new Set<IncomingMessage>();
  let older = new WeakSet<IncomingMessage>();
  setInterval(() => {
    const seen = older;
    older = new WeakSet();
    for (const request of arriving) {
      if (request.destroyed) {
        arriving.delete(request);
      } else if (seen.has(request)) {
        request.destroy();
      } else {
        older.add(request);
      }
    }
  }, timeForJson / 2).unref();
  return arriving;
}
