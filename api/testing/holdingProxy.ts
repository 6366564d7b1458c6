import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { freePort } from '../platform/postgres/freePort.ts';

/** A proxy to a database that can hold back the responses of the database, and be away. */
export interface HoldingProxy {
  /** The URL of the database through the proxy. */
  url: string;
  hold(): void;
  release(): void;
  /** Breaks all connections and refuses new ones. */
  cut(how: 'end' | 'reset'): void;
  /** Takes connections again at the same address. */
  mend(): Promise<void>;
  close(): void;
}

export async function startHoldingProxy(databaseUrl: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  let isHeld = false;
  const server = createServer((client) => {
    const pair = { client, upstream: connect(Number(port), hostname) };
    const { upstream } = pair;
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    if (isHeld) {
      upstream.pause();
    }
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
        pairs.delete(pair);
      });
    }
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  // Not one that others are given while it is away.
  const own = await listen(await freePort());
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    hold() {
      isHeld = true;
      for (const { upstream } of pairs) upstream.pause();
    },
    release() {
      isHeld = false;
      for (const { upstream } of pairs) upstream.resume();
    },
    cut(how) {
      server.close();
      for (const { client } of pairs) {
        if (how === 'end') client.destroy();
        else client.resetAndDestroy();
      }
    },
    async mend() {
      isHeld = false;
      await listen(own);
    },
    close: () => server.close(),
  };
}
