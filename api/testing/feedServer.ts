import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FeedServer {
  /** Scheme, host and port, without a trailing slash. */
  origin: string;
  port: number;
  /** Requests received so far. */
  requests: IncomingMessage[];
  close(): Promise<void>;
}

/** Starts a test provider on 127.0.0.1. */
export async function startFeedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
