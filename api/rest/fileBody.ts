import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** The bytes of a body. Destroying the stream keeps the connection open for the response. */
export function bytesOf(request: IncomingMessage): Readable {
  const bytes = new PassThrough();
  // The connection may be lost before anyone reads; a later reader gets the error.
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

class ConnectionLostError extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection was lost while a file was sent');
  }
}

/** Bytes of a refused file that are still read: twice the size limit. */
const patience = 100_000_000;

/** Browsers read the response only after sending everything. False if the rest is too large. */
export const readToEnd = (request: IncomingMessage): Promise<boolean> =>
  new Promise((resolve) => {
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
