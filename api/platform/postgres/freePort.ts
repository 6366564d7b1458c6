import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections, which could take a port at any moment. */
const ports = { from: 20_000, to: 32_000 };

const mostAttempts = 100;

/** @throws if nothing is free */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(ports.from, ports.to);
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
      probe.close();
      await once(probe, 'close');
      return port;
    } catch (error) {
      if (attempt === mostAttempts) {
        throw error;
      }
    }
  }
}
