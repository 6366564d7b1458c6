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
  await prisma.secretLink.createMany({
    data: [
      { id: '0'.repeat(64), expiresAt: ago(1) },
      { id: '1'.repeat(64), expiresAt: ago(-1) },
    ].map((link) => ({ ...link, userId, purpose: 'verify_email', email: 'a@example.com' })),
  });
  const mail = { toAddress: 'a@example.com', template: 't', subject: 's', html: 'h', text: 't' };
  await prisma.outgoingMail.createMany({
    data: [
      { ...mail, messageId: 'old@x', status: 'sent', sentAt: ago(91), createdAt: ago(91) },
      { ...mail, messageId: 'recent@x', status: 'sent', sentAt: ago(89), createdAt: ago(89) },
      { ...mail, messageId: 'given-up@x', status: 'failed', createdAt: ago(31) },
      { ...mail, messageId: 'waiting@x', createdAt: ago(100) },
    ],
  });
  await prisma.inventorySync.createMany({
    data: [
      { provider: 'old preview', purpose: 'preview', timestamp: ago(1.1) },
      { provider: 'recent preview', purpose: 'preview', timestamp: ago(0.9) },
      { provider: 'old sync', purpose: 'sync', timestamp: ago(1_000) },
    ],
  });
  const looked = await prisma.inventorySync.findFirstOrThrow({
    where: { provider: 'old preview' },
  });
  await prisma.inventorySyncError.create({
    data: { syncId: looked.id, number: 1, listingId: 'A', error: 'No price' },
  });

  await sweep(server.deps.database.pool);

  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual(['running']);
  expect((await prisma.rateLimit.findMany()).map(({ key }) => key).sort()).toEqual([
    'for ever',
    'running',
  ]);
  const runs = await prisma.inventorySync.findMany({ orderBy: { provider: 'asc' } });
  expect(runs.map(({ provider }) => provider)).toEqual(['old sync', 'recent preview']);
  expect(await prisma.inventorySyncError.count()).toBe(0);
  expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key)).toEqual(['recent']);
  expect((await prisma.secretLink.findMany()).map(({ id }) => id)).toEqual(['1'.repeat(64)]);
  expect(
    await prisma.outgoingMail.findMany({
      orderBy: { createdAt: 'asc' },
      select: { messageId: true, html: true },
    }),
  ).toEqual([
    { messageId: 'waiting@x', html: 'h' },
    { messageId: 'recent@x', html: 'h' },
    { messageId: 'given-up@x', html: '' },
  ]);
});
