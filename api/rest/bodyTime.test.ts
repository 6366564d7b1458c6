import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { limitBodyTime } from './bodyTime.ts';

it('a connection may be silent for a minute while a file arrives, and without limit until its answer', async () => {
  const limits: (number | undefined)[] = [];
  const server = createServer((request, response) => {
    limitBodyTime(request, true);
    limits.push(request.socket.timeout);
    request.resume().once('end', () => {
      limits.push(request.socket.timeout);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a file' });
  expect(answer.status).toBe(200);
  expect(limits).toEqual([60_000, 0]);
});
