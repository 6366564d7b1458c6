import type { IncomingMessage } from 'node:http';

/** Milliseconds that a body of JSON may take to arrive. */
const timeForJson = 30_000;

/** Milliseconds that a file may take: 50 MB at half a megabit each second. */
export const timeForFile = 15 * 60_000;

/** Milliseconds in which some byte of a file must arrive. */
const silence = 60_000;

/** Closes the connection of a caller who sends the body so slowly that it only holds us up. */
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
