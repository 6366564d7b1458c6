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
    return;
  }
  const timer = setTimeout(giveUp, timeForJson).unref();
  request.once('close', () => clearTimeout(timer));
}
