import type { IncomingMessage } from 'node:http';
import { startFeedServer } from '#api/testing/feedServer.ts';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A partner's server that gets webhooks. */
export interface Receiver {
  origin: string;
  received: Received[];
  /** The status that a message is answered with, by default 200; undefined never answers. */
  answer: (message: Received) => number | undefined;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const feed = await startFeedServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const message = { path: request.url ?? '', headers: request.headers, body };
      receiver.received.push(message);
      const status = receiver.answer(message);
      if (status !== undefined) {
        response.writeHead(status, { location: '/elsewhere' }).end('thanks '.repeat(1000));
      }
    });
  });
  const receiver: Receiver = {
    origin: feed.origin,
    received: [],
    answer: () => 200,
    close: () => feed.close(),
  };
  return receiver;
}
