import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { startTestServer } from './testing/testServer.ts';

it('ends once the last answer is out, though the connection could take another', async () => {
  const server = await startTestServer();
  const id = randomUUID();
  const picture = Buffer.alloc(20_000_000, 7);
  await server.deps.storage.write(`resort-pictures/${id}/960`, Readable.from([picture]), {
    maxBytes: picture.length,
  });
  const agent = new Agent({ keepAlive: true });
  const request = get(`${server.url}/media/resorts/${id}/960.webp`, { agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const closed = server.close();
  expect((await buffer(answer)).equals(picture)).toBe(true);
  await closed;
  agent.destroy();
});
