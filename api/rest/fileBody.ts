import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** The bytes of a body. Whoever stops reading them leaves the connection open, for the answer. */
export function bytesOf(request: IncomingMessage): Readable {
  const bytes = new PassThrough();
  // The connection may be lost before anyone reads. Whoever reads later is told then.
  bytes.on('error', () => undefined);
  const breakOff = () => {
    if (!request.readableEnded) {
      bytes.destroy(new ConnectionLostError());
    }
  };
  if (request.destroyed) {
    breakOff();
  } else {
    request.once('close', breakOff);
    request.pipe(bytes);
  }
  return bytes;
}

/** Nobody is there any more to hear the answer. */
class ConnectionLostError extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection was lost while a file was sent');
  }
}

/** The most of a refused file that is still read: twice what a file may have. */
const patience = 100_000_000;

/**
 * Reads what is left of a refused body and throws it away: browsers look for the answer only once
 * they have sent everything.
 * @returns false when there is too much of it
 */
export function readToEnd(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) {
      resolve(true);
      return;
    }
    let read = 0;
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > patience) {
        resolve(false);
      }
    });
    request.once('end', () => resolve(true));
    request.once('close', () => resolve(true));
    request.unpipe();
    request.resume();
  });
}
