import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { sweep } from './housekeeping.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const day = 24 * 60 * 60 * 1000;

it('removes what has run out and nothing else', async () => {
  const { prisma } = server;
  const { id: userId } = await createUser(server);
  const ago = (days: number): Date => new Date(Date.now() - days * day);
  await prisma.session.createMany({
    data: [
      { id: 'over', userId, expiresAt: ago(1) },
      { id: 'running', userId, expiresAt: ago(-1) },
    ],
  });
  await prisma.rateLimit.createMany({
    data: [
      { key: 'over', points: 3, expire: ago(1).getTime() },
      { key: 'running', points: 3, expire: ago(-1).getTime() },
      { key: 'for ever', points: 3 },
    ],
  });
  await prisma.idempotencyKey.createMany({
    data: [
      { operation: 'signUp', key: 'old', resultId: userId, createdAt: ago(31) },
      { operation: 'signUp', key: 'recent', resultId: userId, createdAt: ago(29) },
    ],
  });

  await sweep(server.deps.database.pool);

  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual(['running']);
  expect((await prisma.rateLimit.findMany()).map(({ key }) => key).sort()).toEqual([
    'for ever',
    'running',
  ]);
  expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key)).toEqual(['recent']);
});
