import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database that can hold back the responses of the database. */
export interface HoldingProxy {
  /** The URL of the database through the proxy. */
  url: string;
  hold(): void;
  release(): void;
  close(): void;
}

export async function startHoldingProxy(databaseUrl: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const upstreams: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstreams.push(upstream);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    hold: () => upstreams.forEach((upstream) => upstream.pause()),
    release: () => upstreams.forEach((upstream) => upstream.resume()),
    close: () => server.close(),
  };
}
